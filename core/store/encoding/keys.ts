/**
 * Every key of a data directory.
 *
 * In: ids, names and tuples. Out: byte strings, and the ranges that hold all keys with one beginning.
 *
 *     01                                  format stamp
 *     02                                  schema version: counts every change of the schema
 *     03                                  next id: databases, tables and views take theirs here
 *     04                                  newest changes of the schema: which tables they were about
 *     05                                  rights version: counts every change of accounts and grants
 *     10 int(database)                    database record
 *     11 bytes(database name)             database id
 *     12 int(table)                       table record
 *     13 int(database) bytes(name)        table or view id
 *     14 int(table)                       table definition version
 *     15 int(table)                       auto-increment: the next id
 *     16 int(table)                       row count: every commit adds what it inserted
 *     17 int(view)                        view record
 *     18 prefix                           contents left behind under a prefix, for the sweep
 *     19 int(table)                       temporary table: whose it is; its record is in no store
 *     20 bytes(name)                      global variable
 *     22 int(table)                       what is known of its indexes: statistics
 *     23 bytes(name)                      name that GET_LOCK() holds: which process has it
 *     24 xid                              prepared branch of a distributed transaction (`prepared-batch.ts`)
 *     25                                  how many tables LOCK TABLES keeps, if any
 *     25 bytes(table name)                one of them: which processes keep it
 *     40 int(table) 40 tuple              row: `40` is int(0), then the primary key or the hidden row id
 *     40 int(table) int(index) tuple      index entry, index ids from 1; then the row's tuple unless unique
 *     40 int(table) int(2^32) int(slot)   guard of the rows that foreign keys lead to
 *     7e                                  who has written to the store, and has it open
 *     7f                                  claim of the log: which process commits to it (`store/wal/log-lease.ts`)
 *
 * `int` and `bytes` are drawn in `key-part.ts`. Names are given as the caller compares them (folded). Everything of a
 * table's contents lies in one range, rows first; no key begins with 80 or more.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { encodeBytes, encodeInteger, type EncodeKeyPart, type KeyCursor, keyPartDecoder } from "./key-part.ts";
import type { Key } from "../contract.ts";

/**
 * The longest key any engine takes; LMDB's limit in pages of 4,096 bytes. SQL may declare keys of 3,072 bytes: the
 * value that doesn't fit is refused when it is written.
 */
export const maximumKeyBytes = 1978;

/** The place of guards among a table's indexes: far behind any id. */
const guardIndexId = 2 ** 32;

/** Guards of one table: each row's key is hashed to one of so many slots. */
export const guardSlots = 256;

export const formatKey: Key = "\x01";
export const schemaVersionKey: Key = "\x02";
export const nextIdKey: Key = "\x03";
export const schemaChangesKey: Key = "\x04";
export const rightsVersionKey: Key = "\x05";
export const writersKey: Key = "\x7e";
export const logClaimKey: Key = "\x7f";

export function databaseKey(databaseId: number): Key {
	return `\x10${encodeInteger(databaseId)}`;
}

export function databaseNameKey(name: ByteString): Key {
	return `\x11${encodeBytes(name)}`;
}

export function tableKey(tableId: number): Key {
	return `\x12${encodeInteger(tableId)}`;
}

export function tableNameKey(databaseId: number, name: ByteString): Key {
	return `\x13${encodeInteger(databaseId)}${encodeBytes(name)}`;
}

export function tableVersionKey(tableId: number): Key {
	return `\x14${encodeInteger(tableId)}`;
}

export function autoIncrementKey(tableId: number): Key {
	return `\x15${encodeInteger(tableId)}`;
}

export function rowCountKey(tableId: number): Key {
	return `${spaces.rowCounts}${encodeInteger(tableId)}`;
}

export function viewKey(viewId: number): Key {
	return `\x17${encodeInteger(viewId)}`;
}

/** The mark of contents left behind: all keys that begin with `prefix`. */
export function sweepKey(prefix: Key): Key {
	return `\x18${prefix}`;
}

/** The prefix that a mark names. */
export function sweptPrefix(mark: Key): Key {
	return mark.slice(1);
}

/** Says whose a temporary table is. */
export function temporaryKey(tableId: number): Key {
	return `\x19${encodeInteger(tableId)}`;
}

export function globalVariableKey(name: ByteString): Key {
	return `\x20${encodeBytes(name)}`;
}

export function lockedNameKey(name: ByteString): Key {
	return `\x23${encodeBytes(name)}`;
}

/** How many tables are kept by LOCK TABLES: absent where none is. */
export const keptTableCountKey: Key = "\x25";

/** A table that LOCK TABLES keeps; the empty name is everything. */
export function keptTableKey(name: ByteString): Key {
	return `${spaces.keptTables}${encodeBytes(name)}`;
}

