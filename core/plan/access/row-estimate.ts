/**
 * What a planner may know of how many rows there are.
 *
 * In: filled by the session, from statistics. Out: an interface, and what is assumed where nobody knows. It refuses
 * to know where numbers come from.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Estimates } from "../tree/estimates.ts";

/** What a table is taken to hold where nobody knows. */
const assumedRows = 1000;

export const roughEstimates: Estimates = {
	rows: () => assumedRows,
	distinct: () => undefined,
	inRanges: () => undefined,
};

/**
 * The least that choices reckon with. Small tables grow, and which way is taken through a hundred rows does not
 * matter: so plans of new tables are those of tables in use.
 */
const leastRows = 100;

/** A table's rows, for whoever chooses. */
export function rowsFor(estimates: Estimates, table: Table): number {
	return Math.max(estimates.rows(table), leastRows);
}

/** How many rows have one value of an index's first parts, about. */
export function rowsPerValue(estimates: Estimates, table: Table, index: Index, parts: number): number {
	const rows = rowsFor(estimates, table);
	if (index.unique && parts === index.parts.length && index.parts.every(({ column }) => !column.nullable)) {
		return 1;
	}
	const known = estimates.distinct(table, index, parts);
	// Of a table that is hardly filled nothing follows for when it is.
	if (known === undefined || estimates.rows(table) < leastRows / 4) {
		return Math.max(10 / parts, rows ** 0.5 / (10 * parts));
	}
	return Math.max(Math.min(rows, rows / Math.max(known, 1)), 1);
}
