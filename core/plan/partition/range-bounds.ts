/**
 * Bounds of adjacent RANGE partitions as comparisons of the partitioning column, usable by an index.
 *
 * undefined where the partitions are not adjacent, the function is no plain column, or the first partition may hold
 * NULLs.
 */
import type { Column, Table } from "../../catalog/table.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
import { boundConstant, type BoundExpression } from "../tree/bound-expression.ts";
import { callNamed } from "../bind/function-call.ts";
import { planningEvaluation } from "../compile/planning-evaluation.ts";
import type { Planning } from "../tree/planning.ts";
import { parseStored } from "../bind/stored-expression.ts";
import { methodColumns, type Partitioner, valueOf } from "./partitioner.ts";

const evaluation = planningEvaluation({ mode: parseSqlMode(defaultSqlModeText) }, () => undefined);

/** `columns`: the table's, as bound. */
export function boundsOfPartitions(
	wanted: ReadonlySet<number>,
	table: Table,
	partitioner: Partitioner,
	columns: readonly BoundExpression[],
	planning: Planning,
): BoundExpression | undefined {
	const column = rangeColumn(table, partitioner);
	const places = placesOf(wanted, partitioner);
	if (column === undefined || places === undefined) {
		return undefined;
	}
	const [first, last] = places;
	const read = columns[column.offset]!;
	const compared = (operator: string, value: Value | undefined): BoundExpression[] =>
		value === undefined ? [] : [marked(callNamed(operator, [read, boundConstant(value, column.type)], planning))];
	const bounds = [
		...(first === 0 ? [] : compared(">=", endOf(first - 1, column, partitioner))),
		...compared("<", endOf(last, column, partitioner)),
	];
	const isNullIn = first === 0 && column.nullable;
	return isNullIn || bounds.length === 0
		? undefined
		: bounds.reduce((left, right) => callNamed("and", [left, right], planning));
}

const bounding = new WeakSet<FunctionDefinition>();

/** Copies the definition, so that the comparison can be recognized. */
function marked(call: BoundExpression): BoundExpression {
	if (call.kind !== "call") {
		return call;
	}
	const definition = { ...call.definition };
	bounding.add(definition);
	return { ...call, definition };
}

/** Whether it was made by partition selection: EXPLAIN then leaves it out of `filtered`. */
export function isPartitionBound(bound: BoundExpression): boolean {
	return bound.kind === "call" && bounding.has(bound.definition);
}

/** First and last of adjacent partitions, all of whose subpartitions are selected. */
function placesOf(wanted: ReadonlySet<number>, { leaves }: Partitioner): readonly [number, number] | undefined {
	const places = [...wanted].map((leaf) => leaves[leaf]!.at);
	const [first, last] = [Math.min(...places), Math.max(...places)];
	return leaves.every(({ at }, leaf) => wanted.has(leaf) === (at >= first && at <= last)) ? [first, last] : undefined;
}

function rangeColumn(table: Table, { partitioning }: Partitioner): Column | undefined {
	if (!partitioning.method.startsWith("RANGE")) {
		return undefined;
	}
	const named = methodColumns(partitioning, table);
	const expression = named === undefined ? parseStored(partitioning.expression) : undefined;
	const column =
		expression?.kind === "column"
			? table.columnsByName.get(expression.name.toLowerCase())
			: named?.length === 1
				? named[0]
				: undefined;
	return column !== undefined && isCounted(column.type) ? column : undefined;
}

/** Types with exact comparisons. */
function isCounted(type: SqlType): boolean {
	return familyOf(type) === "integer" || type.name === "date" || (type.name === "datetime" && type.scale === 0);
}

/** Undefined: MAXVALUE. */
function endOf(part: number, column: Column, { partitioning }: Partitioner): Value | undefined {
	const end = partitioning.parts[part]!.bound!.tuples[0]![0]!;
	return valueOf(end, partitioning.columns === undefined ? undefined : column, evaluation);
}
