/**
 * ORDER BY: external merge sort (`spill/sorter.ts`), or top-N with a bounded heap where a limit is known.
 *
 * NULLs sort first in ascending order. The sort is stable. Top-N is `spill/first-rows.ts`.
 */
import { compile } from "../../plan/compile/compile.ts";
import { sortKey } from "../../types/compare/comparison.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { limitOf } from "./limit.ts";
import { drain, OpenedSource, type RowSource } from "../row-source.ts";
import { FirstRows, mostFirstRows } from "../spill/first-rows.ts";
import { Sorter } from "../spill/sorter.ts";
import { eachRowUntilFull } from "../../async/suspension.ts";
import type { SortKey } from "../../plan/tree/bound-expression.ts";
import type { Sort } from "../../plan/tree/query-plan.ts";

interface Keyed {
	readonly keys: Row;
}

/** Returns a comparator of sort keys, whose `<` is the order of the values. */
export function keyOrder(descending: readonly boolean[]): (a: Keyed, b: Keyed) => number {
	return (a, b) => {
		for (let at = 0; at < descending.length; at++) {
			const order = compareKeys(a.keys[at]!, b.keys[at]!);
			if (order !== 0) {
				return descending[at] ? -order : order;
			}
		}
		return 0;
	};
}

function compareKeys(a: Value, b: Value): number {
	if (a === b) {
		return 0;
	}
	if (a === null || b === null) {
		return a === null ? -1 : 1;
	}
	return (a as Integer) < (b as Integer) ? -1 : 1;
}

/** Returns a reader of a row's sort keys. */
export function keyReader(keys: readonly SortKey[]): (row: Row, execution: Execution) => Row {
	const parts = keys.map(({ expression }) => ({ compiled: compile(expression), key: sortKey(expression.type) }));
	return (row, execution) => {
		const values: Row = [];
		for (const { compiled, key } of parts) {
			const value = compiled(row, execution);
			values.push(value === null ? null : key(value));
		}
		return values;
	};
}

export function sortOperator({ input, keys, limit }: Sort, operators: Operators): Operator {
	const operator = operators.of(input);
	const { execution } = operators;
	const readKeys = keyReader(keys);
	const order = keyOrder(keys.map((key) => key.descending));
	const limits = limit?.map(compile);
	return {
		open(base) {
			const source = operator.open(base);
			const sorted = (): MaybePromise<RowSource> => {
				const wanted =
					limits?.reduce((sum, each) => sum + limitOf(each, base, execution), 0) ?? Number.POSITIVE_INFINITY;
				const rows = wanted > mostFirstRows ? new Sorter(order, execution) : new FirstRows(wanted, order, execution);
				return after(
					drain(source, (batch) => {
						return eachRowUntilFull(
							batch,
							(row) => rows.add(readKeys(row, execution), row),
							() => rows.relieve(),
							execution,
						);
					}),
					() => rows.source(),
				);
			};
			return new OpenedSource(sorted, source);
		},
	};
}
