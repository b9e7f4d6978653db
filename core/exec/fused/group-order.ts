/**
 * The order in which groups in memory are handed over.
 *
 * In: a group node, groups, the values of each group's keys. Out: the groups in the order that the node asks for, if any. It
 * refuses to know rolled-up groups.
 */
import type { Group } from "../../plan/node.ts";
import { sortKey } from "../../types/comparison.ts";
import type { Row } from "../../types/value.ts";
import { keyOrder } from "../sort.ts";

export function inGroupOrder<T>({ keys, order }: Group, groups: T[], valuesOf: (group: T) => Row): T[] {
	if (order === undefined || order.length === 0) {
		return groups;
	}
	const sortKeys = keys.map(({ type }) => sortKey(type));
	const keyed = groups.map((item) => ({
		keys: valuesOf(item).map((value, at) => (value === null ? null : sortKeys[at]!(value))),
		item,
	}));
	return keyed.sort(keyOrder(order)).map(({ item }) => item);
}
