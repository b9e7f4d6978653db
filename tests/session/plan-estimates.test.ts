/**
 * Estimates that a plan rests on: it stands while they say about the same, however often an index was sampled.
 */
import test from "ava";
import type { Index, Table } from "../../core/catalog/table.ts";
import type { Statistics } from "../../core/exec/statistics/statistics.ts";
import { StatisticEstimates } from "../../core/session/plan-cache/plan-estimates.ts";

const table = {} as Table;
const index = {} as Index;

/** Estimates of a table of so many rows, whose index was sampled for the n-th time. */
function estimates(rows: number, distinct: number | undefined, version: number): StatisticEstimates {
	const known = distinct === undefined ? undefined : { rows, distinct: [distinct], version };
	const statistics = { rows: () => rows, index: () => known } as unknown as Statistics;
	return new StatisticEstimates(statistics, () => {
		throw new Error("no ranges here");
	});
}

function stands(then: StatisticEstimates, now: StatisticEstimates): boolean | undefined {
	then.distinct(table, index, 1);
	return then.assumptions()?.hold(now);
}

test("a sample that says the same leaves plans", (t) => {
	t.true(stands(estimates(1000, 50, 1), estimates(1000, 50, 1)));
	t.true(stands(estimates(1000, 50, 1), estimates(1300, 60, 2)));
	t.true(stands(estimates(20, 5, 1), estimates(90, 80, 9)), "a small table");
});

test("a sample that says something else makes them anew", (t) => {
	t.false(stands(estimates(1000, 50, 1), estimates(1000, 120, 2)));
	t.false(stands(estimates(1000, 50, 1), estimates(1000, 20, 2)));
	t.false(stands(estimates(1000, 50, 1), estimates(2100, 50, 2)), "more rows");
	t.false(stands(estimates(1000, undefined, 1), estimates(1000, 50, 2)), "nothing was known");
	t.false(stands(estimates(90, 5, 1), estimates(250, 5, 1)), "no longer small");
});

test("differences do not add up unnoticed", (t) => {
	const plan = estimates(1000, 50, 1);
	plan.distinct(table, index, 1);
	const assumptions = plan.assumptions();
	t.true(assumptions?.hold(estimates(1000, 90, 2)));
	t.false(assumptions?.hold(estimates(1000, 150, 3)));
});