/** `xid`: its parts, each as `key-part.ts` draws it. */
export function preparedBranchKey(xid: ByteString): Key {
	return `${spaces.preparedBranches}${xid}`;
}

export function statisticsKey(tableId: number): Key {
	return `\x22${encodeInteger(tableId)}`;
}

/** The beginnings of whole spaces, for `rangeOf`. */
export const spaces = {
	databases: "\x10",
	databaseNames: "\x11",
	tables: "\x12",
	tableNames: "\x13",
	tableVersions: "\x14",
	autoIncrements: "\x15",
	rowCounts: "\x16",
	views: "\x17",
	sweeps: "\x18",
	temporaries: "\x19",
	globalVariables: "\x20",
	statistics: "\x22",
	lockedNames: "\x23",
	preparedBranches: "\x24",
	keptTables: "\x25",
	contents: "\x40",
} as const satisfies Record<string, Key>;

/** The beginning of all names in a database. */
export function tableNamePrefix(databaseId: number): Key {
	return `\x13${encodeInteger(databaseId)}`;
}

/** The beginning of all rows and index entries of a table. */
export function contentsPrefix(tableId: number): Key {
	return `\x40${encodeInteger(tableId)}`;
}

/**
 * The beginning of a table's row keys: what follows is the primary key's tuple or `encodeInteger(rowId)`. Made once
 * per table.
 */
export function rowPrefix(tableId: number): Key {
	return `${contentsPrefix(tableId)}\x40`;
}

/**
 * The beginning of an index's entries: what follows is the tuple and, unless the entry is unique, the row's tuple.
 */
export function indexPrefix(tableId: number, indexId: number): Key {
	return `${contentsPrefix(tableId)}${encodeInteger(indexId)}`;
}

/** Written by whoever refers to a row of the slot, relied on by whoever takes such a row away. */
export function guardKey(tableId: number, slot: number): Key {
	return `${guardPrefix(tableId)}${encodeInteger(slot)}`;
}

/** The beginning of all guards of a table's rows. */
export function guardPrefix(tableId: number): Key {
	return `${contentsPrefix(tableId)}${encodeInteger(guardIndexId)}`;
}

/**
 * How many bytes all keys of one table's rows, or of one index's entries, begin with alike; 0: the key is of neither.
 */
export function blockSpace(key: Key): number {
	if (key.charCodeAt(0) !== 0x40) {
		return 0;
	}
	return 1 + integerLength(key, 1) + integerLength(key, 1 + integerLength(key, 1));
}

/**
 * Which table and index a key belongs to, and what is behind them; undefined: it is no row and no entry. Index 0: a
 * row.
 */
export function placeOfKey(
	key: Key,
): { readonly tableId: number; readonly indexId: number; readonly rest: ByteString } | undefined {
	if (key.charCodeAt(0) !== 0x40) {
		return undefined;
	}
	const cursor: KeyCursor = { key, at: 1 };
	const decode = keyPartDecoder("integer");
	const tableId = Number(decode(cursor));
	const indexId = cursor.at < key.length ? Number(decode(cursor)) : 0;
	return { tableId, indexId, rest: key.slice(cursor.at) };
}

/** How many bytes an id takes that begins at a place. */
function integerLength(key: Key, at: number): number {
	const head = key.charCodeAt(at);
	return head > 0xc0 ? 1 + head - 0xc0 : 1;
}

export function hiddenRowKey(prefix: Key, rowId: Integer): Key {
	return prefix + encodeInteger(rowId);
}

/** A prefix and a tuple, or the beginning of one. Throws 1071 if the key is too long for any engine. */
export function tupleKey(prefix: Key, values: readonly Value[], encoders: readonly EncodeKeyPart[]): Key {
	let key = prefix;
	for (let part = 0; part < values.length; part++) {
		key += encoders[part](values[part]);
	}
	return assertKeyFits(key);
}

/** The key, or error 1071. */
export function assertKeyFits(key: Key): Key {
	assertKeyLength(key.length);
	return key;
}

export function assertKeyLength(bytes: number): void {
	if (bytes > maximumKeyBytes) {
		throw sqlError("keyTooLong", maximumKeyBytes);
	}
}

/** All keys that begin with a prefix. */
export function rangeOf(prefix: Key): { readonly from: Key; readonly to: Key } {
	return { from: prefix, to: afterPrefix(prefix) };
}

/** The smallest key behind all that begin with a prefix. */
export function afterPrefix(prefix: Key): Key {
	let length = prefix.length;
	while (length > 0 && prefix.charCodeAt(length - 1) === 0xff) {
		length--;
	}
	if (length === 0) {
		return "\xff";
	}
	return prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1);
}
