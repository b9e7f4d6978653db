/**
 * What compiled expressions of a query may ask beyond an `Evaluation`.
 *
 * In: filled by whoever runs a statement. Out: an interface. So that expressions may hold subqueries although this
 * floor refuses to know how plans are run.
 */
import type { Evaluation } from "../../types/evaluation.ts";
import type { Row, Value } from "../../types/value.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";

/** What is made of a subquery's rows. */
export interface RowTaker<T> {
	readonly found: T;
	/** False: no more rows are wanted. */
	take(row: Row): boolean;
	/** Between batches: makes room, if it keeps much. */
	relieving?(): Generator<undefined, void> | undefined;
	/** After the last row. */
	settle?(): Generator<undefined, void>;
}

/**
 * Runs a subquery for these values of the enclosing query's columns (its `captures`), and answers with what a taker
 * has made of its rows. Where it has to wait for the store, or lets others have their turn, it throws a `Waiting`:
 * whoever catches it waits and calls the expression again, which then is answered at once.
 */
export type VisitRows = <T>(evaluation: QueryEvaluation, plan: SubqueryPlan, outer: Row, begin: () => RowTaker<T>) => T;

/** Keys that were seen, in memory or not. */
export interface KeySet {
	/** True: `relieving` would be good now. */
	add(key: Value): boolean;
	relieving(): Generator<undefined, void>;
	/** All keys are there. */
	settle(): Generator<undefined, void>;
	has(key: Value): boolean;
	close(): void;
}

export interface QueryEvaluation extends Evaluation {
	/** While a subquery runs: the values it captured of the enclosing query's row. Empty in the outermost query. */
	readonly outer: Row;
	readonly visitRows: VisitRows;
	/** An empty one. */
	keySet(): KeySet;
}
