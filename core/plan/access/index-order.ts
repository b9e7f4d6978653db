/**
 * ORDER BY by index: avoids a sort by reading an index in the wanted order, forward or backward.
 *
 * Kept only if the access path finds no more rows than before, or a LIMIT makes it cheaper than sorting.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { holdsColumns } from "./access-path.ts";
import { conjunctsOf } from "../tree/bound-tree.ts";
import { indexCost, scanCost, sortCost } from "./cost-model.ts";
import { roughEstimates, rowsFor } from "./row-estimate.ts";
import type { Planning } from "../tree/planning.ts";
import type { SortKey } from "../tree/bound-expression.ts";
import type { Access, PlanNode, TableNode } from "../tree/query-plan.ts";
import { filteredShare } from "./selectivity.ts";

/** `few`: rows wanted by a LIMIT, for which an index scan may be cheaper than sorting all rows. */
export function inOrder(
	node: PlanNode,
	keys: readonly SortKey[],
	few: number | undefined,
	planning: Planning,
): PlanNode | undefined {
	switch (node.kind) {
		case "filter": {
			const input = inOrder(node.input, keys, few, planning);
			return input && { ...node, input };
		}
		case "join": {
			const left = inOrder(node.left, keys, few, planning);
			return left && { ...node, left };
		}
		case "table": {
			const access = orderedAccess(node, keys, few, planning);
			return access && { ...node, access, ...firstRows(node, access, few, planning) };
		}
		default:
			return undefined;
	}
}

function orderedAccess(
	node: TableNode,
	keys: readonly SortKey[],
	few: number | undefined,
	planning: Planning,
): Access | undefined {
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
	const index =
		few === undefined ? undefined : table.indexes.find((candidate) => isOrderOf(table, candidate, 0, offsets));
	if (index !== undefined && !isCheaper(node, index, few!, planning)) {
		return undefined;
	}
	const all = { equal: [], low: undefined, high: undefined, like: undefined };
	return index && { kind: "index", index, ranges: [all], reverse, unique: false };
}

/** Whether looking up rows until enough meet the condition costs less than scan and sort. */
function isCheaper(
	{ source, columns, condition, withKey, lock }: TableNode,
	index: Index,
	few: number,
	planning: Planning,
): boolean {
	const { estimates = roughEstimates } = planning;
	const table = source.table as Table;
	const all = rowsFor(estimates, table);
	const held = condition === undefined ? 1 : filteredShare(source, conjunctsOf(condition), all, planning);
	const way = !withKey && lock === undefined && holdsColumns(table, index, columns) ? "entries" : "lookups";
	const looked = Math.min(all, few / Math.max(held, 1 / all));
	return (
		indexCost({ ranges: 1, rows: looked, way, locks: lock !== undefined }) <
		scanCost(all) + sortCost(Math.min(all * held, few))
	);
}

/** For EXPLAIN: rows found are at most those wanted. */
function firstRows(
	{ rows, filtered, condition }: TableNode,
	access: Access,
	few: number | undefined,
	{ needsRowEstimates }: Planning,
): Partial<TableNode> {
	const isWhole = access.kind === "index" && access.ranges.length === 1 && access.ranges[0]!.equal.length === 0;
	return needsRowEstimates !== true || few === undefined || !isWhole || condition !== undefined
		? {}
		: { rows: Math.min(rows, few), filtered };
}

/** Whether the index has this order once its first `fixed` parts are constant. */
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
