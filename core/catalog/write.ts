/**
 * Catalog writes of data definition: puts and removes records in a transaction, and increments versions.
 *
 * Every change increments the schema version, so that of two concurrent changes one fails validation; every change of
 * a table increments its definition version, on which transactions that read or write the table rely.
 *
 * Contents of a dropped table may stay: its ids are never used again, so a mark for the sweep (`sweep.ts`) is enough.
 * A few entries are removed at once.
 */
import {
	autoIncrementKey,
	contentsPrefix,
	databaseKey,
	databaseNameKey,
	indexPrefix,
	nextIdKey,
	routineKey,
	rangeOf,
	rightsVersionKey,
	rowCountKey,
	statisticsKey,
	schemaChangesKey,
	schemaVersionKey,
	sweepKey,
	tableKey,
	tableNameKey,
	tableVersionKey,
	viewKey,
} from "../store/encoding/keys.ts";
import { after, all, type MaybePromise } from "../async/maybe-promise.ts";
import type { Key, Range } from "../store/contract.ts";
import type { Transaction } from "../store/transaction/transaction.ts";
import { encodeText } from "../types/value/value.ts";
import { type ChangedObject, loggedChange } from "./change-log.ts";
import { fold } from "./identifier.ts";
import { decodeCounter, encodeCounter, encodeRecord } from "./record-codec.ts";
import {
	type DatabaseRecord,
	hasOwnRecord,
	type KeptRoutine,
	type RoutineRecord,
	type TableRecord,
	type ViewRecord,
} from "./record.ts";

/** The first id. */
const firstId = 1;

const nothing = new Uint8Array(0);

function whenWritten(answers: readonly MaybePromise<unknown>[]): MaybePromise<void> {
	return after(all(answers), () => undefined);
}

function count(transaction: Transaction, key: Key, least: number): MaybePromise<number> {
	const next = (bytes: Uint8Array | undefined): MaybePromise<number> => {
		const taken = Math.max(decodeCounter(bytes), least);
		return after(transaction.put(key, encodeCounter(taken + 1)), () => taken);
	};
	return after(transaction.get(key), next);
}

/** Returns an id that no database, table, view or routine has or had. */
export function takeId(transaction: Transaction): MaybePromise<number> {
	return count(transaction, nextIdKey, firstId);
}

/** No objects: anything may have changed. */
function countSchema(transaction: Transaction, ...objects: ChangedObject[]): MaybePromise<unknown> {
	return after(count(transaction, schemaVersionKey, 0), (version) =>
		after(transaction.get(schemaChangesKey), (log) =>
			transaction.put(schemaChangesKey, loggedChange(log, version + 1, objects)),
		),
	);
}

function nameKeyOf({ databaseId, name }: TableRecord | ViewRecord): Key {
	return tableNameKey(databaseId, encodeText(fold(name)));
}

/** Accounts or grants have changed: returns their new version, which is not known until it is announced. */
export function countRights(transaction: Transaction): MaybePromise<number> {
	return after(count(transaction, rightsVersionKey, 0), (version) => version + 1);
}

/** Increments the schema version, which every statement checks, so that new rights are seen. */
export function announceRights(transaction: Transaction, accountTableId: number): MaybePromise<unknown> {
	return countSchema(transaction, `${accountTableId}`);
}

export function putDatabase(transaction: Transaction, record: DatabaseRecord): MaybePromise<void> {
	return whenWritten([
		transaction.put(databaseKey(record.id), encodeRecord(record)),
		transaction.put(databaseNameKey(encodeText(fold(record.name))), encodeCounter(record.id)),
		countSchema(transaction, `d${record.id}`),
	]);
}

/** The caller removes the database's tables one by one. */
export function removeDatabase(transaction: Transaction, record: DatabaseRecord): MaybePromise<void> {
	return whenWritten([
		transaction.remove(databaseKey(record.id)),
		transaction.remove(databaseNameKey(encodeText(fold(record.name)))),
		countSchema(transaction, `d${record.id}`),
	]);
}

/** Puts a new routine, or a routine's new characteristics. */
export function putRoutine(transaction: Transaction, record: KeptRoutine): MaybePromise<void> {
	return whenWritten([
		transaction.put(routineKey(record.id), encodeRecord(record)),
		countSchema(transaction, `r${record.id}`),
	]);
}

