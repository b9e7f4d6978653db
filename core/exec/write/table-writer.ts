/**
 * Table writer: inserts, updates and removes rows of one table together with their index entries.
 *
 * Returns the duplicate of a unique key, and has written nothing then; the statement decides what a duplicate means.
 *
 * A row's own key guards its plain index entries, which are written blindly; unique entries and rows rely on what was
 * there before. All rely on the table's definition, so that a concurrent ALTER fails the later commit.
 */
import { usesFastPath } from "../../async/fast-path.ts";
import type { Index, Table } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseBarred } from "./ddl-write-barrier.ts";
import { hiddenKey, indexEntryKey, isUniqueEntry, rowKey } from "../rows/index-entry.ts";
import { changedIndexes, firstDuplicate, isSame, putEntries, removeEntries } from "./entry-writer.ts";
import { type ForeignKeyGuard, foreignKeyGuard } from "./foreign-key-guard.ts";
import { RowAppender } from "./row-appender.ts";
import type { RowCodec } from "../rows/row-codec.ts";
import { type RowQuestion, rowQuestion } from "./row-question.ts";
import { type RowRules, rowRules } from "./row-rules.ts";
import type { Duplicate, RowWriter } from "./row-writer.ts";
import { readViewRow } from "./read-view-overlay.ts";
import { storedRow, timestampColumns } from "../rows/timestamp-column.ts";
import { relyOnDefinition, writtenTable } from "./written-table.ts";

export type { Duplicate } from "./row-writer.ts";

/** Made once a statement and table. `expected`: the number of new rows to come, as far as known. */
export function tableWriter(table: Table, execution: Execution, expected = 0): TableWriter {
	return new TableWriter(
		table,
		execution,
		foreignKeyGuard(table, execution, (other) => tableWriter(other, execution)),
		expected,
		rowRules(table, execution),
		rowQuestion(table, execution),
	);
}

/** For rows that are only moved: foreign keys were checked when they were written. `rules`: applied to each. */
export function unguardedWriter(table: Table, execution: Execution, rules?: RowRules): TableWriter {
	return new TableWriter(table, execution, undefined, 0, rules);
}

export class TableWriter implements RowWriter {
	readonly #table: Table;
	readonly #execution: Execution;
	readonly #codec: RowCodec;
	readonly #countKey: Key;
	readonly #secondary: readonly Index[];
	readonly #unique: readonly Index[];
	readonly #rules: RowRules | undefined;
	readonly #question: RowQuestion | undefined;
	readonly #guard: ForeignKeyGuard | undefined;
	/** Set where only the row's own key can have a duplicate. */
	readonly #appender: RowAppender | undefined;
	readonly #hasTimestamps: boolean;
	/** Rows are stored as statements see them, and no other rows depend on them. */
	readonly #isPlain: boolean;
	/** The transaction relies on the table's definition. */
	#relied = false;

	constructor(
		table: Table,
		execution: Execution,
		guard: ForeignKeyGuard | undefined,
		expected = 0,
		rules = rowRules(table, execution),
		question?: RowQuestion,
	) {
		refuseBarred(table, execution.transaction.store.members);
		this.#table = table;
		this.#execution = execution;
		const { codec, countKey, secondary, unique, hasTimestamps } = writtenTable(table);
		this.#codec = codec;
		this.#countKey = countKey;
		this.#secondary = secondary;
		this.#unique = unique;
		this.#rules = rules;
		this.#question = question;
		this.#hasTimestamps = hasTimestamps;
		this.#guard = guard;
		this.#isPlain = !this.#hasTimestamps && guard === undefined;
		const isAppended = this.#unique.length === 0 && guard === undefined && table.primaryKey !== undefined;
		this.#appender =
			isAppended && usesFastPath("append") ? new RowAppender(table, execution.transaction, expected) : undefined;
	}

	/** Computes a row's generated columns before it is checked. Throws 3819 too. */
	generate(row: Row): void {
		this.#rules?.(row);
	}

