/**
 * A table of the bench: how it is made and what stands in it.
 *
 * In: nothing. Out: statements and rows as text. Rows depend on the seed alone, so that every peer gets the same.
 */
import type { Random } from "../random.ts";

export interface Table {
	readonly name: string;
	/** The CREATE TABLE statement under a name. */
	create(name: string): string;
	/** Fields of a row, numbers as they are and texts without quotes. */
	row(id: number, random: Random): readonly (number | string)[];
	/** Statements that run after the rows are in. */
	finish(name: string): readonly string[];
}

export const rowsPerStatement = 1000;

/** An INSERT of several rows. */
export function printInsert(name: string, rows: readonly (readonly (number | string)[])[]): string {
	const values = rows.map(
		(row) => `(${row.map((field) => (typeof field === "number" ? field : `'${field}'`)).join(",")})`,
	);
	return `INSERT INTO ${name} VALUES ${values.join(",")}`;
}
