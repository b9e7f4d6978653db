/**
 * What rows may be told apart by: whole numbers that come from the row alone.
 *
 * In: a bound expression, or columns. Out: nothing, or 1486, 1491, 1502, 1564, 1659. It refuses to know parts.
 */
import type { Column } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import { kindOf } from "../functions/arithmetic.ts";
import type { BoundExpression } from "../plan/bound.ts";
import { someBound } from "../plan/bound-tree.ts";
import { isUnsteady } from "../plan/stored-expression.ts";
import { familyOf, type SqlType } from "../types/type.ts";
import { encodeText } from "../types/value.ts";

/** MySQL's list of them, and operators. */
const allowed: ReadonlySet<string> = new Set([
	"abs", "ceil", "ceiling", "datediff", "day", "dayofmonth", "dayofweek", "dayofyear", "extract", "floor", "hour", "microsecond", "minute", "mod", "month",
	"quarter", "second", "time_to_sec", "to_days", "to_seconds", "unix_timestamp", "weekday", "year", "yearweek", "+", "-", "*", "div", "%",
]);

const blobs = /^(tiny|medium|long)?(blob|text)$|^json$/;
const columnTypes: ReadonlySet<string> = new Set(["tinyint", "smallint", "mediumint", "int", "bigint", "date", "datetime", "char", "varchar", "binary", "varbinary"]);

export function assertPartitionFunction(bound: BoundExpression): void {
	if (bound.kind === "column") {
		assertPlain(bound.type, bound.origin?.name ?? "");
		return;
	}
	if (someBound(bound, ({ kind, type }) => kind === "column" && blobs.test(type.name))) {
		throw sqlError("blobInPartitionFunction");
	}
	const isOfZone = (node: BoundExpression): boolean => node.kind === "call" && node.operands.some(({ kind, type }) => kind === "column" && type.name === "timestamp") !== (node.definition.name === "unix_timestamp");
	if (someBound(bound, (node) => node.kind === "call" && isOfZone(node) && (node.definition.name === "unix_timestamp" || node.operands.some(({ type }) => type.name === "timestamp")))) {
		throw sqlError("partitionFunctionSteady");
	}
	const isTimestamp = someBound(bound, (node) => node.kind === "call" && node.definition.name === "unix_timestamp");
	if (!someBound(bound, ({ kind }) => kind === "column") || (!isTimestamp && isUnsteady(bound))) {
		throw sqlError("partitionFunctionSteady");
	}
	if (someBound(bound, (node) => node.kind === "subquery" || (node.kind === "call" && !allowed.has(node.definition.name)))) {
		throw sqlError("partitionFunctionForbidden");
	}
	if (kindOf(bound.type) !== "integer" && !(isTimestamp && kindOf(bound.type) === "decimal" && bound.type.scale === 0)) {
		throw sqlError("partitionFunctionType");
	}
}

function assertPlain(type: SqlType, name: string): void {
	if (blobs.test(type.name)) {
		throw sqlError("blobInPartitionFunction");
	}
	if (familyOf(type) !== "integer" && familyOf(type) !== "bit") {
		throw sqlError("partitionColumnType", encodeText(name));
	}
}

/** KEY goes by any column but BLOBs; COLUMNS by whole numbers, dates and text. */
export function assertPartitionColumns(columns: readonly Column[], isCompared: boolean): void {
	for (const { name, type } of columns) {
		if (blobs.test(type.name)) {
			throw sqlError("blobInPartitionFunction");
		}
		if (isCompared && !columnTypes.has(type.name)) {
			throw sqlError("partitionColumnType", encodeText(name));
		}
	}
}
