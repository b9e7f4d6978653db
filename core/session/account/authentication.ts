/**
 * Which account a client logs in as, and how it shows that it may.
 *
 * In: the rows of `mysql.user`, a name and a host. Out: an `Identification`. Of several accounts that fit, the one
 * with the most particular host counts, then the one with a user name, as in MySQL.
 */
import { isIP } from "node:net";
import type { Identification } from "../../kernel.ts";
import { type ByteString, decodeText, type Row } from "../../types/value.ts";
import { answersChallenge } from "./password.ts";
import { answersFast, isPassword, remembered } from "./sha2-password.ts";

/** Its rows are what `accountOfRow` takes. */
export const accountQuery = "SELECT Host, User, plugin, authentication_string, account_locked + 0 FROM mysql.user";

export interface Account {
	readonly host: string;
	readonly user: string;
	readonly plugin: string;
	/** Empty: no password. */
	readonly hash: ByteString;
	readonly isLocked: boolean;
}

export function accountOfRow([host, user, plugin, hash, locked]: Row): Account {
	return { host: decodeText(host as string), user: decodeText(user as string), plugin: (plugin ?? "") as ByteString, hash: (hash ?? "") as ByteString, isLocked: locked === 2 };
}

/** Whoever is nobody is asked for a password like anybody else. */
const nobody: Account = { host: "", user: "", plugin: "", hash: "", isLocked: true };

export function identify(user: string, host: string, accounts: readonly Account[], memory: PasswordMemory): Identification {
	const found = accounts
		.filter((account) => (account.user === "" || account.user === user) && hostMatches(account.host, host))
		.sort((a, b) => particularity(b.host) - particularity(a.host) || b.user.length - a.user.length)[0] ?? nobody;
	const account = { user: found.user, accountHost: found.host };
	if (found.plugin !== "caching_sha2_password") {
		return {
			plugin: "mysql_native_password", account,
			proves: (challenge, response) => !found.isLocked && answersChallenge(found.hash, challenge, response),
			isPassword: () => false,
		};
	}
	return {
		plugin: "caching_sha2_password", account,
		proves: (challenge, response) => {
			if (found.isLocked || found.hash === "") {
				return !found.isLocked && response.length === 0;
			}
			const kept = memory.get(found.hash);
			return response.length === 0 ? false : (kept !== undefined && answersFast(kept, challenge, response)) || undefined;
		},
		isPassword: (password) => {
			const right = !found.isLocked && isPassword(found.hash, password);
			if (right) {
				memory.put(found.hash, remembered(password));
			}
			return right;
		},
	};
}

const mostRemembered = 1000;

/** What was seen of passwords since the server started, by what is kept of them: a new password is remembered anew. */
export class PasswordMemory {
	readonly #seen = new Map<ByteString, Buffer>();

	get(hash: ByteString): Buffer | undefined {
		return this.#seen.get(hash);
	}

	put(hash: ByteString, seen: Buffer): void {
		if (this.#seen.size >= mostRemembered) {
			this.#seen.clear();
		}
		this.#seen.set(hash, seen);
	}
}

const loopback = new Set(["localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** `localhost` is every loopback address; `%` and `_` are as in LIKE; `a.b.c.d/mask` is a network. */
export function hostMatches(pattern: string, host: string): boolean {
	const wanted = pattern.toLowerCase();
	const actual = host.toLowerCase();
	if (wanted === actual || wanted === "%" || wanted === "") {
		return true;
	}
	if (loopback.has(wanted) && loopback.has(actual)) {
		return true;
	}
	if (wanted.includes("/")) {
		return isInNetwork(wanted, actual.replace(/^::ffff:/, ""));
	}
	return /[%_]/.test(wanted) && likePattern(wanted).test(actual);
}

function likePattern(pattern: string): RegExp {
	const parts = [...pattern].map((each) => (each === "%" ? ".*" : each === "_" ? "." : each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")));
	return new RegExp(`^${parts.join("")}$`);
}

function isInNetwork(network: string, host: string): boolean {
	const [base = "", mask = ""] = network.split("/");
	if (isIP(base) !== 4 || isIP(mask) !== 4 || isIP(host) !== 4) {
		return false;
	}
	const number = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
	return ((number(host) & number(mask)) >>> 0) === number(base) >>> 0;
}

/** The longer the part before the first wildcard, the more particular. */
function particularity(host: string): number {
	const at = host.search(/[%_]/);
	return at < 0 && host !== "" ? 1000 : Math.max(at, 0);
}
