/**
 * SHOW CREATE USER: prints the statement that would create an account.
 */
import { quoteText } from "../../catalog/type-text.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { AccountRow, Limits, TlsRequirement } from "../privileges/grant-tables.ts";

export function createUserText({
	user,
	host,
	plugin,
	hash,
	tls,
	limits,
	isExpired,
	passwordLifetime,
	isLocked,
}: AccountRow): ByteString {
	const how = `IDENTIFIED WITH ${quoteText(encodeText(plugin))}${hash === "" ? "" : ` AS ${quoteText(hash)}`}`;
	const account = `${quoteText(encodeText(user))}@${quoteText(encodeText(host))}`;
	return (
		`CREATE USER ${account} ${how} REQUIRE ${requirement(tls)}${limitText(limits)} PASSWORD EXPIRE` +
		`${expiry(isExpired, passwordLifetime)} ACCOUNT ${isLocked ? "LOCK" : "UNLOCK"}`
	);
}

function requirement({ kind, subject, issuer, cipher }: TlsRequirement): ByteString {
	if (kind !== "SPECIFIED") {
		return kind === "" ? "NONE" : kind === "ANY" ? "SSL" : kind;
	}
	const parts = [
		["SUBJECT", subject],
		["ISSUER", issuer],
		["CIPHER", cipher],
	] as const;
	return parts
		.filter(([, text]) => text !== "")
		.map(([word, text]) => `${word} ${quoteText(encodeText(text))}`)
		.join(" ");
}

function limitText({ questions, updates, connections, atOnce }: Limits): ByteString {
	const parts = [
		["MAX_QUERIES_PER_HOUR", questions],
		["MAX_UPDATES_PER_HOUR", updates],
		["MAX_CONNECTIONS_PER_HOUR", connections],
		["MAX_USER_CONNECTIONS", atOnce],
	] as const;
	const set = parts.filter(([, count]) => count > 0);
	return set.length === 0 ? "" : ` WITH ${set.map(([word, count]) => `${word} ${count}`).join(" ")}`;
}

function expiry(isExpired: boolean, lifetime: number | null): ByteString {
	if (isExpired) {
		return "";
	}
	return lifetime === null ? " DEFAULT" : lifetime === 0 ? " NEVER" : ` INTERVAL ${lifetime} DAY`;
}
