/**
 * Generated column substitution: `where data->'$.id' = 7` may use the index of a generated column `data->'$.id'`.
 *
 * Only types that compare alike in column and expression. The condition itself is still checked as written.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { type BoundCall, type BoundColumn, type BoundExpression, boundColumn } from "../tree/bound-expression.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { bindStored, parseStored } from "../bind/stored-expression.ts";

interface GeneratedColumn {
	readonly column: Column;
	/** Over a row of the table, from slot 0. */
	readonly bound: BoundCall;
}

const known = new WeakMap<Table, readonly GeneratedColumn[]>();

export function columnOfExpression(bound: BoundExpression, source: ScopeTable): BoundColumn | undefined {
	const { table } = source;
	if (bound.kind !== "call" || table === undefined) {
		return undefined;
	}
	const found = generatedColumns(table).find(
		(each) => isSame(each.bound, bound, source) && isFaithful(bound.type, each.column.type),
	);
	const column = found && source.columns[found.column.offset];
	return column && boundColumn(column.slot, column.type, true, column);
}

/** Indexed generated columns. */
function generatedColumns(table: Table): readonly GeneratedColumn[] {
	let found = known.get(table);
	if (found === undefined) {
		found = table.columns.flatMap((column): GeneratedColumn[] => {
			const { generated } = column.record;
			if (generated === undefined || !table.indexes.some(({ parts }) => parts.some((part) => part.column === column))) {
				return [];
			}
			const bound = bindStored(parseStored(generated.text), table, "generated column function");
			return bound.kind === "call" ? [{ column, bound }] : [];
		});
		known.set(table, found);
	}
	return found;
}

/** Whether both compute the same value from the same row. */
function isSame(stored: BoundExpression, asked: BoundExpression, source: ScopeTable): boolean {
	if (stored.kind === "column") {
		return asked.kind === "column" && asked.origin?.source === source && asked.slot - source.firstSlot === stored.slot;
	}
	if (stored.kind === "constant") {
		return (
			asked.kind === "constant" &&
			asked.value === stored.value &&
			familyOf(asked.type) === familyOf(stored.type) &&
			asked.type.scale === stored.type.scale
		);
	}
	if (stored.kind === "word") {
		return asked.kind === "word" && asked.word === stored.word;
	}
	return (
		stored.kind === "call" &&
		asked.kind === "call" &&
		stored.definition.name === asked.definition.name &&
		hasType(stored.type, asked.type) &&
		stored.operands.length === asked.operands.length &&
		stored.operands.every((operand, at) => isSame(operand, asked.operands[at]!, source))
	);
}

function hasType(one: SqlType, other: SqlType): boolean {
	return (
		one.name === other.name &&
		one.scale === other.scale &&
		one.unsigned === other.unsigned &&
		one.charset === other.charset &&
		one.collation === other.collation
	);
}

/** Whether the column's type compares as the expression's does. */
function isFaithful(expression: SqlType, column: SqlType): boolean {
	const family = familyOf(column);
	if (family !== familyOf(expression)) {
		return false;
	}
	switch (family) {
		case "text":
		case "bytes":
			return column.charset === expression.charset && column.collation === expression.collation;
		case "integer":
			return true;
		case "decimal":
			return column.scale >= expression.scale;
		case "temporal":
			return column.name === expression.name && column.scale >= expression.scale;
		default:
			return false;
	}
}
