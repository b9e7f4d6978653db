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
import { exactConstant } from "../../types/convert/exact-constant.ts";
import { dateOfDayNumber, dayNumberOf } from "../../types/temporal/date.ts";
import { dateOfDatetime, linearSeconds, packedSeconds } from "../../types/temporal/datetime.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { isText } from "../../functions/definition/result.ts";
import type { Part, Partitioning, PartitionMethod } from "../../sql/tree/partitioning.ts";
import type { BoundConstant, BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, someBound } from "../tree/bound-tree.ts";
import { planningEvaluation } from "../compile/planning-evaluation.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { bindStored, parseStored } from "../bind/stored-expression.ts";
import { methodColumns, partitionClause, type Partitioner, valueOf } from "./partitioner.ts";

interface Fact {
	values?: readonly Value[];
	low?: Value;
	high?: Value;
	/** The upper bound as written. */
	end?: Value;
}

/** Values of the column's own type, in partition order. */
type Facts = Map<Column, Fact>;

/** Rows tried, as combinations of values, to find their partitions. */
const mostRows = 256;
/** Values between two bounds tried one by one, as in MySQL. */
const mostWalked = 32;

const evaluation = planningEvaluation({ mode: parseSqlMode(defaultSqlModeText) }, () => undefined);

export function prunePartitions(
	source: ScopeTable,
	partitioner: Partitioner,
	condition: BoundExpression | undefined,
): ReadonlySet<number> | undefined {
	const facts: Facts = new Map();
	let possible: ReadonlySet<number> | undefined;
	for (const conjunct of conjunctsOf(condition)) {
		possible = inBoth(possible, eitherParts(source, partitioner, conjunct));
		readFact(positive(conjunct), source, facts);
	}
	const { table } = source;
	return table === undefined || facts.size === 0 ? possible : inBoth(possible, factParts(table, partitioner, facts));
}

/** Partitions of either side of an OR; undefined: all, or it is no OR. */
function eitherParts(
	source: ScopeTable,
	partitioner: Partitioner,
	conjunct: BoundExpression,
): ReadonlySet<number> | undefined {
	if (conjunct.kind !== "call" || conjunct.definition.name !== "or") {
		return undefined;
	}
	const sides = conjunct.operands.map((side) => prunePartitions(source, partitioner, side));
	return sides.includes(undefined) ? undefined : new Set(sides.flatMap((side) => [...side!]));
}

function inBoth(
	a: ReadonlySet<number> | undefined,
	b: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
	return a === undefined || b === undefined ? (a ?? b) : new Set([...a].filter((part) => b.has(part)));
}

function factParts(table: Table, partitioner: Partitioner, facts: Facts): ReadonlySet<number> | undefined {
	const { partitioning, leaves } = partitioner;
	const perPart = leaves.filter(({ at }) => at === 0).length;
	const outer = known(() => byValues(table, partitioner, partitioning, facts) ?? byBounds(table, partitioner, facts));
	const inner = partitioning.below && known(() => byValues(table, partitioner, partitioning.below!, facts));
	if (outer === undefined && inner === undefined) {
		return undefined;
	}
	const parts = outer && new Set([...outer].map((leaf) => leaves[leaf]!.at));
	const below = inner && new Set([...inner].map((leaf) => leaf % perPart));
	return new Set(
		leaves.flatMap((leaf, at) => ((parts?.has(leaf.at) ?? true) && (below?.has(at % perPart) ?? true) ? [at] : [])),
	);
}

/** A function of the session's time zone is unknown while planning. */
function known(find: () => ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
	try {
		return find();
	} catch {
		return undefined;
	}
}

const opposites: Readonly<Record<string, string>> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };

/** Rewrites NOT of a comparison to the opposite comparison. */
function positive(conjunct: BoundExpression): BoundExpression {
	const [inner] = conjunct.kind === "call" && conjunct.definition.name === "not" ? conjunct.operands : [];
	const opposite = inner?.kind === "call" ? opposites[inner.definition.name] : undefined;
	return inner?.kind === "call" && opposite !== undefined
		? { ...inner, definition: { ...inner.definition, name: opposite } }
		: conjunct;
}

const mirrored: Record<string, string> = { "=": "=", "<=>": "<=>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function readFact(conjunct: BoundExpression, source: ScopeTable, facts: Facts): void {
	if (conjunct.kind !== "call") {
		return;
	}
	const {
		definition: { name },
		operands,
	} = conjunct;
	const [first, second] = operands;
	const column = columnOf(first, source);
	if (column === undefined) {
		const mirror = mirrored[name];
		const other = operands.length === 2 && mirror !== undefined ? columnOf(second, source) : undefined;
		if (other !== undefined) {
			note(mirror!, other, [first!], facts);
		}
		return;
	}
	note(name, column, operands.slice(1), facts);
}

function columnOf(bound: BoundExpression | undefined, source: ScopeTable): Column | undefined {
	return bound?.kind === "column" && bound.origin?.source === source ? bound.origin.column : undefined;
}

