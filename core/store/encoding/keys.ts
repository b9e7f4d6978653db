/**
 * Key spaces of a data directory: makes every key and the range of each space.
 *
 *     01                                  format stamp
 *     02                                  schema version: counts every change of the schema
 *     03                                  next id of a database, table, view or routine
 *     04                                  newest schema changes, with their tables (core/catalog/change-log.ts)
 *     05                                  rights version: counts every change of accounts and grants
 *     06                                  secret by which names without an account answer a login
 *     07 int(rights version)              rows that the version changed (core/session/privileges/rights-log.ts)
 *     10 int(database)                    database record
 *     11 bytes(database name)             database id
 *     12 int(table)                       table record
 *     13 int(database) bytes(name)        table or view id
 *     14 int(table)                       table definition version
 *     15 int(table)                       auto-increment: the next id
 *     16 int(table)                       row count: a counter to which every commit adds
 *     17 int(view)                        view record
 *     18 prefix                           contents to be removed by the sweep: all keys with the prefix
 *     19 int(table)                       temporary table: its session; its record is in no store
 *     1a int(routine)                     record of a stored procedure or function
 *     20 bytes(name)                      global variable
 *     22 int(table)                       statistics of its indexes
 *     23 bytes(name)                      name locked by GET_LOCK(): the process that holds it
 *     24 xid                              prepared branch of a distributed transaction (`prepared-batch.ts`)
 *     25                                  number of tables locked by LOCK TABLES, if any
 *     25 bytes(table name)                one of them: the processes that hold it
 *     40 int(table) 40 tuple              row: `40` is int(0), then the primary key or the hidden row id
 *     40 int(table) int(index) tuple      index entry, index ids from 1; then the row's tuple unless unique
 *     40 int(table) int(2^32) int(slot)   guard of the rows that foreign keys refer to
 *     7b instance slot                    mark of a commit that another process made (`store/wal/commit-mark.ts`)
 *     7c bytes(member) int(number)        part of a commit that is still coming over a shared log
 *     7d                                  state of a shared log in the file (`store/shared-log/kept-state.ts`)
 *     7e                                  processes that have written to the store and have it open
 *     7f                                  log lease: the process that commits to the log (`store/wal/log-lease.ts`)
 *
 * `int` and `bytes` are encoded by `key-part.ts`. Names are given as the caller compares them (case-folded). All
 * contents of a table are in one range, rows first; no key begins with 80 or more, which block keys do.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { encodeBytes, encodeInteger, type EncodeKeyPart, type KeyCursor, keyPartDecoder } from "./key-part.ts";
import type { Key } from "../contract.ts";

/**
 * The longest key an engine stores; LMDB's limit with pages of 4,096 bytes. SQL may declare keys of 3,072 bytes: a
 * value that does not fit is refused when it is written.
 */
export const maximumKeyBytes = 1978;

/** Index id of a table's guards: beyond any real one. */
const guardIndexId = 2 ** 32;

/** Guards of one table: each row's key is hashed to one of these slots. */
export const guardSlots = 256;

export const formatKey: Key = "\x01";
export const schemaVersionKey: Key = "\x02";
export const nextIdKey: Key = "\x03";
export const schemaChangesKey: Key = "\x04";
export const rightsVersionKey: Key = "\x05";
export const decoySecretKey: Key = "\x06";
export const writersKey: Key = "\x7e";
export const logClaimKey: Key = "\x7f";
export const keptStateKey: Key = "\x7d";

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

export function routineKey(routineId: number): Key {
	return `\x1a${encodeInteger(routineId)}`;
}

/** Mark of contents to be removed by the sweep: all keys that begin with `prefix`. */
export function sweepKey(prefix: Key): Key {
	return `\x18${prefix}`;
}

/** The prefix of such a mark. */
export function sweptPrefix(mark: Key): Key {
	return mark.slice(1);
}

/** Key of a temporary table's session. */
export function temporaryKey(tableId: number): Key {
	return `\x19${encodeInteger(tableId)}`;
}

/** Key of the rows that a rights version changed. */
export function rightsChangeKey(version: number): Key {
	return `${spaces.rightsChanges}${encodeInteger(version)}`;
}

export function globalVariableKey(name: ByteString): Key {
	return `\x20${encodeBytes(name)}`;
}

export function lockedNameKey(name: ByteString): Key {
	return `\x23${encodeBytes(name)}`;
}

/** Number of tables locked by LOCK TABLES: absent if none is. */
export const keptTableCountKey: Key = "\x25";

