/**
 * Runs subqueries for expressions and passes their rows one by one; expressions cache results themselves.
 */
import { invariant } from "../../errors/invariant.ts";
import type { QueryEvaluation, RowTaker, VisitRows } from "../../plan/tree/query-evaluation.ts";
import { wholePlan } from "../../plan/tree/query-plan.ts";
import type { SubqueryPlan } from "../../plan/tree/subquery-plan.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { NestedExecution } from "./nested-execution.ts";
import { blankRow, type RowSource } from "../row-source.ts";
import { operatorsOf } from "./operator-tree.ts";
import { runGivingWay } from "../../async/cooperative-task.ts";
import { recall, waitFor } from "../../async/waiting.ts";

/** A result that arrived asynchronously, and the outer row it belongs to. */
interface Arrived {
	readonly outer: Row;
	readonly found: unknown;
}

const running = new WeakMap<QueryEvaluation, Map<SubqueryPlan, NestedExecution>>();

function executionOf(evaluation: QueryEvaluation, plan: SubqueryPlan): NestedExecution {
	let plans = running.get(evaluation);
	if (plans === undefined) {
		plans = new Map();
		running.set(evaluation, plans);
	}
	let execution = plans.get(plan);
	if (execution === undefined) {
		invariant("transaction" in evaluation, "Subqueries run within a statement.");
		execution = new NestedExecution(evaluation as Execution);
		plans.set(plan, execution);
	}
	return execution;
}

/** Implements `Execution.visitRows`. */
export const visitRows: VisitRows = <T>(
	evaluation: QueryEvaluation,
	plan: SubqueryPlan,
	outer: Row,
	begin: () => RowTaker<T>,
	site: object,
): T => {
	const arrived = recall(evaluation, site) as Arrived | undefined;
	if (arrived !== undefined && isSame(arrived.outer, outer)) {
		return arrived.found as T;
	}
	const execution = executionOf(evaluation, plan);
	execution.outer = outer;
	execution.reachNew();
	const taker = begin();
	const { node, width } = wholePlan(plan);
	const source = operatorsOf(execution).of(node).open(blankRow(width));
	const visited = after(visitAll(source, taker, execution), () =>
		taker.settle === undefined ? undefined : runGivingWay(execution, taker.settle()),
	);
	if (visited instanceof Promise) {
		waitFor(
			evaluation,
			site,
			visited.then((): Arrived => ({ outer, found: taker.found })),
		);
	}
	return taker.found;
};

function visitAll(source: RowSource, taker: RowTaker<unknown>, execution: Execution): MaybePromise<void> {
	for (;;) {
		const batch = source.next();
		if (batch instanceof Promise) {
			return batch.then((rows) =>
				after(visitBatch(source, rows, taker, execution), (goesOn) =>
					goesOn ? visitAll(source, taker, execution) : undefined,
				),
			);
		}
		const goesOn = visitBatch(source, batch, taker, execution);
		if (goesOn instanceof Promise) {
			return goesOn.then((more) => (more ? visitAll(source, taker, execution) : undefined));
		}
		if (!goesOn) {
			return;
		}
	}
}

/** Returns false at the end, or when no more rows are wanted. */
function visitBatch(
	source: RowSource,
	rows: readonly Row[] | null,
	taker: RowTaker<unknown>,
	execution: Execution,
): MaybePromise<boolean> {
	if (rows === null) {
		return false;
	}
	for (const row of rows) {
		if (!taker.take(row)) {
			source.close();
			return false;
		}
	}
	const steps = taker.relieving?.();
	return steps === undefined ? true : after(runGivingWay(execution, steps), () => true);
}

function isSame(a: Row, b: Row): boolean {
	return a.length === b.length && a.every((value, at) => value === b[at]);
}
