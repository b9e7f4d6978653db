/**
 * `t PARTITION (p0, p1)` in a FROM clause: the table with a condition that is always put in place.
 *
 * In: a table and names of its parts. Out: a plan that is read as a view of the table is; errors 1735 and 1747. It
 * refuses to read: no operator ever opens such a plan, since it is plain.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import { define } from "../../functions/definition.ts";
import type { FunctionDefinition } from "../../functions/function.ts";
import { sqlType } from "../../types/type.ts";
import type { Value } from "../../types/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { QueryPlan } from "../tree/query-plan.ts";
import { boundOrigin, scopeTable } from "../bind/scope.ts";
import { resultColumn } from "../bind/select-item.ts";
import type { Planning } from "../tree/planning.ts";
import { boundsOfPartitions } from "./range-bounds.ts";
import { type Partitioner, partitionerOf } from "./partitioner.ts";
import { functionColumns } from "./partition-pruning.ts";
import type { IndexHint } from "../../sql/tree/table-name.ts";

const truth = sqlType("bigint", { length: 1 });

export function selectPartitions(
	table: Table,
	alias: string,
	names: readonly string[],
	hints: readonly IndexHint[],
	planning: Planning,
): QueryPlan {
	const source = scopeTable(table, alias, 0);
	const items = source.columns.map(boundOrigin);
	const where = partitionCondition(items, table, names, planning);
	return {
		columns: items.map((item, at) => resultColumn(table.columns[at]!.name, item)),
		coercibilities: items.map(({ coercibility }) => coercibility),
		tables: [table],
		readings: [{ table, alias }],
		node: { kind: "no-rows", reason: "no matching row in const table" },
		width: source.keySlot + 1,
		volatile: false,
		lock: undefined,
		countFoundRows: false,
		into: undefined,
		mergeable: {
			from: { kind: "table", source, table, hints },
			where,
			ownWhere: where,
			items,
			order: [],
			width: source.keySlot + 1,
			checks: [],
			updatability: "all",
		},
	};
}

/** Throws 1747. */
export function knownPartitioner(table: Table): Partitioner {
	const partitioner = partitionerOf(table);
	if (partitioner === undefined) {
		throw sqlError("partitionOfUnpartitioned");
	}
	return partitioner;
}

const selectedBy = new WeakMap<FunctionDefinition, ReadonlySet<number>>();

/** Of a condition that this file made: numbers of the parts that hold it. */
export function selectedPartitions(definition: FunctionDefinition): ReadonlySet<number> | undefined {
	return selectedBy.get(definition);
}

/** Whether a row is in one of the parts: by the bounds of its column, else by the parts' own function. */
function partitionCondition(
	columns: readonly BoundExpression[],
	table: Table,
	names: readonly string[],
	planning: Planning,
): BoundExpression {
	const partitioner = knownPartitioner(table);
	const wanted = partitioner.named(names);
	return (
		boundsOfPartitions(wanted, table, partitioner, columns, planning) ??
		isInPartitions(columns, table, partitioner, wanted, planning)
	);
}

/** Of a row that holds no more than the columns the function reads. */
function isInPartitions(
	columns: readonly BoundExpression[],
	table: Table,
	partitioner: Partitioner,
	wanted: ReadonlySet<number>,
	planning: Planning,
): BoundExpression {
	const offsets = [...functionColumns(table, partitioner)].map(({ offset }) => offset);
	const definition = define("partition", offsets.length, offsets.length, () => ({
		type: truth,
		nullable: false,
		nullPropagates: false,
		evaluate: (evaluation, ...values) => {
			const row: Value[] = [];
			offsets.forEach((offset, at) => {
				row[offset] = values[at] as Value;
			});
			return wanted.has(partitioner.of(row, evaluation)) ? 1 : 0;
		},
	}));
	selectedBy.set(definition, wanted);
	const resolution = definition.resolve([], planning.resolution);
	return {
		kind: "call",
		definition,
		operands: offsets.map((offset) => columns[offset]!),
		resolution,
		type: truth,
		nullable: false,
		coercibility: 5,
	};
}
