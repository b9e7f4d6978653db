/**
 * Row estimates for cost decisions: table rows, rows for each index value, defaults without statistics.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Estimates } from "../tree/estimates.ts";

/** Assumed rows of a table without statistics. */
const assumedRows = 1000;

export const roughEstimates: Estimates = {
	rows: () => assumedRows,
	distinct: () => undefined,
	greatest: () => undefined,
	inRanges: () => undefined,
};

/**
 * Lower bound for decisions. Small tables grow, and any path through a hundred rows is fast: so new tables get the
 * plans of tables in use.
 */
const leastRows = 100;

/** Rows of a table, for cost decisions. */
export function rowsFor(estimates: Estimates, table: Table): number {
	return Math.max(estimates.rows(table), leastRows);
}

/** Average rows for each value of an index's first parts. */
export function rowsPerValue(estimates: Estimates, table: Table, index: Index, parts: number): number {
	const rows = rowsFor(estimates, table);
	if (index.unique && parts === index.parts.length && index.parts.every(({ column }) => !column.nullable)) {
		return 1;
	}
	const known = estimates.distinct(table, index, parts);
	// A nearly empty table says nothing about its later distribution.
	if (known === undefined || estimates.rows(table) < leastRows / 4) {
		return Math.max(10 / parts, rows ** 0.5 / (10 * parts));
	}
	return Math.max(Math.min(rows, rows / Math.max(known, 1)), 1);
}
