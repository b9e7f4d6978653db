/**
 * Partitioner of a table: its partitions in order, and the function from a row to its partition.
 *
 * Made once for each table version from the PARTITION BY clause of its record, which `exec/ddl/partition-check.ts`
 * has validated.
 */
import { type Leaf, leavesInPart, leavesOf, namedParts, numberedParts } from "../../catalog/partition-leaf.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { parsePartitioning } from "../../sql/parse/index.ts";
import type { Part, Partitioning, PartitionMethod, PartValue } from "../../sql/tree/partitioning.ts";
import { storeConverter } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { compile } from "../compile/compile.ts";
import { bindConstantExpression, bindStored, parseStored } from "../bind/stored-expression.ts";
import { Multimap } from "../tree/multimap.ts";
import {
	comparatorsOf,
	byHash,
	byKey,
	byList,
	type PartitionFunction,
	byRange,
	type ReadValues,
	type Tuple,
} from "./partition-type.ts";

export const partitionClause = "partition function";

export interface Partitioner {
	readonly partitioning: Partitioning;
	readonly leaves: readonly Leaf[];
	/** Leaves of each partition. */
	readonly perPart: number;
	/** The partition (leaf) number; -1: none takes the row. */
	readonly of: PartitionFunction;
	/** The value named in the error for a row without partition (1526). */
	readonly shown: (row: Row, evaluation: Evaluation) => string;
	/** Leaf numbers of partition names. Throws 1735. */
	named(names: readonly string[]): ReadonlySet<number>;
}

const known = new WeakMap<Table, Partitioner>();

/** Undefined: the table is not partitioned. */
export function partitionerOf(table: Table): Partitioner | undefined {
	const { partitionText } = table.record;
	if (partitionText === undefined) {
		return undefined;
	}
	let partitioner = known.get(table);
	if (partitioner === undefined) {
		partitioner = makePartitioner(table, parsePartitioning(encodeText(partitionText))!);
		known.set(table, partitioner);
	}
	return partitioner;
}

function makePartitioner(table: Table, partitioning: Partitioning): Partitioner {
	const { below } = partitioning;
	const leaves = leavesOf(partitioning);
	const perPart = leavesInPart(leaves);
	const inner = below && layoutOf({ ...below, parts: [] }, numberedParts(perPart, ""), table, undefined);
	const read = readerOf(partitioning, table);
	// Partition values are computed with the first row, since they may depend on the session's time zone.
	let outer: PartitionFunction | undefined;
	let places: Multimap<string, number> | undefined;
	return {
		partitioning,
		leaves,
		perPart,
		of: (row, evaluation) => {
			outer ??= layoutOf(partitioning, namedParts(partitioning), table, evaluation);
			const part = outer(row, evaluation);
			return part < 0 || inner === undefined ? part : part * perPart + inner(row, evaluation);
		},
		shown: (row, evaluation) =>
			partitioning.columns === undefined ? String(read(row, evaluation)[0] ?? "NULL") : "from column_list",
		named: (names) => {
			const byName = (places ??= placesByName(leaves));
			return new Set(
				names.flatMap((name) => {
					const found = byName.get(name.toLowerCase());
					return found.length > 0 ? found : refuseUnknownPart(name, table);
				}),
			);
		},
	};
}

function placesByName(leaves: readonly Leaf[]): Multimap<string, number> {
	const places = new Multimap<string, number>();
	leaves.forEach(({ part, below }, at) => {
		for (const name of new Set([part.name, below?.name ?? part.name].map((each) => each.toLowerCase()))) {
			places.add(name, at);
		}
	});
	return places;
}

function refuseUnknownPart(name: string, table: Table): never {
	throw sqlError("unknownPartition", encodeText(name), encodeText(table.name));
}

/** Columns of KEY and COLUMNS; the primary key's where KEY names none. */
export function methodColumns({ columns }: PartitionMethod, table: Table): readonly Column[] | undefined {
	if (columns?.length === 0) {
		const key =
			table.primaryKey ??
			table.indexes.find(({ unique, parts }) => unique && parts.every(({ column }) => !column.nullable));
		return key?.parts.map(({ column }) => column) ?? [];
	}
	return columns?.flatMap((name) => table.columnsByName.get(name.toLowerCase()) ?? []);
}

function readerOf(method: PartitionMethod, table: Table): ReadValues {
	const columns = methodColumns(method, table);
	if (columns !== undefined) {
		return (row) => columns.map(({ offset }) => row[offset]!);
	}
	const compute = compile(bindStored(parseStored(method.expression), table, partitionClause));
	return (row, evaluation) => [compute(row, evaluation)];
}

function layoutOf(
	method: PartitionMethod & Pick<Partitioning, "parts">,
	parts: readonly Part[],
	table: Table,
	evaluation: Evaluation | undefined,
): PartitionFunction {
	const columns = methodColumns(method, table);
	const words = method.method.split(" ");
	const isLinear = words[0] === "LINEAR";
	if (words.includes("KEY")) {
		return byKey(parts.length, isLinear, columns ?? []);
	}
	const read = readerOf(method, table);
	if (words.includes("HASH")) {
		return byHash(parts.length, isLinear, read);
	}
	const tuples = parts.map(({ bound }) =>
		(bound?.tuples ?? []).map((tuple) => tuple.map((value, at) => valueOf(value, columns?.[at], evaluation!))),
	);
	const comparators = comparatorsOf(columns);
	return words[0] === "RANGE"
		? byRange(
				tuples.map(([tuple = []]): Tuple => tuple),
				read,
				comparators,
			)
		: byList(tuples, read, comparators);
}

/** A constant converted to its column's type, or to an integer; undefined: MAXVALUE. */
export function valueOf(value: PartValue, column: Column | undefined, evaluation: Evaluation): Value | undefined {
	if (value.kind === "maxvalue") {
		return undefined;
	}
	// Lists may hold a hundred thousand of these.
	if (column === undefined && value.kind === "literal" && value.type === "integer") {
		return value.value;
	}
	const bound = bindConstantExpression(value, partitionClause);
	const found = compile(bound)([], evaluation);
	return found === null || column === undefined
		? found
		: storeConverter(bound.type, column.type, column.name)(found, evaluation);
}
