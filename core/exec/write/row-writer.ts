/**
 * Contract of row writers, so that foreign keys can change rows of other tables without importing `table-writer.ts`.
 */
import type { Index } from "../../catalog/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Row } from "../../types/value/value.ts";

/** A row with the same values in a unique key. */
export interface Duplicate {
	readonly index: Index;
	/** The existing row's key. */
	readonly key: Key;
}

export interface RowWriter {
	/** Returns the row at a key, or undefined. */
	read(key: Key): MaybePromise<Row | undefined>;
	/** Changes the row at `key`, which moves if its primary key changes. */
	update(oldRow: Row, key: Key, row: Row): MaybePromise<Duplicate | undefined>;
	/** Removes the row at `key`. */
	remove(row: Row, key: Key): MaybePromise<void>;
}