/** `database`: that which it is in, since it may have no record of its own. */
export function removeRoutine(
	transaction: Transaction,
	record: RoutineRecord | KeptRoutine,
	database: DatabaseRecord,
): MaybePromise<void> {
	return hasOwnRecord(record)
		? whenWritten([transaction.remove(routineKey(record.id)), countSchema(transaction, `r${record.id}`)])
		: putDatabase(transaction, { ...database, routines: database.routines?.filter((each) => each !== record) });
}

/**
 * Puts a new table, or a table's new definition: then `former` is the previous one, whose name or id may differ.
 * Contents under a former id are removed by the sweep, unless the caller does so once it has read them.
 */
export function putTable(transaction: Transaction, record: TableRecord, former?: TableRecord): MaybePromise<void> {
	const removed: MaybePromise<void>[] = [];
	if (former !== undefined && nameKeyOf(former) !== nameKeyOf(record)) {
		removed.push(transaction.remove(nameKeyOf(former)));
	}
	if (former !== undefined && former.id !== record.id) {
		removed.push(forget(transaction, former.id));
	}
	return whenWritten([
		...removed,
		transaction.put(tableKey(record.id), encodeRecord(record)),
		transaction.put(nameKeyOf(record), encodeCounter(record.id)),
		transaction.put(tableVersionKey(record.id), encodeCounter(record.definitionVersion)),
		countSchema(
			transaction,
			`${record.id}`,
			...(former === undefined || former.id === record.id ? [] : [`${former.id}` as const]),
		),
	]);
}

export function removeTable(transaction: Transaction, record: TableRecord): MaybePromise<void> {
	return whenWritten([
		transaction.remove(nameKeyOf(record)),
		forget(transaction, record.id),
		removeSmallContents(transaction, record.id),
		countSchema(transaction, `${record.id}`),
	]);
}

/** Puts a new view, or a view's new definition: then `former` is the previous one, whose name may differ. */
export function putView(transaction: Transaction, record: ViewRecord, former?: ViewRecord): MaybePromise<void> {
	return whenWritten([
		former !== undefined && nameKeyOf(former) !== nameKeyOf(record) ? transaction.remove(nameKeyOf(former)) : undefined,
		transaction.put(viewKey(record.id), encodeRecord(record)),
		transaction.put(nameKeyOf(record), encodeCounter(record.id)),
		countSchema(transaction, `v${record.id}`),
	]);
}

export function removeView(transaction: Transaction, record: ViewRecord): MaybePromise<void> {
	return whenWritten([
		transaction.remove(nameKeyOf(record)),
		transaction.remove(viewKey(record.id)),
		countSchema(transaction, `v${record.id}`),
	]);
}

/**
 * Entries of a dropped table that its own commit removes. Beyond it the sweep is cheaper: it drops blocks as a whole.
 * As many as a test leaves behind in a table, index entries included.
 */
const mostRemovedAtOnce = 64;

/** Removes everything under an id, contents last. */
function forget(transaction: Transaction, tableId: number): MaybePromise<void> {
	return whenWritten([
		transaction.remove(tableKey(tableId)),
		transaction.remove(tableVersionKey(tableId)),
		transaction.remove(autoIncrementKey(tableId)),
		transaction.remove(rowCountKey(tableId), { blind: true }),
		transaction.remove(statisticsKey(tableId), { blind: true }),
		transaction.put(sweepKey(contentsPrefix(tableId)), nothing),
	]);
}

/** Removes the contents under an id that is no longer read, if they are few. */
export function removeSmallContents(transaction: Transaction, tableId: number): MaybePromise<void> {
	return removeFew(transaction, rangeOf(contentsPrefix(tableId)));
}

/**
 * Removes the entries of a range if they are few. The mark stays, since others may have been added after this
 * transaction's snapshot; the sweep removes marks without contents by the hundred.
 */
function removeFew(transaction: Transaction, range: Range): MaybePromise<void> {
	const scan = transaction.scan({ ...range, limit: mostRemovedAtOnce + 1 });
	return after(scan.next(), (entries) => {
		scan.close();
		if (entries !== null && entries.length <= mostRemovedAtOnce) {
			entries.forEach(({ key }) => transaction.remove(key, { blind: true }));
		}
	});
}

/** Passes a dropped index's entries to the sweep: index ids are never reused within a table. */
export function forgetIndex(transaction: Transaction, tableId: number, indexId: number): MaybePromise<void> {
	return whenWritten([
		transaction.put(sweepKey(indexPrefix(tableId, indexId)), nothing),
		removeFew(transaction, rangeOf(indexPrefix(tableId, indexId))),
	]);
}
