/**
 * Property: a row's RANGE or LIST partition is the one that a look at every bound or value finds, after few
 * comparisons.
 */
import test from "ava";
import fc from "fast-check";
import {
	byList,
	byRange,
	compareTuples,
	integers,
	listedInOrder,
	type PartitionFunction,
	type Tuple,
} from "../../core/plan/partition/partition-type.ts";
import type { Evaluation } from "../../core/types/evaluation/evaluation.ts";
import type { Comparator } from "../../core/types/compare/comparison.ts";

const evaluation = {} as Evaluation;
const comparators = [integers, integers];
const whole = fc.integer({ min: -4, max: 4 });
const value = fc.oneof(whole, fc.constant(null), whole.map(BigInt));
const row = fc.tuple(value, value);

test("the first range whose bound is greater", (t) => {
	const bound = fc.tuple(fc.oneof(whole, fc.constant(undefined)), fc.oneof(whole, fc.constant(undefined)));
	fc.assert(
		fc.property(fc.array(bound, { maxLength: 12 }), row, (drawn, values) => {
			const bounds = [...drawn]
				.sort((a, b) => compareTuples(a, b, comparators))
				.filter((tuple, at, all) => at === 0 || compareTuples(all[at - 1]!, tuple, comparators) !== 0);
			const found = byRange(bounds, () => values, comparators)([], evaluation);
			t.is(
				found,
				bounds.findIndex((tuple) => compareTuples(values, tuple, comparators) < 0),
			);
		}),
	);
});

test("the first list with an equal value", (t) => {
	fc.assert(
		fc.property(fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 6 }), row, (lists, values) => {
			const found = byList(lists, () => values, comparators)([], evaluation);
			t.is(
				found,
				lists.findIndex((list) => list.some((tuple) => compareTuples(values, tuple, comparators) === 0)),
			);
		}),
	);
});

test("comparisons grow with the logarithm for a row, and little more than evenly for a list", (t) => {
	const count = 20_000;
	let comparisons = 0;
	const counting: Comparator[] = [
		(a, b) => {
			comparisons++;
			return integers(a, b);
		},
	];
	const tuples = Array.from({ length: count }, (_, at): Tuple => [(at * 7919) % count]);
	const used = (run: () => unknown): number => {
		comparisons = 0;
		run();
		return comparisons;
	};
	const find = (part: PartitionFunction): number => used(() => part([], evaluation));
	t.true(used(() => listedInOrder([tuples], counting)) < count * 20);
	t.true(find(byList([tuples], () => [count - 1], counting)) < 40);
	const bounds = Array.from({ length: count }, (_, at): Tuple => [at]);
	t.true(find(byRange(bounds, () => [count - 2], counting)) < 40);
});