/** Key of a table locked by LOCK TABLES; the empty name is that of all tables. */
export function keptTableKey(name: ByteString): Key {
	return `${spaces.keptTables}${encodeBytes(name)}`;
}

/** `xid`: its parts, each encoded as in `key-part.ts`. */
export function preparedBranchKey(xid: ByteString): Key {
	return `${spaces.preparedBranches}${xid}`;
}

export function statisticsKey(tableId: number): Key {
	return `\x22${encodeInteger(tableId)}`;
}

/** Prefix of the parts that a member of a cluster has sent. */
export function logPartPrefix(member: ByteString): Key {
	return `${spaces.logParts}${encodeBytes(member)}`;
}

export function logPartKey(member: ByteString, number: number): Key {
	return `${logPartPrefix(member)}${encodeInteger(number)}`;
}

/** Prefixes of key spaces, for `rangeOf`. */
export const spaces = {
	rightsChanges: "\x07",
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
	routines: "\x1a",
	globalVariables: "\x20",
	statistics: "\x22",
	lockedNames: "\x23",
	preparedBranches: "\x24",
	keptTables: "\x25",
	contents: "\x40",
	/** From here on: what the store notes for itself. */
	commitMarks: "\x7b",
	logParts: "\x7c",
} as const satisfies Record<string, Key>;

/** Prefix of all names in a database. */
export function tableNamePrefix(databaseId: number): Key {
	return `\x13${encodeInteger(databaseId)}`;
}

/** Prefix of all rows and index entries of a table. */
export function contentsPrefix(tableId: number): Key {
	return `\x40${encodeInteger(tableId)}`;
}

/**
 * Prefix of a table's row keys, followed by the primary key's tuple or `encodeInteger(rowId)`. Made once per table.
 */
export function rowPrefix(tableId: number): Key {
	return `${contentsPrefix(tableId)}\x40`;
}

/** Prefix of an index's entries, followed by the tuple and, unless the entry is unique, the row's tuple. */
export function indexPrefix(tableId: number, indexId: number): Key {
	return `${contentsPrefix(tableId)}${encodeInteger(indexId)}`;
}

/** Written by a transaction that refers to a row of the slot; in the read set of one that removes such a row. */
export function guardKey(tableId: number, slot: number): Key {
	return `${guardPrefix(tableId)}${encodeInteger(slot)}`;
}

/** Prefix of all guards of a table's rows. */
export function guardPrefix(tableId: number): Key {
	return `${contentsPrefix(tableId)}${encodeInteger(guardIndexId)}`;
}

/** Length of the common prefix of one table's row keys, or of one index's entries; 0: the key is neither. */
export function blockSpace(key: Key): number {
	if (key.charCodeAt(0) !== 0x40) {
		return 0;
	}
	return 1 + integerLength(key, 1) + integerLength(key, 1 + integerLength(key, 1));
}

/** Splits a row's or index entry's key into table, index (0: a row) and the rest; undefined: it is neither. */
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

/** Length of the id that begins at an offset. */
function integerLength(key: Key, at: number): number {
	const head = key.charCodeAt(at);
	return head > 0xc0 ? 1 + head - 0xc0 : 1;
}

export function hiddenRowKey(prefix: Key, rowId: Integer): Key {
	return prefix + encodeInteger(rowId);
}

/** Appends a tuple, or the first parts of one, to a prefix. Throws 1071 if the key is too long for any engine. */
export function tupleKey(prefix: Key, values: readonly Value[], encoders: readonly EncodeKeyPart[]): Key {
	let key = prefix;
	for (let part = 0; part < values.length; part++) {
		key += encoders[part](values[part]);
	}
	return assertKeyFits(key);
}

/** Returns the key, or throws error 1071 if it is too long. */
export function assertKeyFits(key: Key): Key {
	assertKeyLength(key.length);
	return key;
}

export function assertKeyLength(bytes: number): void {
	if (bytes > maximumKeyBytes) {
		throw sqlError("keyTooLong", maximumKeyBytes);
	}
}

/** Range of all keys with a prefix. */
export function rangeOf(prefix: Key): { readonly from: Key; readonly to: Key } {
	return { from: prefix, to: afterPrefix(prefix) };
}

/** The range of the keys from the first to the last, both included. */
export function rangeThrough(first: Key, last: Key): { readonly from: Key; readonly to: Key } {
	return { from: first, to: `${last}\0` };
}

/** The smallest key after all keys with a prefix. */
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
