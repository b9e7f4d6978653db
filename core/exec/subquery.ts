/**
 * Runs subqueries for the expressions they stand in.
 *
 * In: a plan and what it captured. Out: its rows, one by one. It refuses to keep answers: expressions do.
 */
import { invariant } from "../invariant.ts";
import type { QueryEvaluation, VisitRows } from "../plan/query-evaluation.ts";
import type { QueryPlan } from "../plan/query-plan.ts";
import type { Row } from "../types/value.ts";
import type { Execution } from "./execution.ts";
import { NestedExecution } from "./nested-execution.ts";
import { blankRow } from "./operator.ts";
import { operatorsOf } from "./operators.ts";
import { allOf } from "./table-reader.ts";
import { Waiting } from "./waiting.ts";

/** One subquery of one statement. */
interface Running {
	readonly execution: NestedExecution;
	/** Rows that somebody waited for, and what they were asked for. */
	arrived: { readonly outer: Row; readonly rows: readonly Row[] } | undefined;
}

const running = new WeakMap<QueryEvaluation, Map<QueryPlan, Running>>();

function runningOf(evaluation: QueryEvaluation, plan: QueryPlan): Running {
	let plans = running.get(evaluation);
	if (plans === undefined) {
		plans = new Map();
		running.set(evaluation, plans);
	}
	let run = plans.get(plan);
	if (run === undefined) {
		invariant("transaction" in evaluation, "Subqueries run within a statement.");
		run = { execution: new NestedExecution(evaluation as Execution), arrived: undefined };
		plans.set(plan, run);
	}
	return run;
}

/** For `Execution.visitRows`. */
export const visitRows: VisitRows = (evaluation, plan, outer, take) => {
	const run = runningOf(evaluation, plan);
	const { arrived } = run;
	if (arrived !== undefined && isSame(arrived.outer, outer)) {
		run.arrived = undefined;
		handOver(arrived.rows, take);
		return;
	}
	const { execution } = run;
	execution.outer = outer;
	const source = operatorsOf(execution).of(plan.node).open(blankRow(plan.width));
	for (;;) {
		const batch = source.next();
		if (batch instanceof Promise) {
			source.close();
			throw new Waiting(batch.then(() => arriving(run, plan, outer)));
		}
		if (batch === null) {
			return;
		}
		if (!handOver(batch, take)) {
			source.close();
			return;
		}
	}
};

function handOver(rows: readonly Row[], take: (row: Row) => boolean): boolean {
	for (const row of rows) {
		if (!take(row)) {
			return false;
		}
	}
	return true;
}

/** Once one batch has to be waited for, all are, from the first. */
async function arriving(run: Running, plan: QueryPlan, outer: Row): Promise<void> {
	const source = operatorsOf(run.execution).of(plan.node).open(blankRow(plan.width));
	run.arrived = { outer, rows: await allOf(source) };
}

function isSame(a: Row, b: Row): boolean {
	return a.length === b.length && a.every((value, at) => value === b[at]);
}
