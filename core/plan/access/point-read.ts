/**
 * Point read test: plain columns of one table, WHERE sets exactly the columns of a unique key to constants.
 *
 * Only decides how result columns are named (`Planning.namesPointReads`). Execution takes its point path in
 * `exec/point/` and `exec/passthrough/`.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Table } from "../../catalog/table.ts";
import type { Expression, Select } from "../../sql/tree/expression.ts";

export function isPointRead(select: Select, table: Table | undefined): boolean {
	const isPlain =
		select.from?.length === 1 &&
		select.from[0]?.kind === "table" &&
		!select.distinct &&
		select.groupBy === undefined &&
		select.having === undefined &&
		select.orderBy === undefined &&
		select.lock === undefined;
	const hasPlainItems = select.items.every((item) => item.kind !== "item" || item.expression.kind === "column");
	if (!isPlain || !hasPlainItems || select.where === undefined || table === undefined) {
		return false;
	}
	const names = equalNames(select.where);
	return (
		names !== undefined &&
		table.record.indexes.some(
			({ type, parts }) =>
				(type === "primary" || type === "unique") &&
				parts.length === names.length &&
				parts.every(({ columnId }) => names.includes(nameOf(table, columnId))),
		)
	);
}

function nameOf(table: Table, columnId: number): string {
	return fold(table.columns.find(({ id }) => id === columnId)?.name ?? "");
}

/** Columns of `a = 1 AND b = 2`, in lower case; undefined for other conditions. */
function equalNames(where: Expression): readonly string[] | undefined {
	if (where.kind === "binary" && where.operator === "and") {
		const left = equalNames(where.left);
		const right = equalNames(where.right);
		return left === undefined || right === undefined ? undefined : [...left, ...right];
	}
	if (where.kind !== "binary" || where.operator !== "=") {
		return undefined;
	}
	const { left, right } = where;
	const column = left.kind === "column" ? left : right.kind === "column" ? right : undefined;
	const other = column === left ? right : left;
	return column !== undefined && (other.kind === "literal" || other.kind === "parameter")
		? [fold(column.name)]
		: undefined;
}
