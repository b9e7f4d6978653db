/**
 * Writes the index entries of one row: finds duplicates of unique keys, puts, changes and removes entries.
 *
 * Functions of table and transaction, since they run for every row: an object each would have to be made.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Transaction } from "../../store/transaction/transaction.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { indexEntryKey, indexEntryValue, isUniqueEntry, rowKeyOfEntry } from "../rows/index-entry.ts";
import type { Duplicate } from "./row-writer.ts";

const blind = { blind: true } as const;
const none: readonly Index[] = [];

/** Looks up the unique keys one after the other. */
export function firstDuplicate(
	table: Table,
	transaction: Transaction,
	indexes: readonly Index[],
	row: Row,
	key: Key,
	from = 0,
): MaybePromise<Duplicate | undefined> {
	for (let at = from; at < indexes.length; at++) {
		const index = indexes[at] as Index;
		if (!isUniqueEntry(index, row)) {
			continue;
		}
		const entry = indexEntryKey(table, index, row, key, null);
		const answer = after(transaction.claim(entry, "exclusive", true), () => transaction.get(entry));
		if (answer instanceof Promise) {
			return answer.then(
				(value) =>
					inTheWay(table, index, entry, value, key) ?? firstDuplicate(table, transaction, indexes, row, key, at + 1),
			);
		}
		const duplicate = inTheWay(table, index, entry, answer, key);
		if (duplicate !== undefined) {
			return duplicate;
		}
	}
	return undefined;
}

function inTheWay(
	table: Table,
	index: Index,
	entry: Key,
	value: Uint8Array | undefined,
	ownKey: Key,
): Duplicate | undefined {
	if (value === undefined) {
		return undefined;
	}
	const key = rowKeyOfEntry(table, index, entry, value);
	return key === ownKey ? undefined : { index, key };
}

/** Puts the row's entries in these indexes. */
export function putEntries(
	table: Table,
	transaction: Transaction,
	indexes: readonly Index[],
	row: Row,
	key: Key,
): MaybePromise<undefined> {
	let waiting: Promise<unknown>[] | undefined;
	for (const index of indexes) {
		const entry = indexEntryKey(table, index, row, key, null);
		const value = indexEntryValue(table, index, row, key);
		const options = value.length > 0 ? undefined : blind;
		const claimed = transaction.claim(entry, "exclusive", true);
		const answer =
			claimed === undefined
				? transaction.put(entry, value, options)
				: claimed.then(() => transaction.put(entry, value, options));
		if (answer instanceof Promise) {
			waiting ??= [];
			waiting.push(answer);
		}
	}
	return waiting === undefined ? undefined : Promise.all(waiting).then(() => undefined);
}

export function removeEntries(
	table: Table,
	transaction: Transaction,
	indexes: readonly Index[],
	row: Row,
	key: Key,
): void {
	for (const index of indexes) {
		transaction.remove(indexEntryKey(table, index, row, key, null), blind);
	}
}

/** The indexes in which a row that keeps its key has another entry now. */
export function changedIndexes(
	table: Table,
	indexes: readonly Index[],
	before: Row,
	row: Row,
	key: Key,
): readonly Index[] {
	let changed = none;
	for (const index of indexes) {
		if (
			!isSame(index, before, row) &&
			indexEntryKey(table, index, before, key, null) !== indexEntryKey(table, index, row, key, null)
		) {
			changed = [...changed, index];
		}
	}
	return changed;
}

/** Whether the rows are equal in the index's columns. Where they are not, their entries may still be equal. */
export function isSame({ parts }: Index, before: Row, row: Row): boolean {
	for (let at = 0; at < parts.length; at++) {
		const { offset } = parts[at]!.column;
		if (before[offset] !== row[offset]) {
			return false;
		}
	}
	return true;
}
