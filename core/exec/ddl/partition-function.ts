/**
 * Checks partitioning expressions and columns: integers that depend on the row alone.
 *
 * Errors 1486, 1491, 1502, 1564, 1659, 1660.
 */
import type { Column } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { kindOf } from "../../functions/numeric/arithmetic.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import { someBound } from "../../plan/tree/bound-tree.ts";
import { isNondeterministic, readsBeyondRow, readsVariable } from "../../plan/bind/stored-expression.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { familyOf, isLargeType, type SqlType } from "../../types/value/type.ts";
import { encodeText } from "../../types/value/value.ts";
import { hasColumn } from "../../plan/tree/tree-facts.ts";

/** MySQL's list of allowed functions, and operators. */
const allowed: ReadonlySet<string> = new Set([
	"abs",
	"ceil",
	"ceiling",
	"datediff",
	"day",
	"dayofmonth",
	"dayofweek",
	"dayofyear",
	"extract",
	"floor",
	"hour",
	"microsecond",
	"minute",
	"mod",
	"month",
	"quarter",
	"second",
	"time_to_sec",
	"to_days",
	"to_seconds",
	"unix_timestamp",
	"weekday",
	"year",
	"yearweek",
	"+",
	"-",
	"*",
	"div",
	"%",
]);

const columnTypes: ReadonlySet<string> = new Set([
	"tinyint",
	"smallint",
	"mediumint",
	"int",
	"bigint",
	"date",
	"time",
	"datetime",
	"char",
	"varchar",
	"binary",
	"varbinary",
]);

/** Functions of time, whose argument must be a column with a date, or with a time. */
const dayReaders: ReadonlySet<string> = new Set([
	"day",
	"dayofmonth",
	"dayofweek",
	"dayofyear",
	"month",
	"quarter",
	"to_days",
	"to_seconds",
	"weekday",
	"year",
	"yearweek",
	"datediff",
]);
const timeReaders: ReadonlySet<string> = new Set(["hour", "minute", "second", "microsecond", "time_to_sec"]);
const days = ["date", "datetime"];
const times = ["time", "datetime"];
const longestColumnsBytes = 3072;

/** Refuses queries, and variables, whose value is not constant. */
export function refuseBeyondRow(expression: Expression): void {
	if (readsBeyondRow(expression)) {
		throw sqlError(readsVariable(expression) ? "partitionFunctionSteady" : "partitionFunctionForbidden");
	}
}

/** Of other columns and of constants the result may depend on the day, or on how text is read. */
function readsOtherTime(node: BoundExpression): boolean {
	if (node.kind !== "call") {
		return false;
	}
	const [unit] = node.operands;
	const wanted =
		unit?.kind === "word"
			? typesOfUnit(unit.word.toLowerCase())
			: dayReaders.has(node.definition.name)
				? days
				: timeReaders.has(node.definition.name)
					? times
					: undefined;
	return (
		wanted !== undefined &&
		node.operands.some(({ kind, type }) => kind !== "word" && (kind !== "column" || !wanted.includes(type.name)))
	);
}

/** Types that EXTRACT reads. The first day of a week depends on the session. */
function typesOfUnit(unit: string): readonly string[] {
	return unit === "week"
		? []
		: /^day_/.test(unit)
			? ["datetime"]
			: /^(year|quarter|month|day)/.test(unit)
				? days
				: times;
}

export function assertPartitionFunction(bound: BoundExpression): void {
	if (bound.kind === "column") {
		assertPlain(bound.type, bound.origin?.name ?? "");
		return;
	}
	if (someBound(bound, ({ kind, type }) => kind === "column" && isLargeType(type))) {
		throw sqlError("blobInPartitionFunction");
	}
	const isOfZone = (node: BoundExpression): boolean =>
		node.kind === "call" &&
		node.operands.some(({ kind, type }) => kind === "column" && type.name === "timestamp") !==
			(node.definition.name === "unix_timestamp");
	if (
		someBound(
			bound,
			(node) =>
				node.kind === "call" &&
				isOfZone(node) &&
				(node.definition.name === "unix_timestamp" || node.operands.some(({ type }) => type.name === "timestamp")),
		)
	) {
		throw sqlError("partitionFunctionSteady");
	}
	const isTimestamp = someBound(bound, (node) => node.kind === "call" && node.definition.name === "unix_timestamp");
	if (!hasColumn(bound) || (!isTimestamp && isNondeterministic(bound))) {
		throw sqlError("partitionFunctionSteady");
	}
	if (someBound(bound, readsOtherTime)) {
		throw sqlError("partitionFunctionSteady");
	}
	if (
		someBound(bound, (node) => node.kind === "subquery" || (node.kind === "call" && !allowed.has(node.definition.name)))
	) {
		throw sqlError("partitionFunctionForbidden");
	}
	if (
		kindOf(bound.type) !== "integer" &&
		!(isTimestamp && kindOf(bound.type) === "decimal" && bound.type.scale === 0)
	) {
		throw sqlError("partitionFunctionType");
	}
}

function assertPlain(type: SqlType, name: string): void {
	if (isLargeType(type)) {
		throw sqlError("blobInPartitionFunction");
	}
	if (familyOf(type) !== "integer" && familyOf(type) !== "bit") {
		throw sqlError("partitionColumnType", encodeText(name));
	}
}

/** KEY takes any column but BLOBs; COLUMNS takes integers, dates and text. */
export function assertPartitionColumns(columns: readonly Column[], isCompared: boolean): void {
	for (const { name, type } of columns) {
		if (isLargeType(type)) {
			throw sqlError("blobInPartitionFunction");
		}
		if (isCompared && !columnTypes.has(type.name)) {
			throw sqlError("partitionColumnType", encodeText(name));
		}
	}
	if (isCompared && columns.reduce((sum, { type }) => sum + widthOf(type), 0) > longestColumnsBytes) {
		throw sqlError("partitionColumnsTooLong");
	}
}

function widthOf({ name, length, charset }: SqlType): number {
	return /char|binary/.test(name) ? length * (charsetNamed(charset)?.maxBytes ?? 1) : 8;
}
