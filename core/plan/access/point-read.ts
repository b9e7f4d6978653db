/**
 * Reads of one row by all columns of a unique key, as some servers plan them apart.
 *
 * In: a SELECT and the tables of its scope. Out: is it such a read: plain columns of one table, and a WHERE that sets
 * every column of a primary or unique key, and nothing else, to a constant.
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

/** The columns of `a = 1 AND b = 2`, in lower case; undefined for any other condition. */
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
