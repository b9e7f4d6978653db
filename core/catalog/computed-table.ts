/**
 * Computed table: rows are made when they are read, as in information_schema.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { Row, Value } from "../types/value/value.ts";
import type { Table } from "./table.ts";

/** Rows that are made while they are read: a promise among them is one of further rows. */
export type LateRows = Generator<Row | Promise<readonly Row[]>, void>;

/** An array holds rows alone. */
export type ComputedRows = readonly Row[] | Iterable<Row | Promise<readonly Row[]>>;

export interface ComputedTable {
	/** Definition as for a stored table; its id is 0. */
	readonly table: Table;
	/**
	 * Returns all rows; long lists make them while they are read. Both are hints. `wanted`: values that the WHERE clause
	 * compares for equality, by lower-case column name. `read`: places of the cells that the statement looks at; the
	 * others may hold NULL. Undefined: all of them.
	 */
	rows(wanted: ReadonlyMap<string, string>, read?: ReadonlySet<number>): MaybePromise<ComputedRows>;
	/** TRUNCATE TABLE of a table that collects rows. */
	forget?(): void;
	/** UPDATE of a table that allows it. */
	readonly change?: ChangeRow;
}

/** Sets cells of a row, by their places. Throws MySQL's error for cells that cannot be changed. */
export type ChangeRow = (row: Row, cells: ReadonlyMap<number, Value>) => void | Promise<void>;
