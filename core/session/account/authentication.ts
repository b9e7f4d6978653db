/**
 * Selects the account of a login and verifies its password, TLS requirement and lock.
 *
 * Accounts are ordered by specificity; of several that match user and host the first counts, as in MySQL.
 */
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import type { ConnectionSecurity, Identification } from "../../kernel.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { AccountRow, TlsRequirement } from "../privileges/grant-tables.ts";
import type { Grants } from "../privileges/grants.ts";
import { hostMatches } from "../privileges/host-pattern.ts";
import { answersChallenge } from "./password.ts";
import type { DecoySecret } from "./decoy-secret.ts";
import { answersFast, decoyHash, isPassword, remembered } from "./sha2-password.ts";

export function identify(
	user: string,
	host: string,
	grants: Grants,
	memory: PasswordMemory,
): Omit<Identification, "failed" | "delayMs"> {
	const found = grants.accountsFor(user).find((account) => hostMatches(account.host, host));
	if (found === undefined) {
		return decoy(user, grants, memory);
	}
	const account = { user: found.user, accountHost: found.host };
	const refusal = (security: ConnectionSecurity | undefined, usesPassword: boolean): SqlError | undefined =>
		refusalOf(found, { user, host }, security, usesPassword);
	if (found.plugin !== "caching_sha2_password") {
		return {
			plugin: "mysql_native_password",
			account,
			refusal,
			proves: (challenge, response) => answersChallenge(found.hash, challenge, response),
			isPassword: () => Promise.resolve(false),
		};
	}
	return { ...sha2(found.hash, memory), account, refusal };
}

function sha2(hash: ByteString, memory: PasswordMemory): Pick<Identification, "plugin" | "proves" | "isPassword"> {
	return {
		plugin: "caching_sha2_password",
		proves: (challenge, response) => {
			if (hash === "") {
				return response.length === 0;
			}
			const kept = memory.get(hash);
			return response.length === 0
				? false
				: (kept !== undefined && answersFast(kept, challenge, response)) || undefined;
		},
		isPassword: async (password) => {
			const right = await isPassword(hash, password);
			if (right) {
				memory.put(hash, remembered(password));
			}
			return right;
		},
	};
}

/**
 * The exchange for a name without an account, so that names cannot be probed: by a method that accounts use, always
 * the same for a name, and as long. It changes with the methods in use alone, not with each account that is made.
 */
function decoy(user: string, grants: Grants, memory: PasswordMemory): Omit<Identification, "failed" | "delayMs"> {
	const plugins = decoyPlugins.filter((plugin) => grants.uses(plugin));
	const plugin = plugins[memory.decoys.numberOf(user) % Math.max(1, plugins.length)];
	const common = { account: { user: "", accountHost: "" }, refusal: () => undefined };
	if (plugin !== "caching_sha2_password") {
		return {
			...common,
			plugin: "mysql_native_password",
			proves: (challenge, response) => answersChallenge(nativeDecoy, challenge, response) && false,
			isPassword: () => Promise.resolve(false),
		};
	}
	return { ...common, ...sha2(memory.decoyHash, memory) };
}

const decoyPlugins = ["mysql_native_password", "caching_sha2_password"] as const;

/** As of a password of 40 hexadecimal digits that hash to it. */
const nativeDecoy = `*${"0".repeat(40)}`;

/** Returns the refusal of a login whose password is correct. */
function refusalOf(
	{ tls, isLocked }: AccountRow,
	{ user, host }: { readonly user: string; readonly host: string },
	security: ConnectionSecurity | undefined,
	usesPassword: boolean,
): SqlError | undefined {
	if (!isMet(tls, security)) {
		return sqlError("accessDenied", encodeText(user), encodeText(host), usesPassword ? "YES" : "NO");
	}
	return isLocked ? sqlError("accountLocked", encodeText(user), encodeText(host)) : undefined;
}

/** Checks REQUIRE. */
function isMet({ kind, cipher, issuer, subject }: TlsRequirement, security: ConnectionSecurity | undefined): boolean {
	const { certificate } = security ?? {};
	switch (kind) {
		case "":
			return true;
		case "ANY":
			return security !== undefined;
		case "X509":
			return certificate !== undefined;
		case "SPECIFIED":
			return (
				security !== undefined &&
				(cipher === "" || cipher === security.cipher) &&
				(issuer === "" || issuer === certificate?.issuer) &&
				(subject === "" || subject === certificate?.subject)
			);
	}
}

const mostRemembered = 1000;

/** Cache of password digests by stored hash, since the server started. A changed password has another hash. */
export class PasswordMemory {
	#decoyHash: ByteString | undefined;
	readonly decoys: DecoySecret;
	readonly #seen = new Map<ByteString, Buffer>();

	constructor(decoys: DecoySecret) {
		this.decoys = decoys;
	}

	/** A stored hash that no password has. */
	get decoyHash(): ByteString {
		this.#decoyHash ??= decoyHash();
		return this.#decoyHash;
	}

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