	/** Computes a new row's generated columns and writes it. Throws 3819 too. */
	insert(row: Row): MaybePromise<Duplicate | undefined> {
		this.#rely();
		this.#rules?.(row);
		this.#question?.(row);
		const stored = this.#hasTimestamps ? storedRow(this.#table, row, this.#execution) : row;
		if (this.#table.primaryKey === undefined) {
			return this.#insertHidden(stored);
		}
		const { transaction } = this.#execution;
		if (this.#appender?.append(stored) === true) {
			transaction.add(this.#countKey, 1);
			return undefined;
		}
		const key = rowKey(this.#table, stored, null);
		const claimed = transaction.claim(key, "exclusive", true);
		const there = claimed === undefined ? transaction.get(key) : claimed.then(() => transaction.get(key));
		return there instanceof Promise
			? there.then((bytes) => this.#insertOver(bytes, stored, key))
			: this.#insertOver(there, stored, key);
	}

	#insertOver(there: Uint8Array | undefined, row: Row, key: Key): MaybePromise<Duplicate | undefined> {
		return there === undefined ? this.#insertAt(row, key) : { index: this.#table.primaryKey as Index, key };
	}

	/** For tables without a primary key. Another process that generates the same row ids may have used one first. */
	#insertHidden(stored: Row): MaybePromise<Duplicate | undefined> {
		const { rowIds, transaction } = this.#execution;
		return after(rowIds.take(this.#table), (id) => {
			const key = hiddenKey(this.#table, id);
			return after(
				after(transaction.claim(key, "exclusive", true), () => transaction.get(key)),
				(there) =>
					there === undefined
						? this.#insertAt(stored, key)
						: after(rowIds.refresh(this.#table), () => this.#insertHidden(stored)),
			);
		});
	}

	/** Changes the row at `key`, which moves if its primary key changes. */
	update(oldRow: Row, key: Key, row: Row): MaybePromise<Duplicate | undefined> {
		this.#rules?.(row);
		this.#question?.(row);
		const claimed = this.#claimOld(key);
		if (claimed === undefined && this.#isPlain) {
			return this.#updateStored(oldRow, key, row);
		}
		return after(
			after(claimed, () => this.#storedRows(oldRow, key, row)),
			(rows) => {
				if (rows === undefined) {
					return undefined;
				}
				const [before, stored] = rows;
				const guard = this.#guard;
				if (guard === undefined) {
					return this.#updateStored(before, key, stored);
				}
				return after(guard.checkParents(stored, before), () =>
					after(guard.restrict(before, key, stored), () =>
						this.#wholly(guard, () =>
							after(
								this.#updateStored(before, key, stored),
								(duplicate) => duplicate ?? after(guard.follow(before, stored), () => undefined),
							),
						),
					),
				);
			},
		);
	}

	#updateStored(before: Row, key: Key, stored: Row): MaybePromise<Duplicate | undefined> {
		const { primaryKey } = this.#table;
		const newKey =
			primaryKey === undefined || isSame(primaryKey, before, stored) ? key : rowKey(this.#table, stored, null);
		if (newKey === key) {
			return this.#updateInPlace(before, stored, key);
		}
		const { transaction } = this.#execution;
		return after(
			after(transaction.claim(newKey, "exclusive", true), () => transaction.get(newKey)),
			(there) =>
				there === undefined
					? this.#move(before, key, stored, newKey)
					: { index: this.#table.primaryKey as Index, key: newKey },
		);
	}

	/** Removes the row at `key`. */
	remove(row: Row, key: Key): MaybePromise<void> {
		const claimed = this.#claimOld(key);
		if (claimed === undefined && this.#isPlain) {
			return this.#removeAt(row, key);
		}
		return after(
			after(claimed, () => this.#storedRows(row, key, row)),
			(rows) => {
				if (rows === undefined) {
					return;
				}
				const [stored] = rows;
				const guard = this.#guard;
				return guard === undefined
					? this.#removeAt(stored, key)
					: after(guard.restrict(stored, key), () =>
							this.#wholly(guard, () => after(this.#removeAt(stored, key), () => guard.follow(stored))),
						);
			},
		);
	}

	/** Writes a row and its cascade, or nothing: where the cascade fails, IGNORE skips this row and continues. */
	#wholly<T>({ hasReferences }: ForeignKeyGuard, write: () => MaybePromise<T>): MaybePromise<T> {
		if (!hasReferences) {
			return write();
		}
		const { transaction } = this.#execution;
		const savepoint = transaction.savepoint();
		return attempt(write, (failure) => {
			transaction.rollbackTo(savepoint);
			throw failure;
		});
	}

	/** Returns the row at a key, or undefined. */
	read(key: Key): MaybePromise<Row | undefined> {
		return after(this.#execution.transaction.get(key), (bytes) =>
			bytes === undefined ? undefined : this.#codec.decode(bytes, this.#execution),
		);
	}

	/** Locks a row before it is changed. */
	#claimOld(key: Key): MaybePromise<void> {
		this.#rely();
		return this.#execution.transaction.claim(key, "exclusive");
	}

	/** Called before the first write. */
	#rely(): void {
		if (!this.#relied) {
			this.#relied = true;
			relyOnDefinition(this.#table, this.#execution);
		}
	}

	/**
	 * Old and new row with timestamps as stored. Stored values are read again and kept where the statement did not
	 * assign: two instants may have one local time. The same goes for a whole row that a cascade may have changed since
	 * the statement read it; undefined: the cascade removed it.
	 */
	#storedRows(oldRow: Row, key: Key, row: Row): MaybePromise<readonly [Row, Row] | undefined> {
		const columns = this.#guard === undefined ? timestampColumns(this.#table) : this.#table.columns;
		if (columns.length === 0) {
			return [oldRow, row];
		}
		return after(this.#execution.transaction.get(key), (bytes) => {
			if (bytes === undefined && this.#guard !== undefined) {
				return undefined;
			}
			const before =
				bytes === undefined ? storedRow(this.#table, oldRow, this.#execution) : this.#codec.decodeStored(bytes);
			const stored = storedRow(this.#table, row, this.#execution);
			for (const { offset } of columns) {
				if (row[offset] === oldRow[offset]) {
					stored[offset] = before[offset];
				}
			}
			return [before, stored] as const;
		});
	}

	#insertAt(row: Row, key: Key): MaybePromise<Duplicate | undefined> {
		const duplicate =
			this.#unique.length === 0
				? undefined
				: firstDuplicate(this.#table, this.#execution.transaction, this.#unique, row, key);
		return duplicate === undefined && this.#guard === undefined
			? this.#putNew(row, key)
			: after(duplicate, (found) => found ?? after(this.#guard?.checkParents(row), () => this.#putNew(row, key)));
	}

	#putNew(row: Row, key: Key): MaybePromise<undefined> {
		this.#execution.transaction.add(this.#countKey, 1);
		return this.#put(this.#secondary, row, key);
	}

	/** Puts the row and its entries in these indexes. */
	#put(indexes: readonly Index[], row: Row, key: Key): MaybePromise<undefined> {
		const { transaction } = this.#execution;
		const written = transaction.put(key, this.#codec.encodeStored(row));
		const put =
			written === undefined
				? putEntries(this.#table, transaction, indexes, row, key)
				: written.then(() => putEntries(this.#table, transaction, indexes, row, key));
		return put === undefined && !transaction.isMixed
			? undefined
			: after(put, () =>
					after(transaction.isMixed ? readViewRow(this.#table, key, row, transaction) : undefined, () => undefined),
				);
	}

	#updateInPlace(before: Row, row: Row, key: Key): MaybePromise<Duplicate | undefined> {
		const { transaction } = this.#execution;
		const changed = changedIndexes(this.#table, this.#secondary, before, row, key);
		if (changed.length === 0) {
			return this.#put(changed, row, key);
		}
		return after(
			firstDuplicate(
				this.#table,
				transaction,
				changed.filter((index) => index.unique),
				row,
				key,
			),
			(duplicate) => {
				if (duplicate !== undefined) {
					return duplicate;
				}
				removeEntries(this.#table, transaction, changed, before, key);
				return this.#put(changed, row, key);
			},
		);
	}

	#move(before: Row, key: Key, row: Row, newKey: Key): MaybePromise<Duplicate | undefined> {
		// The old row's unique entries do not count as duplicates.
		const others = this.#unique.filter(
			(index) =>
				!isUniqueEntry(index, before) ||
				indexEntryKey(this.#table, index, before, key, null) !== indexEntryKey(this.#table, index, row, newKey, null),
		);
		return after(firstDuplicate(this.#table, this.#execution.transaction, others, row, newKey), (duplicate) => {
			if (duplicate !== undefined) {
				return duplicate;
			}
			this.#appender?.forget();
			this.#execution.transaction.add(this.#countKey, 1);
			return after(this.#removeAt(before, key), () => this.#put(this.#secondary, row, newKey));
		});
	}

	#removeAt(row: Row, key: Key): MaybePromise<void> {
		const { transaction } = this.#execution;
		transaction.add(this.#countKey, -1);
		removeEntries(this.#table, transaction, this.#secondary, row, key);
		const shown = transaction.isMixed ? readViewRow(this.#table, key, undefined, transaction) : undefined;
		return after(shown, () => this.#removeRow(row, key));
	}

	#removeRow(row: Row, key: Key): MaybePromise<void> {
		const { transaction } = this.#execution;
		const counter = this.#table.autoIncrementColumn;
		const id = counter === undefined ? null : row[counter.offset];
		if (id === null || id === undefined) {
			return transaction.remove(key);
		}
		return after(this.#execution.autoIncrement.keep(this.#table, id as Integer), () => transaction.remove(key));
	}
}
