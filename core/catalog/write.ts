/**
 * Records put into and taken out of a transaction: all that data definition writes, but for rows.
 *
 * In: a transaction and records. Out: writes in the transaction. Every change counts the schema version up, so that
 * of two changes at once one is refused; every change of a table counts the table's definition version, which a
 * transaction that reads or writes the table relies on. It refuses to know whether a change is allowed.
 *
 * Rows and index entries of a dropped table are not removed here: their ids are never used again, so it is enough to
 * leave a mark for the sweep (`sweep.ts`).
 */
import {
	autoIncrementKey,
	contentsPrefix,
	databaseKey,
	databaseNameKey,
	indexPrefix,
	nextIdKey,
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
import type { MaybePromise, Key } from "../store/store.ts";
import type { Transaction } from "../store/transaction/transaction.ts";
import { encodeText } from "../types/value.ts";
import { loggedChange } from "./change-log.ts";
import { fold } from "./identifier.ts";
import { decodeCounter, encodeCounter, encodeRecord } from "./record-codec.ts";
import type { DatabaseRecord, TableRecord, ViewRecord } from "./record.ts";

/** Ids begin here. */
const firstId = 1;

const nothing = new Uint8Array(0);

function all(answers: readonly MaybePromise<unknown>[]): MaybePromise<void> {
	const pending = answers.filter((answer) => answer instanceof Promise);
	return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined);
}

function count(transaction: Transaction, key: Key, least: number): MaybePromise<number> {
	const next = (bytes: Uint8Array | undefined): MaybePromise<number> => {
		const taken = Math.max(decodeCounter(bytes), least);
		return after(transaction.put(key, encodeCounter(taken + 1)), () => taken);
	};
	return after(transaction.get(key), next);
}

/** An id that no database, table or view has or had. */
export function takeId(transaction: Transaction): MaybePromise<number> {
	return count(transaction, nextIdKey, firstId);
}

/** No ids: a change of more than tables. */
function countSchema(transaction: Transaction, ...tableIds: number[]): MaybePromise<unknown> {
	return after(count(transaction, schemaVersionKey, 0), (version) =>
		after(transaction.get(schemaChangesKey), (log) =>
			transaction.put(schemaChangesKey, loggedChange(log, version + 1, tableIds)),
		),
	);
}

function after<T, R>(answer: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}

function nameKeyOf({ databaseId, name }: TableRecord | ViewRecord): Key {
	return tableNameKey(databaseId, encodeText(fold(name)));
}

/**
 * Accounts or grants have changed. The schema's version counts too, so that everybody who begins a statement takes
 * notice.
 */
export function countRights(transaction: Transaction, accountTableId: number): MaybePromise<void> {
	return all([count(transaction, rightsVersionKey, 0), countSchema(transaction, accountTableId)]);
}

export function putDatabase(transaction: Transaction, record: DatabaseRecord): MaybePromise<void> {
	return all([
		transaction.put(databaseKey(record.id), encodeRecord(record)),
		transaction.put(databaseNameKey(encodeText(fold(record.name))), encodeCounter(record.id)),
		countSchema(transaction),
	]);
}

/** The database's tables are to be removed one by one. */
export function removeDatabase(transaction: Transaction, record: DatabaseRecord): MaybePromise<void> {
	return all([
		transaction.remove(databaseKey(record.id)),
		transaction.remove(databaseNameKey(encodeText(fold(record.name)))),
		countSchema(transaction),
	]);
}

/**
 * A new table, or a new definition of one: then `former` is the old one, whose name or id may be another. A table
 * that moves to a new id leaves its old contents to the sweep.
 */
export function putTable(transaction: Transaction, record: TableRecord, former?: TableRecord): MaybePromise<void> {
	const removed: MaybePromise<void>[] = [];
	if (former !== undefined && nameKeyOf(former) !== nameKeyOf(record)) {
		removed.push(transaction.remove(nameKeyOf(former)));
	}
	if (former !== undefined && former.id !== record.id) {
		removed.push(forget(transaction, former.id));
	}
	return all([
		...removed,
		transaction.put(tableKey(record.id), encodeRecord(record)),
		transaction.put(nameKeyOf(record), encodeCounter(record.id)),
		transaction.put(tableVersionKey(record.id), encodeCounter(record.definitionVersion)),
		countSchema(transaction, record.id, ...(former === undefined || former.id === record.id ? [] : [former.id])),
	]);
}

export function removeTable(transaction: Transaction, record: TableRecord): MaybePromise<void> {
	return all([
		transaction.remove(nameKeyOf(record)),
		forget(transaction, record.id),
		countSchema(transaction, record.id),
	]);
}

/** A new view, or a new definition of one: then `former` is the old one, whose name may be another. */
export function putView(transaction: Transaction, record: ViewRecord, former?: ViewRecord): MaybePromise<void> {
	return all([
		former !== undefined && nameKeyOf(former) !== nameKeyOf(record) ? transaction.remove(nameKeyOf(former)) : undefined,
		transaction.put(viewKey(record.id), encodeRecord(record)),
		transaction.put(nameKeyOf(record), encodeCounter(record.id)),
		countSchema(transaction),
	]);
}

export function removeView(transaction: Transaction, record: ViewRecord): MaybePromise<void> {
	return all([transaction.remove(nameKeyOf(record)), transaction.remove(viewKey(record.id)), countSchema(transaction)]);
}

/** What an id held, contents last. */
function forget(transaction: Transaction, tableId: number): MaybePromise<void> {
	return all([
		transaction.remove(tableKey(tableId)),
		transaction.remove(tableVersionKey(tableId)),
		transaction.remove(autoIncrementKey(tableId)),
		transaction.remove(rowCountKey(tableId), { blind: true }),
		transaction.remove(statisticsKey(tableId), { blind: true }),
		transaction.put(sweepKey(contentsPrefix(tableId)), nothing),
	]);
}

/** Leaves the entries of a dropped index to the sweep: index ids are never used again within a table. */
export function forgetIndex(transaction: Transaction, tableId: number, indexId: number): MaybePromise<void> {
	return transaction.put(sweepKey(indexPrefix(tableId, indexId)), nothing);
}
