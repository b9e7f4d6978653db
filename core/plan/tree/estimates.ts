/**
 * Statistics the planner may ask for: table rows, distinct index values, rows in index ranges.
 *
 * Filled by the session (`session/plan-cache/plan-estimates.ts`). A plan remembers which numbers it was made from and
 * is replaced when they have changed much.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { KeySpan } from "./query-plan.ts";

export interface Estimates {
	/** Rows of a table. */
	rows(table: Table): number;
	/** Distinct values of an index's first parts; undefined: unknown. */
	distinct(table: Table, index: Index, parts: number): number | undefined;
	/** Rows with the most frequent value of an index's first parts; undefined: unknown. */
	greatest(table: Table, index: Index, parts: number): number | undefined;
	/** Rows in index ranges; undefined while their values are unknown. */
	inRanges(table: Table, index: Index, ranges: readonly KeySpan[]): number | undefined;
}

/** Estimates that record which numbers were used. */
export interface PlanEstimates extends Estimates {
	/** The numbers a plan was made from; undefined: none were asked. */
	assumptions(): Assumptions | undefined;
}

export interface Assumptions {
	/** Whether a plan made now would rest on about the same numbers. */
	hold(now: PlanEstimates): boolean;
}
