/**
 * Rights change log: which rows of the grant tables each rights version changed, so that those alone are read again.
 *
 * Account statements log the rows with the commit that changes them. A version without an entry may have changed
 * anything: FLUSH PRIVILEGES after direct changes of the tables, a restored state, too many rows.
 *
 *     07 int(version)    [[key, user], [key, user before, user after], ...]
 */
import { countRights } from "../../catalog/write.ts";
import { decodeRecord, encodeRecord } from "../../catalog/record-codec.ts";
import type { Schema, Table } from "../../catalog/table.ts";
import { rangeOf, rightsChangeKey, rowPrefix } from "../../store/encoding/keys.ts";
import type { Key } from "../../store/contract.ts";
import type { FastReader } from "../../store/fast-store.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { GrantChange } from "./grants.ts";
import { grantRowDecoder, grantTablesOf, isGrantTable } from "./system-rows.ts";

type LoggedRow = readonly [key: Key, ...users: string[]];

/** Older entries are removed; a process further behind reads all. */
const keptVersions = 1000;
/** More rows are not logged in one commit, nor read by the log: all are read in steps, between which others are served. */
const mostRows = 1000;

/** Logs the rows of grant tables that a transaction has written, and increments the rights version. */
export async function logWrittenRights(transaction: Transaction, written: readonly Table[]): Promise<void> {
	const rows: LoggedRow[] = [];
	for (const table of written.filter(isGrantTable)) {
		const decode = grantRowDecoder(table);
		const cursor = transaction.written(rangeOf(rowPrefix(table.id)));
		while (cursor?.next() === true) {
			const { key, value } = cursor;
			const states = [await transaction.snapshot.get(key), value ?? undefined];
			const users = states.flatMap((state) => (state === undefined ? [] : decode(key, state).grant.user));
			rows.push([key, ...new Set(users)]);
		}
	}
	if (rows.length === 0) {
		return;
	}
	const version = await countRights(transaction);
	if (version > keptVersions) {
		await transaction.remove(rightsChangeKey(version - keptVersions), { blind: true });
	}
	if (rows.length <= mostRows) {
		await transaction.put(rightsChangeKey(version), encodeRecord(rows), { blind: true });
	}
}

/**
 * Returns the rows that changed after version `from`, up to `to`, as they are now; undefined: anything may have
 * changed.
 */
export async function changedRights(
	reader: FastReader,
	schema: Schema,
	from: number,
	to: number,
): Promise<readonly GrantChange[] | undefined> {
	if (from < 0 || to - from > keptVersions) {
		return undefined;
	}
	const usersOf = new Map<Key, Set<string>>();
	for (let version = from + 1; version <= to; version++) {
		const entry = await reader.get(rightsChangeKey(version));
		if (entry === undefined) {
			return undefined;
		}
		for (const [key, ...users] of decodeRecord<readonly LoggedRow[]>(entry)) {
			const known = usersOf.get(key) ?? new Set();
			usersOf.set(key, known);
			users.forEach((user) => known.add(user));
		}
		if (usersOf.size > mostRows) {
			return undefined;
		}
	}
	const tables = grantTablesOf(schema).map((table) => ({
		prefix: rowPrefix(table.id),
		decode: grantRowDecoder(table),
	}));
	const changes: GrantChange[] = [];
	for (const [key, users] of usersOf) {
		const decode = tables.find(({ prefix }) => key.startsWith(prefix))?.decode;
		if (decode === undefined) {
			return undefined;
		}
		const value = await reader.get(key);
		changes.push({ key, users: [...users], row: value && decode(key, value) });
	}
	return changes;
}
