/**
 * EXPLAIN facts of one stored table, for every format.
 */
import type { Table } from "../../catalog/table.ts";
import { holdsColumns } from "../access/access-path.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf } from "../tree/bound-tree.ts";
import { indexCost, scanCost } from "../access/cost-model.ts";
import { describeAccess, keyPartsOf } from "./access-text.ts";
import type { TableFacts } from "./block.ts";
import { describeSearch } from "./fulltext-search.ts";
import { partitionsRead } from "./partition-text.ts";
import type { Access, TableNode } from "../tree/query-plan.ts";

/** MySQL's cost of a row, for our unit of one scanned row. */
const unit = 0.1;
const perRow = 0.2;

export function tableFacts(node: TableNode, before: number, costBefore: number): TableFacts {
	const { source, columns, condition, access, rows, filtered } = node;
	const produced = before * rows * filtered;
	const where = isChecked(condition, access) ? ["Using where"] : [];
	const search = describeSearch(node);
	const isHeld = conjunctsOf(condition).length === 0 || where.length === 0;
	return {
		table: source.alias,
		...describeAccess(node),
		...search,
		partitions: partitionsRead(node),
		rows: search === undefined ? Math.max(1, Math.round(rows)) : 1,
		filtered: isHeld || search !== undefined ? 100 : Math.min(Math.max(filtered * 100, 0.01), 100),
		extra: [...where, ...(isIndexOnly(node) ? ["Using index"] : [])],
		produced,
		cost: costBefore + before * costOf(node) * unit + produced * perRow,
		usedColumns: columns.map((offset) => source.columns[offset]!.name),
		keyParts: keyPartsOf(access),
		condition,
		materialized: undefined,
	};
}

/** `Using where`: whether the condition is more than the equalities that rows were found by. */
function isChecked(condition: BoundExpression | undefined, access: Access): boolean {
	if (access.kind === "scan" || access.ranges.length !== 1) {
		return condition !== undefined;
	}
	const { equal, low, high, like } = access.ranges[0]!;
	const values = new Set(equal.map(({ value }) => value));
	return (
		conjunctsOf(condition).some(
			(conjunct) =>
				conjunct.kind !== "call" ||
				(conjunct.definition.name !== "=" && conjunct.definition.name !== "<=>") ||
				!conjunct.operands.some((operand) => values.has(operand)),
		) || (low ?? high ?? like) !== undefined
	);
}

/** `Using index`: a covering index. The primary key's entries are the rows, as in InnoDB. */
export function isIndexOnly({ access, source, columns, withKey, lock }: TableNode): boolean {
	if (access.kind === "scan" || withKey || lock !== undefined) {
		return false;
	}
	const { index } = access;
	return index.primary
		? columns.every((offset) =>
				index.parts.some(({ column, length }) => column.offset === offset && length === undefined),
			)
		: holdsColumns(source.table as Table, index, columns);
}

function costOf(node: TableNode): number {
	const { access, rows, lock } = node;
	if (access.kind === "scan") {
		return scanCost(rows);
	}
	const way = access.index.primary ? "rows" : isIndexOnly(node) ? "entries" : "lookups";
	return indexCost({ ranges: access.ranges.length, rows, way, locks: lock !== undefined });
}
