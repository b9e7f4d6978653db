/**
 * Partition pruning: which partitions can hold rows that meet a condition.
 *
 * Looks at comparisons of columns with constants; anything else keeps all partitions. Partitions and subpartitions
 * are pruned independently, the sides of an OR one by one.
 *
 * | partitioned by                                   | what is used                                            |
 * |--------------------------------------------------|---------------------------------------------------------|
 * | anything                                         | values of all columns the function reads: `=`, IN, IS NULL |
 * | RANGE of a column, or of YEAR() and the like of it | its bounds as well: `<`, `<=`, `>`, `>=`, BETWEEN     |
 * | RANGE of several columns                         | bounds of the first                                     |
 * | LIST of an integer column                        | its bounds as well                                      |
 * | anything                                         | of integers: bounds that hold at most 32 values         |
 */
import type { Column, Table } from "../../catalog/table.ts";
import { defaultSqlModeText, parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import { dateOfDatetime } from "../../types/temporal/datetime.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import type { Partitioning, PartitionMethod } from "../../sql/tree/partitioning.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, someBound } from "../tree/bound-tree.ts";
import { planningEvaluation } from "../compile/planning-evaluation.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { bindStored, parseStored } from "../bind/stored-expression.ts";
import { type Fact, type Facts, neighbour, readFact } from "./column-fact.ts";
import { LeafSet } from "./leaf-set.ts";
import { methodColumns, partitionClause, type Partitioner, valueOf } from "./partitioner.ts";
import { firstWhere } from "../../types/compare/bisection.ts";
import { integers } from "./partition-type.ts";

/** Rows tried, as combinations of values, to find their partitions. */
const mostRows = 256;
/** Values between two bounds tried one by one, as in MySQL. */
const mostWalked = 32;

const evaluation = planningEvaluation({ mode: parseSqlMode(defaultSqlModeText) }, () => undefined);

export function prunePartitions(
	source: ScopeTable,
	partitioner: Partitioner,
	condition: BoundExpression | undefined,
): LeafSet | undefined {
	const facts: Facts = new Map();
	let possible: LeafSet | undefined;
	for (const conjunct of conjunctsOf(condition)) {
		possible = inBoth(possible, eitherParts(source, partitioner, conjunct));
		readFact(conjunct, source, facts);
	}
	const { table } = source;
	return table === undefined || facts.size === 0 ? possible : inBoth(possible, factParts(table, partitioner, facts));
}

/** Partitions of either side of an OR; undefined: all, or it is no OR. */
function eitherParts(source: ScopeTable, partitioner: Partitioner, conjunct: BoundExpression): LeafSet | undefined {
	if (conjunct.kind !== "call" || conjunct.definition.name !== "or") {
		return undefined;
	}
	const either = new LeafSet(partitioner.leaves.length);
	for (const operand of conjunct.operands) {
		const side = prunePartitions(source, partitioner, operand);
		if (side === undefined) {
			return undefined;
		}
		either.unite(side);
	}
	return either;
}

function inBoth(a: LeafSet | undefined, b: LeafSet | undefined): LeafSet | undefined {
	return a === undefined || b === undefined ? (a ?? b) : a.intersect(b);
}

function factParts(table: Table, partitioner: Partitioner, facts: Facts): LeafSet | undefined {
	const { partitioning } = partitioner;
	const { perPart } = partitioner;
	const outer = known(() => {
		const found = byValues(table, partitioner, partitioning, facts);
		return found === undefined
			? byBounds(table, partitioner, facts)
			: wholeParts(
					found.map((leaf) => Math.floor(leaf / perPart)),
					partitioner,
				);
	});
	const inner = partitioning.below && known(() => byValues(table, partitioner, partitioning.below!, facts));
	return inBoth(outer, inner && sameBelow(inner, partitioner));
}

function wholeParts(parts: Iterable<number>, { leaves, perPart }: Partitioner): LeafSet {
	const wanted = new LeafSet(leaves.length);
	for (const part of parts) {
		wanted.addRange(part * perPart, (part + 1) * perPart - 1);
	}
	return wanted;
}

