/**
 * What compiled expressions of a query may ask beyond an `Evaluation`.
 *
 * In: filled by whoever runs a statement. Out: an interface. So that expressions may hold subqueries although this
 * floor refuses to know how plans are run.
 */
import type { Evaluation } from "../types/evaluation.ts";
import type { Row } from "../types/value.ts";
import type { QueryPlan } from "./query-plan.ts";

/**
 * Runs a subquery for these values of the enclosing query's columns (its `captures`), and hands its rows over until
 * `take` answers false. Where the store answers with a promise it throws a `Waiting`: whoever catches it waits and
 * calls the expression again.
 */
export type VisitRows = (evaluation: QueryEvaluation, plan: QueryPlan, outer: Row, take: (row: Row) => boolean) => void;

export interface QueryEvaluation extends Evaluation {
	/** While a subquery runs: the values it captured of the enclosing query's row. Empty in the outermost query. */
	readonly outer: Row;
	readonly visitRows: VisitRows;
}
