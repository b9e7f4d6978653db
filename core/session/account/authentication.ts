/**
 * Which account a client logs in as, and how it shows that it may.
 *
 * In: the accounts, the most particular first, a name and a host. Out: an `Identification`. Of several accounts that
 * fit the first counts, as in MySQL.
 */
import { type SqlError, sqlError } from "../../errors/catalogue.ts";
import type { ConnectionSecurity, Identification } from "../../kernel.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { AccountRow, TlsRequirement } from "../privileges/grants.ts";
import { hostMatches } from "../privileges/host-pattern.ts";
import { answersChallenge } from "./password.ts";
import { answersFast, isPassword, remembered } from "./sha2-password.ts";

export function identify(
	user: string,
	host: string,
	accounts: readonly AccountRow[],
	memory: PasswordMemory,
): Identification {
	const found = accounts.find(
		(account) => (account.user === "" || account.user === user) && hostMatches(account.host, host),
	);
	if (found === undefined) {
		// Whoever is nobody is asked for a password like anybody else.
		return {
			plugin: "mysql_native_password",
			account: { user: "", accountHost: "" },
			proves: () => false,
			isPassword: () => false,
			refusal: () => undefined,
		};
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
			isPassword: () => false,
		};
	}
	return {
		plugin: "caching_sha2_password",
		account,
		refusal,
		proves: (challenge, response) => {
			if (found.hash === "") {
				return response.length === 0;
			}
			const kept = memory.get(found.hash);
			return response.length === 0
				? false
				: (kept !== undefined && answersFast(kept, challenge, response)) || undefined;
		},
		isPassword: (password) => {
			const right = isPassword(found.hash, password);
			if (right) {
				memory.put(found.hash, remembered(password));
			}
			return right;
		},
	};
}

/** What keeps a client out that knows the password. */
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

/** REQUIRE */
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

/**
 * What was seen of passwords since the server started, by what is kept of them: a new password is remembered anew.
 */
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
