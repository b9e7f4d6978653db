/**
 * Partition selection: `t PARTITION (p0, p1)` in FROM, as a mergeable query with a condition on the partition.
 *
 * Throws 1735, 1747. The plan is always merged like a view's; no operator opens it.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { define } from "../../functions/definition/definition.ts";
import type { FunctionDefinition } from "../../functions/definition/function.ts";
import { sqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";
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

/** The partition numbers of a condition made here. */
export function selectedPartitions(definition: FunctionDefinition): ReadonlySet<number> | undefined {
	return selectedBy.get(definition);
}

/**
 * Condition of a row in one of the partitions: bounds of the column where possible, else the partitioning function.
 */
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

/** Evaluated on a row that holds only the columns the function reads. */
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