function note(operator: string, column: Column, operands: readonly BoundExpression[], facts: Facts): void {
	const values = operands.map((operand) => valueFor(operand, column.type));
	if (values.includes(undefined)) {
		return;
	}
	const [value = null, other = null] = values as Value[];
	const fact = facts.get(column) ?? {};
	facts.set(column, fact);
	switch (operator) {
		case "=":
		case "<=>":
		case "in":
		case "is null":
			fact.values ??= operator === "is null" ? [null] : (values as Value[]);
			return;
		case "<":
			fact.high ??= neighbour(value, column.type, -1);
			fact.end ??= value;
			return;
		case "<=":
			fact.high ??= value;
			fact.end ??= value;
			return;
		case ">":
			fact.low ??= neighbour(value, column.type, 1);
			return;
		case ">=":
			fact.low ??= value;
			return;
		case "between":
			fact.low ??= value;
			fact.high ??= other;
			fact.end ??= other;
	}
}

/** The constant converted to the column's type; undefined: unknown, or compared in another type. */
function valueFor(bound: BoundExpression, type: SqlType): Value | undefined {
	if (bound.kind !== "constant") {
		return undefined;
	}
	const { value, type: own } = bound as BoundConstant;
	const isComparable = isText(type) === isText(own) || familyOf(type) === "temporal" || value === null;
	return isComparable ? exactConstant(value, own, type, evaluation) : undefined;
}

/** The next smaller or greater value; the value itself if there is none. */
function neighbour(value: Value, type: SqlType, step: -1 | 1): Value {
	if (typeof value === "number" && familyOf(type) === "integer") {
		return value + step;
	}
	if (typeof value === "number" && type.name === "date") {
		return dateOfDayNumber(dayNumberOf(value) + step);
	}
	return type.name === "datetime" && type.scale === 0 && typeof value === "number"
		? (packedSeconds(linearSeconds(value) + step) ?? value)
		: value;
}

/** All columns of the function have known values. */
function byValues(
	table: Table,
	partitioner: Partitioner,
	method: PartitionMethod,
	facts: Facts,
): ReadonlySet<number> | undefined {
	const columns = new Set(readColumns(method, table));
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
	return isUnknown ? undefined : new Set(parts.filter((part) => part >= 0));
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
	return new Set(methods.flatMap((method) => readColumns(method, table)));
}

function readColumns(method: PartitionMethod, table: Table): readonly Column[] {
	return methodColumns(method, table) ?? columnsIn(bindStored(parseStored(method.expression), table, partitionClause));
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
function byBounds(table: Table, partitioner: Partitioner, facts: Facts): ReadonlySet<number> | undefined {
	const { partitioning, leaves } = partitioner;
	const column = orderingColumn(table, partitioner);
	const fact = column && facts.get(column);
	if (column === undefined || fact === undefined) {
		return undefined;
	}
	if (!partitioning.method.startsWith("RANGE")) {
		return partitioning.method.startsWith("LIST") ? listed(partitioning, column, fact) : undefined;
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
	const last = to < 0 ? leaves.length - 1 : leaves.findLastIndex(({ at }) => at === leaves[to]!.at);
	const found = new Set(from < 0 ? [] : leaves.flatMap((_leaf, at) => (at >= from && at <= last ? [at] : [])));
	return mayBeNull(partitioning, column, fact) ? found.add(0) : found;
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
	{ parts, columns, expression }: Partitioning,
	column: Column,
	{ values, low, high }: Fact,
): ReadonlySet<number> | undefined {
	const isColumn = columns !== undefined || parseStored(expression).kind === "column";
	if (
		!isColumn ||
		familyOf(column.type) !== "integer" ||
		values !== undefined ||
		!isNumberOrOpen(low) ||
		!isNumberOrOpen(high)
	) {
		return undefined;
	}
	const isWithin = (value: Value | undefined): boolean =>
		typeof value !== "string" &&
		value !== null &&
		value !== undefined &&
		(low === undefined || value >= low) &&
		(high === undefined || value <= high);
	const isWanted = ({ bound }: Part): boolean =>
		(bound?.tuples ?? []).some(([value]) => value !== undefined && isWithin(valueOf(value, column, evaluation)));
	return new Set(parts.flatMap((part, at) => (isWanted(part) ? [at] : [])));
}

function orderingColumn(table: Table, { partitioning }: Partitioner): Column | undefined {
	const columns = methodColumns(partitioning, table);
	if (columns !== undefined) {
		return partitioning.method.startsWith("RANGE") || columns.length === 1 ? columns[0] : undefined;
	}
	const bound = bindStored(parseStored(partitioning.expression), table, partitionClause);
	const operand = bound.kind === "call" && rising.has(bound.definition.name) ? bound.operands[0] : bound;
	return operand?.kind === "column" ? operand.origin?.column : undefined;
}
