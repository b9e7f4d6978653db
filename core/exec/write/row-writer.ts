/**
 * What writes a table's rows, as others see it.
 *
 * In: nothing. Out: types, so that foreign keys can have rows of other tables changed without knowing
 * `table-writer.ts`.
 */
import type { Index } from "../../catalog/table.ts";
import type { MaybePromise, Key } from "../../store/store.ts";
import type { Row } from "../../types/value.ts";

/** A row that has the same values in a unique key. */
export interface Duplicate {
	readonly index: Index;
	/** The key of the row in the way. */
	readonly key: Key;
}

export interface RowWriter {
	/** The row at a key, or undefined if there is none. */
	read(key: Key): MaybePromise<Row | undefined>;
	/** Gives the row at `key` other values. The row may move, if its primary key changes. */
	update(oldRow: Row, key: Key, row: Row): MaybePromise<Duplicate | undefined>;
	/** Removes the row at `key`. */
	remove(row: Row, key: Key): MaybePromise<void>;
}
