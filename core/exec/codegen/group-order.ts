/**
 * Sorts groups in memory into the order that the group node requests, in cooperative steps; not for ROLLUP.
 */
import { sortKey } from "../../types/compare/comparison.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { keyOrder } from "../operators/sort.ts";
import { NumberList } from "../spill/number-list.ts";
import { Sorter } from "../spill/sorter.ts";
import type { Group } from "../../plan/tree/query-plan.ts";

const stepGroups = 512;

/** `valuesOf`: a group's key values, possibly followed by others. undefined: unsorted. */
export function* groupOrder(
	{ keys, order }: Group,
	count: number,
	valuesOf: (group: number) => Row,
	execution: Execution,
): Generator<undefined, NumberList | undefined> {
	if (order === undefined || order.length === 0) {
		return undefined;
	}
	const sortKeys = keys.map(({ type }) => sortKey(type));
	const sorter = new Sorter(keyOrder(order), execution);
	for (let number = 0; number < count; number++) {
		const values = valuesOf(number);
		if (
			sorter.add(
				sortKeys.map((key, at) => (values[at] === null ? null : key(values[at]!))),
				[number],
			)
		) {
			yield* sorter.relieving();
		}
		if (number % stepGroups === 0) {
			yield;
		}
	}
	const sorted = sorter.sorted();
	const numbers = new NumberList();
	for (let next = sorted.next(); next !== null; next = sorted.next()) {
		if (numbers.push(next.row[0] as number) % stepGroups === 0) {
			yield;
		}
	}
	sorter.close();
	return numbers;
}
