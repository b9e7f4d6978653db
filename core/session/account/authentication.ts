/**
 * Selects the account of a login and verifies its password, TLS requirement and lock.
 *
 * Accounts are ordered by specificity; of several that match user and host the first counts, as in MySQL.
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
		// An unknown user goes through the same password exchange, so that names cannot be probed.
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
