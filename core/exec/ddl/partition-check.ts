/**
 * Checks a table's PARTITION BY and normalizes it to the text of SHOW CREATE TABLE, with partition values computed.
 *
 * Throws MySQL's errors about partitions, from 1479 on.
 */
import { type CooperativeTask, runGivingWay } from "../../async/cooperative-task.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { leavesOf, namedParts } from "../../catalog/partition-leaf.ts";
import type { TableRecord } from "../../catalog/record.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { kindOf } from "../../functions/numeric/arithmetic.ts";
import { compareTuples, comparatorsOf, listedInOrder, type Tuple } from "../../plan/partition/partition-type.ts";
import { methodColumns, partitionClause, valueOf } from "../../plan/partition/partitioner.ts";
import {
	bindConstantExpression,
	bindStored,
	columnNames,
	isNondeterministic,
	parseStored,
	refuseUnknown,
} from "../../plan/bind/stored-expression.ts";
import { parsePartitioning } from "../../sql/parse/index.ts";
import { mostPartitions } from "../../sql/parse/ddl/partition.ts";
import { printPartitioning } from "../../sql/print/index.ts";
import type { Expression } from "../../sql/tree/expression.ts";
import type { Part, Partitioning, PartitionMethod, PartValue } from "../../sql/tree/partitioning.ts";
import { familyOf } from "../../types/value/type.ts";
import { decodeText, encodeText, type Integer, type Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { silentEvaluation } from "../rows/silent-evaluation.ts";
import { assertPartitionColumns, assertPartitionFunction, refuseBeyondRow } from "./partition-function.ts";
import { tableOf } from "./schema-questions.ts";

/** Gives way between the values of long lists. */
export function withCheckedPartitions(
	record: TableRecord,
	database: string,
	execution: Execution,
): MaybePromise<TableRecord> {
	const { partitionText } = record;
	if (partitionText === undefined) {
		return record;
	}
	if (record.temporary === true) {
		throw sqlError("temporaryPartitioned");
	}
	return runGivingWay(execution, checkPartitions(record, partitionText, database, execution));
}

/** Values settled or read in a step: some milliseconds of work. */
const valuesInStep = 256;

function* checkPartitions(
	record: TableRecord,
	text: string,
	database: string,
	execution: Execution,
): CooperativeTask<TableRecord> {
	yield;
	const table = tableOf(record, database, execution);
	const written = parsePartitioning(encodeText(text))!;
	yield;
	assertShape(written);
	for (const method of [written, ...(written.below === undefined ? [] : [written.below])]) {
		assertMethod(method, table);
	}
	const read = valueReading(written, table);
	const parts: Part[] = [];
	for (const part of written.parts) {
		parts.push(yield* settledPart(part, written, read, execution));
	}
	const settled = { ...written, parts };
	yield* assertValues(settled, table, execution);
	yield;
	assertUniqueKeys(settled, table);
	if (record.foreignKeys.length > 0) {
		throw sqlError("foreignKeyOnPartitioned");
	}
	return { ...record, partitionText: decodeText(printPartitioning(settled)) };
}

/** RANGE or LIST; undefined: HASH and KEY. */
function valueWord({ method }: PartitionMethod): "RANGE" | "LIST" | undefined {
	return method.startsWith("RANGE") ? "RANGE" : method.startsWith("LIST") ? "LIST" : undefined;
}

/** Checks counts and names. */
function assertShape(partitioning: Partitioning): void {
	const { count, parts, below } = partitioning;
	const word = valueWord(partitioning);
	if (count === 0 || below?.count === 0) {
		throw sqlError("noPartitions", count === 0 ? "partitions" : "subpartitions");
	}
	if (word !== undefined && parts.length === 0) {
		throw sqlError("partitionsUndefined", word);
	}
	if (
		(below !== undefined && word === undefined) ||
		(below === undefined && parts.some((part) => part.parts.length > 0))
	) {
		throw sqlError("subpartitionOfHash");
	}
	const perPart = below?.count ?? parts[0]?.parts.length ?? 0;
	if (
		parts.some((part) => part.parts.length > 0 && part.parts.length !== perPart) ||
		(perPart > 0 && below?.count === undefined && parts.some((part) => part.parts.length === 0))
	) {
		throw sqlError("subpartitionWrongCount");
	}
	const leaves = leavesOf(partitioning);
	if (leaves.length > mostPartitions) {
		throw sqlError("tooManyPartitions");
	}
	const seen = new Set<string>();
	for (const { name } of [...namedParts(partitioning), ...leaves.flatMap(({ below: inner }) => inner ?? [])]) {
		if (name === "" || name.endsWith(" ")) {
			throw sqlError("wrongPartitionName");
		}
		if (seen.has(name.toLowerCase())) {
			throw sqlError("duplicatePartition", encodeText(name));
		}
		seen.add(name.toLowerCase());
	}
}

function assertMethod(method: PartitionMethod, table: Table): void {
	const columns = methodColumns(method, table);
	if (columns !== undefined) {
		const names = method.columns ?? [];
		if (columns.length === 0 || (names.length > 0 && columns.length !== names.length)) {
			throw sqlError("partitionFieldMissing");
		}
		const twice = names.find((name, at) =>
			names.some((other, before) => before < at && other.toLowerCase() === name.toLowerCase()),
		);
		if (twice !== undefined) {
			throw sqlError("duplicatePartitionField", encodeText(twice));
		}
		assertPartitionColumns(columns, !method.method.includes("KEY"));
		return;
	}
	const expression = parseStored(method.expression);
	refuseUnknown(expression, table, partitionClause);
	refuseBeyondRow(expression);
	assertPartitionFunction(bindStored(expression, table, partitionClause));
}

interface ValueReading {
	/** Undefined: the values are of an expression. */
	readonly columns: readonly Column[] | undefined;
	/** The expression is never negative. */
	readonly isUnsigned: boolean;
}

function valueReading(partitioning: Partitioning, table: Table): ValueReading {
	const columns = methodColumns(partitioning, table);
	const isUnsigned =
		columns === undefined &&
		bindStored(parseStored(partitioning.expression), table, partitionClause).type.unsigned === true;
	return { columns, isUnsigned };
}

/** Computes the values, NULL first. */
function* settledPart(
	part: Part,
	partitioning: Partitioning,
	{ columns, isUnsigned }: ValueReading,
	execution: Execution,
): CooperativeTask<Part> {
	const word = valueWord(partitioning);
	const { bound } = part;
	if (bound === undefined) {
		if (word !== undefined) {
			throw sqlError("partitionRequiresValues", word, word === "RANGE" ? "LESS THAN" : "IN");
		}
		return part;
	}
	if (word !== (bound.kind === "in" ? "LIST" : "RANGE")) {
		throw sqlError(
			"partitionWrongValues",
			bound.kind === "in" ? "LIST" : "RANGE",
			bound.kind === "in" ? "IN" : "LESS THAN",
		);
	}
	const tuples = yield* eachInSteps(bound.tuples, (tuple) => {
		if (columns === undefined && tuple.length > 1) {
			throw sqlError("partitionValueCount", word!);
		}
		if (tuple.length !== (columns?.length ?? 1)) {
			throw sqlError("partitionColumnCount");
		}
		return tuple.map((value, at) => settledValue(value, part, columns?.[at], execution));
	});
	if (isUnsigned && tuples.some(([value]) => isNegative(value))) {
		throw sqlError("partitionConstantDomain");
	}
	const isNull = ([first]: readonly PartValue[]): boolean =>
		columns === undefined && first?.kind === "literal" && first.type === "null";
	if (
		bound.kind === "less than" &&
		tuples.some((tuple) => tuple.some((value) => value.kind === "literal" && value.type === "null"))
	) {
		throw sqlError("nullInLessThan");
	}
	return {
		...part,
		bound: { ...bound, tuples: [...tuples.filter(isNull), ...tuples.filter((tuple) => !isNull(tuple))] },
	};
}

function* eachInSteps<From, To>(values: readonly From[], make: (value: From) => To): CooperativeTask<To[]> {
	const made: To[] = [];
	for (const value of values) {
		made.push(make(value));
		if (made.length % valuesInStep === 0) {
			yield;
		}
	}
	return made;
}

function isNegative(value: PartValue | undefined): boolean {
	return value?.kind === "unary" && value.operator === "-";
}

/** Literals of COLUMNS are unchanged. */
function settledValue(value: PartValue, part: Part, column: Column | undefined, execution: Execution): PartValue {
	if (value.kind === "maxvalue" || (value.kind === "literal" && (column !== undefined || value.type === "null"))) {
		return value;
	}
	if (value.kind === "literal" && value.type === "integer") {
		return integerLiteral(value.value);
	}
	refuseBeyondRow(value);
	const bound = bindConstantExpression(value, partitionClause);
	if (isNondeterministic(bound)) {
		throw sqlError("partitionFunctionSteady");
	}
	const { type } = bound;
	if (column === undefined && kindOf(type) !== "integer") {
		throw sqlError("partitionValueType", encodeText(part.name));
	}
	const found = valueOf(value, undefined, execution) ?? null;
	if (column !== undefined && kindOf(type) !== "integer") {
		return value;
	}
	if (found === null) {
		return { kind: "literal", type: "null" };
	}
	return typeof found === "string" ? parseStored(found) : integerLiteral(found);
}

function integerLiteral(value: Integer): Expression {
	return value < 0
		? { kind: "unary", operator: "-", operand: integerLiteral(-value) }
		: { kind: "literal", type: "integer", value, text: String(value) };
}

function* assertValues(partitioning: Partitioning, table: Table, execution: Execution): CooperativeTask {
	const word = valueWord(partitioning);
	if (word === undefined) {
		return;
	}
	const columns = methodColumns(partitioning, table);
	const comparators = comparatorsOf(columns);
	const tuples: (readonly Tuple[])[] = [];
	for (const { bound } of partitioning.parts) {
		const read = (tuple: readonly PartValue[]): Tuple =>
			tuple.map((value, at) => storedValue(value, columns?.[at], execution));
		tuples.push(yield* eachInSteps(bound?.tuples ?? [], read));
	}
	if (word === "RANGE") {
		const bounds = tuples.map(([tuple = []]) => tuple);
		const [last] = bounds.slice(-1);
		if (bounds.some((tuple) => tuple !== last && tuple.length === 1 && tuple[0] === undefined)) {
			throw sqlError("partitionMaxvalue");
		}
		if (bounds.some((tuple, at) => at > 0 && compareTuples(bounds[at - 1]!, tuple, comparators) >= 0)) {
			throw sqlError("rangeNotIncreasing");
		}
		return;
	}
	yield;
	const listed = listedInOrder(tuples, comparators);
	if (listed.some(({ tuple }, at) => at > 0 && compareTuples(listed[at - 1]!.tuple, tuple, comparators) === 0)) {
		throw sqlError("listValueTwice");
	}
}

/** Throws 1654 for a value that the column would have to convert. */
function storedValue(value: PartValue, column: Column | undefined, execution: Execution): Value | undefined {
	if (column === undefined || value.kind === "maxvalue") {
		return valueOf(value, column, execution);
	}
	const { type } = bindConstantExpression(value, partitionClause);
	const [isWritten, isText] = [type, column.type].map((each) => ["text", "bytes", "temporal"].includes(familyOf(each)));
	const isNull = value.kind === "literal" && value.type === "null";
	const isBroken = familyOf(column.type) === "integer" && kindOf(type) !== "integer";
	let isWrong = !isNull && (isWritten !== isText || isBroken);
	const warn = (): void => {
		isWrong = true;
	};
	const found = isWrong ? null : valueOf(value, column, silentEvaluation(execution, warn));
	if (isWrong) {
		throw sqlError("partitionColumnValue");
	}
	return found;
}

function assertUniqueKeys(partitioning: Partitioning, table: Table): void {
	const methods = [partitioning, ...(partitioning.below === undefined ? [] : [partitioning.below])];
	const read = methods.flatMap(
		(method) =>
			methodColumns(method, table) ??
			columnNames(parseStored(method.expression)).map((name) => table.columnsByName.get(name.toLowerCase())!),
	);
	for (const index of [...(table.primaryKey === undefined ? [] : [table.primaryKey]), ...table.indexes]) {
		const whole = new Set(
			index.parts.filter(({ length }) => length === undefined || length === null).map(({ column }) => column),
		);
		if ((index.unique || index.primary) && read.some((column) => !whole.has(column))) {
			throw sqlError("uniqueKeyWithoutPartition", index.primary ? "PRIMARY KEY" : "UNIQUE INDEX");
		}
	}
}