/** The leaves at the same places within every partition. */
function sameBelow(found: readonly number[], { leaves, perPart }: Partitioner): LeafSet {
	const below = new Set(found.map((leaf) => leaf % perPart));
	const wanted = new LeafSet(leaves.length);
	for (const place of below) {
		for (let leaf = place; leaf < leaves.length; leaf += perPart) {
			wanted.add(leaf);
		}
	}
	return wanted;
}

/** A function of the session's time zone is unknown while planning. */
function known<T>(find: () => T | undefined): T | undefined {
	try {
		return find();
	} catch {
		return undefined;
	}
}

/** All columns of the function have known values. */
function byValues(
	table: Table,
	partitioner: Partitioner,
	method: PartitionMethod,
	facts: Facts,
): readonly number[] | undefined {
	const columns = readColumns(method, table);
	let rows: Row[] = [table.columns.map(() => null)];
	for (const column of columns) {
		const fact = facts.get(column);
		const values = fact && (fact.values ?? walked(fact, column));
		if (values === undefined || rows.length * values.length > mostRows) {
			return undefined;
		}
		rows = rows.flatMap((row) => values.map((value) => row.with(column.offset, value)));
	}
	const parts = rows.map((row) => partitioner.of(row, evaluation));
	// Subpartitions are tried without knowledge of the partition.
	const isUnknown = columns.size === 0 || (method !== partitioner.partitioning && parts.some((part) => part < 0));
	return isUnknown ? undefined : parts.filter((part) => part >= 0);
}

/** The integers between two bounds, if few. */
function walked({ low, high }: Fact, { type }: Column): readonly Value[] | undefined {
	const isFew =
		typeof low === "number" && typeof high === "number" && familyOf(type) === "integer" && high - low < mostWalked;
	return isFew ? Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at) : undefined;
}

/** The columns that the partitioning function reads. */
export function functionColumns(table: Table, { partitioning }: Partitioner): ReadonlySet<Column> {
	const methods = [partitioning, ...(partitioning.below === undefined ? [] : [partitioning.below])];
	return new Set(methods.flatMap((method) => [...readColumns(method, table)]));
}

const columnsRead = new WeakMap<PartitionMethod, ReadonlySet<Column>>();

/** Found once for each table version, whose method is an object of its own. */
function readColumns(method: PartitionMethod, table: Table): ReadonlySet<Column> {
	let columns = columnsRead.get(method);
	if (columns === undefined) {
		columns = new Set(
			methodColumns(method, table) ?? columnsIn(bindStored(parseStored(method.expression), table, partitionClause)),
		);
		columnsRead.set(method, columns);
	}
	return columns;
}

function columnsIn(bound: BoundExpression): Column[] {
	const found: Column[] = [];
	someBound(bound, (node) => {
		if (node.kind === "column" && node.origin?.column !== undefined) {
			found.push(node.origin.column);
		}
		return false;
	});
	return found;
}

const rising: ReadonlySet<string> = new Set(["year", "to_days", "to_seconds"]);

/** Pruning by bounds, where partition order is the order of one column. */
function byBounds(table: Table, partitioner: Partitioner, facts: Facts): LeafSet | undefined {
	const { partitioning, leaves, perPart } = partitioner;
	const ordering = orderingOf(table, partitioner);
	const { column } = ordering;
	const fact = column && facts.get(column);
	if (column === undefined || fact === undefined) {
		return undefined;
	}
	if (!partitioning.method.startsWith("RANGE")) {
		return partitioning.method.startsWith("LIST") ? listed(partitioner, ordering, fact) : undefined;
	}
	const partOf = (value: Value): number =>
		partitioner.of(
			table.columns.map((each) => (each === column ? value : null)),
			evaluation,
		);
	const { values, low, high } = fact;
	if (values !== undefined || low === null || high === null) {
		return undefined;
	}
	const isFirstOfSeveral = (partitioning.columns?.length ?? 0) > 1;
	const above = isFirstOfSeveral && high !== undefined ? neighbour(high, column.type, 1) : high;
	const from = low === undefined ? 0 : partOf(low);
	const to = above === undefined || (isFirstOfSeveral && above === high) ? -1 : partOf(above);
	const found = new LeafSet(leaves.length);
	if (from >= 0) {
		const end = to < 0 ? leaves.length : to - (to % perPart) + perPart;
		found.addRange(from - (from % perPart), end - 1);
	}
	return mayBeNull(partitioning, column, fact) ? found.addRange(0, perPart - 1) : found;
}

