/**
 * Parses account options: REQUIRE, WITH limits, PASSWORD EXPIRE, ACCOUNT LOCK.
 */
import type { AccountOptions, LimitName, TlsClause } from "../../tree/session.ts";
import type { Cursor } from "../cursor/cursor.ts";

type Written = { -readonly [Part in keyof AccountOptions]: AccountOptions[Part] };

const limitNames = [
	"max_queries_per_hour",
	"max_updates_per_hour",
	"max_connections_per_hour",
	"max_user_connections",
] as const satisfies readonly LimitName[];

export function accountOptions(cursor: Cursor): AccountOptions {
	const options: Written = requirements(cursor);
	if (cursor.accept("with")) {
		const limits = limit(cursor, {}) ?? cursor.fail();
		options.limits = limits;
	}
	while (moreLimits(cursor, options) || expiry(cursor, options) || lock(cursor, options)) {
		// Reads one option after the other.
	}
	return options;
}

/** REQUIRE, if it follows. */
export function requirements(cursor: Cursor): { tls?: TlsClause } {
	if (!cursor.accept("require")) {
		return {};
	}
	const kind = cursor.acceptOneOf("none", "ssl", "x509");
	if (kind !== undefined) {
		return { tls: { kind } };
	}
	const tls: { kind: "specified"; cipher?: string; issuer?: string; subject?: string } = { kind: "specified" };
	do {
		const part = cursor.expectOneOf("cipher", "issuer", "subject");
		tls[part] = cursor.string();
		cursor.accept("and");
	} while (cursor.is("cipher") || cursor.is("issuer") || cursor.is("subject"));
	return { tls };
}

/** Adds a limit, if one follows. */
export function limit(
	cursor: Cursor,
	before: NonNullable<AccountOptions["limits"]>,
): NonNullable<AccountOptions["limits"]> | undefined {
	const name = cursor.acceptOneOf(...limitNames);
	return name === undefined ? undefined : { ...before, [name]: cursor.integer() };
}

function moreLimits(cursor: Cursor, options: Written): boolean {
	const limits = limit(cursor, options.limits ?? {});
	if (limits === undefined) {
		return false;
	}
	options.limits = limits;
	return true;
}

function expiry(cursor: Cursor, options: Written): boolean {
	if (!cursor.acceptPhrase("password", "expire")) {
		return false;
	}
	if (cursor.accept("interval")) {
		options.expire = cursor.integer();
		cursor.expect("day");
	} else {
		options.expire = cursor.acceptOneOf("default", "never") ?? "now";
	}
	return true;
}

function lock(cursor: Cursor, options: Written): boolean {
	if (!cursor.accept("account")) {
		return false;
	}
	options.lock = cursor.expectOneOf("lock", "unlock") === "lock";
	return true;
}
