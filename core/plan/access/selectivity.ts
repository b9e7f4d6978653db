/**
 * Selectivity: the estimated share of rows that meet a condition, from 0 to 1.
 *
 * From index statistics where possible, else MySQL's defaults: 1/10 for an equality, 1/3 for a bound, 1/9 for
 * BETWEEN.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { rowsOf } from "./access-path.ts";
import type { BoundColumn, BoundExpression } from "../tree/bound-expression.ts";
import { tablesOf } from "../tree/bound-tree.ts";
import { isKnown } from "../tree/tree-facts.ts";
import { columnFacts, weighedParts } from "./sargable-predicates.ts";
import { rowsFor, rowsPerValue, roughEstimates } from "./row-estimate.ts";
import { choiceOf } from "./index-access.ts";
import { isPartitionBound } from "../partition/range-bounds.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import type { Estimates } from "../tree/estimates.ts";

const valueShare = 0.1;
const boundShare = 1 / 3;
const betweenShare = 1 / 9;
const unknownShare = 0.5;

/** Share of all combinations of the tables' rows. */
export function selectivityOf(bound: BoundExpression, planning: Planning, estimates: Estimates): number {
	if (bound.kind === "subquery") {
		return unknownShare;
	}
	if (bound.kind !== "call" || isPartitionBound(bound)) {
		return 1;
	}
	switch (bound.definition.name) {
		case "and":
			return leftOf(1, bound.operands, planning, estimates);
		case "or":
			return (
				1 -
				weighed(bound.operands).reduce((rest, operand) => rest * (1 - selectivityOf(operand, planning, estimates)), 1)
			);
		case "not":
			return Math.max(1 - selectivityOf(bound.operands[0]!, planning, estimates), 0.01);
	}
	return (
		comparedShare(bound.operands, estimates) ??
		indexedShare(bound, planning, estimates) ??
		assumedShare(bound.definition.name, bound.operands.length)
	);
}

function weighed(parts: readonly BoundExpression[]): readonly BoundExpression[] {
	return parts.length > weighedParts ? parts.slice(0, weighedParts) : parts;
}

/** The part of so many rows that all conjuncts leave. */
function leftOf(rows: number, conjuncts: readonly BoundExpression[], planning: Planning, estimates: Estimates): number {
	return weighed(conjuncts).reduce((left, conjunct) => left * selectivityOf(conjunct, planning, estimates), rows);
}

function assumedShare(name: string, operands: number): number {
	switch (name) {
		case "=":
		case "<=>":
		case "is null":
		case "isnull":
			return valueShare;
		case "<":
		case "<=":
		case ">":
		case ">=":
			return boundShare;
		case "between":
		case "like":
			return betweenShare;
		case "in":
			return Math.min((operands - 1) * valueShare, unknownShare);
		case "<>":
		case "is not null":
			return 1 - valueShare;
		default:
			return 1;
	}
}

/** `a.x = b.y`: assumes each value of the side with more distinct values occurs on the other side. */
function comparedShare([a, b]: readonly BoundExpression[], estimates: Estimates): number | undefined {
	const [first, second] = [
		a === undefined ? undefined : storedColumn(a),
		b === undefined ? undefined : storedColumn(b),
	];
	if (first === undefined || second === undefined || first.source === second.source) {
		return undefined;
	}
	const known = [valuesOf(first, estimates), valuesOf(second, estimates)].flatMap((count) => count ?? []);
	if (known.length > 0) {
		return 1 / Math.max(...known, 1);
	}
	return 1 / Math.sqrt(Math.max(rowsFor(estimates, first.table), rowsFor(estimates, second.table)));
}

interface StoredColumn {
	readonly source: ScopeTable;
	readonly table: Table;
	readonly offset: number;
}

function storedColumn(bound: BoundExpression): StoredColumn | undefined {
	const origin = (bound as BoundColumn).origin;
	const table = bound.kind === "column" ? origin?.source.table : undefined;
	return table === undefined || table.id === 0
		? undefined
		: { source: origin!.source, table, offset: bound.kind === "column" ? bound.slot - origin!.source.firstSlot : 0 };
}

/** Distinct values of a column, if an index begins with it. */
function valuesOf({ table, offset }: StoredColumn, estimates: Estimates): number | undefined {
	const index = indexOf(table, offset);
	return index === undefined ? undefined : rowsFor(estimates, table) / rowsPerValue(estimates, table, index, 1);
}

/** The most informative index of a column: a unique one, else the first. */
function indexOf(table: Table, offset: number): Index | undefined {
	const found = table.indexes.filter(
		({ parts }) => parts[0]?.column.offset === offset && parts[0].length === undefined,
	);
	return found.find(({ unique, parts }) => unique && parts.length === 1) ?? found[0];
}

/** Selectivity of a condition over one column, from an index. */
function indexedShare(bound: BoundExpression, planning: Planning, estimates: Estimates): number | undefined {
	const tables = tablesOf(bound);
	const [source] = tables;
	const table = source?.table;
	if (tables.size !== 1 || table === undefined || table.id === 0) {
		return undefined;
	}
	const facts = columnFacts(source!, [bound], isKnown, planning);
	const [[offset] = [undefined]] = facts;
	const index = facts.size === 1 ? indexOf(table, offset!) : undefined;
	const choice = index && choiceOf(index, facts);
	return choice && Math.min(rowsOf(table, choice, estimates) / rowsFor(estimates, table), 1);
}

/** The share of an access path's rows that meets all conditions (EXPLAIN's `filtered`). */
export function filteredShare(
	source: ScopeTable,
	conjuncts: readonly BoundExpression[],
	found: number,
	planning: Planning,
): number {
	return Math.min(1, filteredRows(source, conjuncts, planning) / Math.max(found, 1));
}

export function filteredRows({ table }: ScopeTable, conjuncts: readonly BoundExpression[], planning: Planning): number {
	const estimates = planning.estimates ?? roughEstimates;
	return leftOf(rowsFor(estimates, table!), conjuncts, planning, estimates);
}
