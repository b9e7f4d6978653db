/**
 * Which account a client logs in as, and whether it may.
 *
 * In: the rows of `mysql.user`, and a login attempt. Out: the account; error 1045. Of several accounts that fit, the one
 * with the most particular host counts, then the one with a user name, as in MySQL.
 */
import { isIP } from "node:net";
import { sqlError } from "../../errors.ts";
import type { AuthenticatedAccount, Login } from "../../kernel.ts";
import { type ByteString, decodeText, encodeText, type Row } from "../../types/value.ts";
import { answersChallenge } from "./password.ts";

/** Its rows are what `accountOfRow` takes. */
export const accountQuery = "SELECT Host, User, plugin, authentication_string, account_locked + 0 FROM mysql.user";

export interface Account {
	readonly host: string;
	readonly user: string;
	/** Empty: no password. */
	readonly hash: ByteString;
	readonly isLocked: boolean;
}

export function accountOfRow([host, user, , hash, locked]: Row): Account {
	return { host: decodeText(host as string), user: decodeText(user as string), hash: (hash ?? "") as ByteString, isLocked: locked === 2 };
}

export function authenticate(login: Login, accounts: readonly Account[]): AuthenticatedAccount {
	const found = accounts
		.filter((account) => (account.user === "" || account.user === login.user) && hostMatches(account.host, login.host))
		.sort((a, b) => particularity(b.host) - particularity(a.host) || b.user.length - a.user.length)[0];
	if (found === undefined || found.isLocked || !answersChallenge(found.hash, login.challenge, login.response)) {
		throw sqlError("accessDenied", encodeText(login.user), encodeText(login.host), login.response.length === 0 ? "NO" : "YES");
	}
	return { user: found.user, accountHost: found.host };
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
