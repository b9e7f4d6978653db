/**
 * Evaluation context of query expressions: adds subqueries and key sets to `Evaluation`.
 *
 * An interface, implemented by the execution, so that expressions can run subqueries without depending on it.
 */
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";

/** Consumes a subquery's rows. */
export interface RowTaker<T> {
	readonly found: T;
	/** Returns false when no more rows are wanted. */
	take(row: Row): boolean;
	/** Called between batches: spills, if memory is short. */
	relieving?(): Generator<undefined, void> | undefined;
	/** Called after the last row. */
	settle?(): Generator<undefined, void>;
}

/**
 * Runs a subquery for these captured values and returns the taker's result. If it has to wait for the store or yields
 * to the event loop it throws `Waiting`: the caller waits and evaluates the expression again, which then returns at
 * once. `site`: one object for each place that the subquery is compiled for, as in `once`.
 */
export type VisitRows = <T>(
	evaluation: QueryEvaluation,
	plan: SubqueryPlan,
	outer: Row,
	begin: () => RowTaker<T>,
	site: object,
) => T;

/** A set of keys, in memory or spilled. */
export interface KeySet {
	/** Returns true when `relieving` should be called. */
	add(key: Value): boolean;
	relieving(): Generator<undefined, void>;
	/** Called after the last `add`. */
	settle(): Generator<undefined, void>;
	has(key: Value): boolean;
	close(): void;
}

export interface QueryEvaluation extends Evaluation {
	/** In a subquery: the captured values. Empty in the outermost query. */
	readonly outer: Row;
	readonly visitRows: VisitRows;
	/** Returns an empty set. */
	keySet(): KeySet;
}
