/**
 * The order in which groups are handed over.
 *
 * In: a group node, groups, the values of each group's keys. Out: the groups in the order that the node asks for, if any. A
 * rolled-up group has fewer values, and comes behind those that it sums up.
 */
import type { Group } from "../plan/node.ts";
import { sortKey } from "../types/comparison.ts";
import type { Row } from "../types/value.ts";
import { keyOrder, type Keyed } from "./sort.ts";

export function inGroupOrder<T>({ keys, order }: Group, groups: T[], valuesOf: (group: T) => Row): T[] {
	if (order === undefined || order.length === 0) {
		return groups;
	}
	const byKeys = keyOrder(order);
	const sortKeys = keys.map(({ type }) => sortKey(type));
	const keyed: Keyed<T>[] = groups.map((item) => ({
		keys: valuesOf(item).map((value, at) => (value === null ? null : sortKeys[at]!(value))),
		item,
	}));
	keyed.sort((a, b) => {
		const shorter = Math.min(a.keys.length, b.keys.length);
		if (shorter === order.length) {
			return byKeys(a, b);
		}
		const common = keyOrder(order.slice(0, shorter))(a, b);
		return common === 0 ? b.keys.length - a.keys.length : common;
	});
	return keyed.map(({ item }) => item);
}
