/**
 * The order in which groups in memory are handed over.
 *
 * In: a group node, how many groups there are, the values of each group's keys. Out: the groups' numbers in the order that the node
 * asks for, if any; in small steps. It refuses to know rolled-up groups.
 */
import type { Group } from "../../plan/node.ts";
import { sortKey } from "../../types/comparison.ts";
import type { Row } from "../../types/value.ts";
import { keyOrder } from "../sort.ts";
import { sortSteps } from "../spill/sort-steps.ts";

const stepGroups = 1024;

/** undefined: as they are. */
export function* groupOrder({ keys, order }: Group, count: number, valuesOf: (group: number) => Row): Generator<undefined, readonly number[] | undefined> {
	if (order === undefined || order.length === 0) {
		return undefined;
	}
	const sortKeys = keys.map(({ type }) => sortKey(type));
	const keyed: { readonly keys: Row; readonly number: number }[] = [];
	for (let number = 0; number < count; number++) {
		keyed.push({ keys: valuesOf(number).map((value, at) => (value === null ? null : sortKeys[at]!(value))), number });
		if (number % stepGroups === 0) {
			yield;
		}
	}
	return (yield* sortSteps(keyed, keyOrder(order))).map(({ number }) => number);
}
