/**
 * The plan of a subquery as expressions see it: columns, tables and volatility, without the operators.
 *
 * Why: expressions hold queries and queries hold expressions. `BoundSubquery` holds a `SubqueryPlan`, `QueryPlan`
 * extends it, and `wholePlan` (`query-plan.ts`) gives the operators back, so that no file imports another in a circle.
 */
import type { Table } from "../../catalog/table.ts";
import type { Coercibility } from "../../functions/definition/function.ts";
import type { ResultColumn } from "./result-column.ts";

export interface SubqueryPlan {
	readonly columns: readonly ResultColumn[];
	/** Coercibility of each column's collation, for comparisons and UNION. */
	readonly coercibilities: readonly Coercibility[];
	/** Every stored table that is read, those of subqueries included. */
	readonly tables: readonly Table[];
	/** Tables read row by row: without materialized derived tables. */
	readonly readings: readonly TableReading[];
	/** Holds what must be evaluated anew each time: RAND(), assignments of variables. */
	readonly volatile: boolean;
}

/** A stored table that a query reads row by row. */
export interface TableReading {
	readonly table: Table;
	/** Its name in the FROM clause. */
	readonly alias: string;
	/** The outermost view merged at this place, by its name in the FROM clause. */
	readonly view?: string | undefined;
	/** It is read by a subquery of the view. */
	readonly isInView?: boolean;
}
