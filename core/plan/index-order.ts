/**
 * Order that costs nothing: rows that an index hands over as they are wanted.
 *
 * In: a plan node and sort keys. Out: the node reading in that order, forward or backward, or undefined where somebody
 * has to sort. It refuses to give up an access that finds few rows.
 */
import type { Index, Table } from "../catalog/table.ts";
import type { Access, PlanNode, SortKey, TableNode } from "./node.ts";

/** `few`: there is a limit, so that reading an index row by row is cheaper than sorting all. */
export function inOrder(node: PlanNode, keys: readonly SortKey[], few: boolean): PlanNode | undefined {
	switch (node.kind) {
		case "filter": {
			const input = inOrder(node.input, keys, few);
			return input && { ...node, input };
		}
		case "join": {
			const left = inOrder(node.left, keys, few);
			return left && { ...node, left };
		}
		case "table": {
			const access = orderedAccess(node, keys, few);
			return access && { ...node, access };
		}
		default:
			return undefined;
	}
}

function orderedAccess(node: TableNode, keys: readonly SortKey[], few: boolean): Access | undefined {
	const { access, source } = node;
	const table = source.table as Table;
	const first = keys[0];
	if (first === undefined || keys.some(({ descending }) => descending !== first.descending)) {
		return undefined;
	}
	const offsets: number[] = [];
	for (const { expression } of keys) {
		if (expression.kind !== "column" || expression.origin?.source !== source) {
			return undefined;
		}
		offsets.push(expression.slot - source.firstSlot);
	}
	const reverse = first.descending;
	if (access.kind === "index") {
		const fixed = access.ranges.length === 1 ? access.ranges[0]!.equal.length : 0;
		return isOrderOf(table, access.index, fixed, offsets) ? { ...access, reverse } : undefined;
	}
	if (table.primaryKey !== undefined && isOrderOf(table, table.primaryKey, 0, offsets)) {
		return { kind: "scan", reverse };
	}
	const index = few ? table.indexes.find((candidate) => isOrderOf(table, candidate, 0, offsets)) : undefined;
	const all = { equal: [], low: undefined, high: undefined, like: undefined };
	return index && { kind: "index", index, ranges: [all], reverse, unique: false };
}

/** Is this the order of an index whose first `fixed` parts are the same in all rows? */
function isOrderOf(table: Table, index: Index, fixed: number, wanted: readonly number[]): boolean {
	const constant = new Set(index.parts.slice(0, fixed).map((part) => part.column.offset));
	const isTotal = index.unique && index.parts.every((part) => part.length === undefined && !part.column.nullable);
	const behind = isTotal ? [] : (table.primaryKey?.parts ?? []);
	const parts = [...index.parts.slice(fixed), ...behind];
	let at = 0;
	for (const offset of wanted) {
		if (constant.has(offset)) {
			continue;
		}
		const part = parts[at];
		if (part === undefined) {
			return isTotal;
		}
		if (part.column.offset !== offset || part.length !== undefined) {
			return false;
		}
		constant.add(offset);
		at++;
	}
	return true;
}
