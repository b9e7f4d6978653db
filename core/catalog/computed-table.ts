/**
 * A table whose rows are made when somebody asks for them: information_schema and the like.
 *
 * In: nothing. Out: one type. It refuses to know which such tables there are.
 */
import type { Row, Value } from "../types/value.ts";
import type { Table } from "./table.ts";

export interface ComputedTable {
	/** Definition as for a stored table; its id is 0. */
	readonly table: Table;
	/** All rows. `wanted` holds the values that the WHERE clause asks equal, by lower-case column name: a hint. */
	rows(wanted: ReadonlyMap<string, string>): readonly Row[] | Promise<readonly Row[]>;
	/** Of a table that gathers: TRUNCATE TABLE lets it begin anew. */
	forget?(): void;
	/** Of a table that UPDATE may change. */
	readonly change?: ChangeRow;
}

/** Sets cells of a row, by their places. Throws what MySQL says of those that can't be changed. */
export type ChangeRow = (row: Row, cells: ReadonlyMap<number, Value>) => void | Promise<void>;
