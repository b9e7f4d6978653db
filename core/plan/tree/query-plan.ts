/**
 * A planned query, as it is kept and run.
 *
 * In: made by `query.ts`. Out: plain data that may be kept and run many times, by several sessions at once.
 */
import type { Table } from "../../catalog/table.ts";
import type { Coercibility } from "../../functions/function.ts";
import type { Analyse, IntoTarget } from "../../sql/tree/query.ts";
import type { TableReading } from "../view/self-referencing-update.ts";
import type { PlainSelect } from "../view/derived-merge.ts";
import type { ResultColumn } from "./result-column.ts";
import type { PlanNode } from "./plan-node.ts";

export interface QueryPlan {
	readonly columns: readonly ResultColumn[];
	/** How strongly each column's collation binds, for who compares or unites it. */
	readonly coercibilities: readonly Coercibility[];
	/** Every stored table that is read, those of subqueries too. */
	readonly tables: readonly Table[];
	/** What it reads row by row: without derived tables that are kept. */
	readonly readings: readonly TableReading[];
	/** Its rows have exactly a value for each column. */
	readonly node: PlanNode;
	/** The slots of the row that the node starts from. */
	readonly width: number;
	/** Holds what must run anew each time: RAND(), assignments of variables. */
	readonly volatile: boolean;
	readonly lock: "update" | "share" | undefined;
	/** SQL_CALC_FOUND_ROWS. */
	readonly countFoundRows: boolean;
	readonly into: IntoTarget | undefined;
	readonly analyse?: Analyse | undefined;
	/** Of result columns, by their places: what else is known of a row of which these are. Undefined: nothing. */
	readonly follows?: ((known: ReadonlySet<number>) => ReadonlySet<number>) | undefined;
	/** It may stand in the query around it. */
	readonly plain?: PlainSelect | undefined;
}
