/**
 * TODO header.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { KeySpan } from "./query-plan.ts";

export interface Estimates {
	/** Rows of a table. */
	rows(table: Table): number;
	/** Different values of an index's first parts; undefined: nobody knows. */
	distinct(table: Table, index: Index, parts: number): number | undefined;
	/** Rows in ranges of an index; undefined where their values can't be known yet. */
	inRanges(table: Table, index: Index, ranges: readonly KeySpan[]): number | undefined;
}

/** Estimates that remember what they were asked. */
export interface PlanEstimates extends Estimates {
	/** What a plan was made of; undefined: nothing was asked. */
	assumptions(): Assumptions | undefined;
}

export interface Assumptions {
	/** Would a plan made now be made of about the same numbers? */
	hold(now: PlanEstimates): boolean;
}