/**
 * Dates without a day have no number and are in the first partition: MySQL includes it unless the bounds are of one
 * month.
 */
function mayBeNull({ columns, expression }: Partitioning, { type }: Column, { low, end }: Fact): boolean {
	if (columns !== undefined || !/^\s*`?to_(days|seconds)/i.test(expression)) {
		return false;
	}
	const month = (value: Value | undefined): number =>
		typeof value === "number"
			? Math.floor((type.name === "date" ? value : dateOfDatetime(value, type.scale)) / 32)
			: -1;
	return month(low) < 0 || month(low) !== month(end);
}

function isNumberOrOpen(value: Value | undefined): value is Integer | undefined {
	return value === undefined || typeof value === "number" || typeof value === "bigint";
}

/** LIST partitions with a value between the bounds. */
function listed(
	partitioner: Partitioner,
	{ column, isPlain }: Ordering,
	{ values, low, high }: Fact,
): LeafSet | undefined {
	if (
		column === undefined ||
		!isPlain ||
		familyOf(column.type) !== "integer" ||
		values !== undefined ||
		!isNumberOrOpen(low) ||
		!isNumberOrOpen(high)
	) {
		return undefined;
	}
	const all = listedValues(partitioner, column);
	const first = low === undefined ? 0 : firstWhere(all.length, (at) => all[at]!.value >= low);
	const end = high === undefined ? all.length : firstWhere(all.length, (at) => all[at]!.value > high);
	const wanted = new Set(all.slice(first, end).map(({ part }) => part));
	return wholeParts(wanted, partitioner);
}

interface ListedValue {
	readonly value: Integer;
	readonly part: number;
}

const valuesListed = new WeakMap<Partitioner, readonly ListedValue[]>();

/** The integers that the partitions list, in order. */
function listedValues(partitioner: Partitioner, column: Column): readonly ListedValue[] {
	let listed = valuesListed.get(partitioner);
	if (listed === undefined) {
		listed = partitioner.partitioning.parts
			.flatMap(({ bound }, part) => (bound?.tuples ?? []).map(([first]) => ({ first, part })))
			.flatMap(({ first, part }) => {
				const value = first && valueOf(first, column, evaluation);
				return typeof value === "number" || typeof value === "bigint" ? [{ value, part }] : [];
			})
			.sort((a, b) => integers(a.value, b.value));
		valuesListed.set(partitioner, listed);
	}
	return listed;
}

interface Ordering {
	/** The column whose order is that of the partitions. */
	readonly column: Column | undefined;
	/** No function is between them. */
	readonly isPlain: boolean;
}

const orderings = new WeakMap<Partitioner, Ordering>();

function orderingOf(table: Table, partitioner: Partitioner): Ordering {
	let ordering = orderings.get(partitioner);
	if (ordering === undefined) {
		ordering = findOrdering(table, partitioner.partitioning);
		orderings.set(partitioner, ordering);
	}
	return ordering;
}

function findOrdering(table: Table, partitioning: Partitioning): Ordering {
	const columns = methodColumns(partitioning, table);
	if (columns !== undefined) {
		const isOrdered = partitioning.method.startsWith("RANGE") || columns.length === 1;
		return { column: isOrdered ? columns[0] : undefined, isPlain: true };
	}
	const bound = bindStored(parseStored(partitioning.expression), table, partitionClause);
	const operand = bound.kind === "call" && rising.has(bound.definition.name) ? bound.operands[0] : bound;
	return {
		column: operand?.kind === "column" ? operand.origin?.column : undefined,
		isPlain: bound.kind === "column",
	};
}
