/**
 * Plan of UPDATE: the assignments to each table. Errors 1093, 1288, 1348, 1393, 1706.
 *
 * Assignments run from left to right; each reads the results of earlier ones to its own table, and other tables as
 * they were found. `plan/query/dml-target.ts` finds rows, `update-run.ts` writes them.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { refuseSelfReference, subqueryReadings } from "../../plan/from/self-referencing-update.ts";
import { withoutPadding } from "../../plan/bind/padded-char.ts";
import { needColumn } from "../../plan/tree/required-privileges.ts";
import { partitionerOf } from "../../plan/partition/partitioner.ts";
import { functionColumns } from "../../plan/partition/partition-pruning.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { boundOrigin, nameColumn } from "../../plan/bind/scope.ts";
import { planTargets, type DmlTarget, type TargetPlan } from "../../plan/query/dml-target.ts";
import type { Assignment, Update } from "../../sql/tree/data.ts";
import { encodeText } from "../../types/value/value.ts";
import { type BulkUpdate, bulkUpdate } from "../bulk/update.ts";
import { type ColumnAssignment, planColumnAssignment } from "../rows/column-assignment.ts";
import { selectedPartitions } from "../write/partition-selection.ts";
import { type FindTarget, pointTarget } from "../point/point-target.ts";
import { type CheckRow, viewCheck } from "../write/view-check.ts";

const change = privilegeBit("UPDATE");

/** The assignments to one table reference. */
export interface TargetUpdate {
	readonly target: DmlTarget;
	readonly cells: readonly ColumnAssignment[];
	readonly columns: readonly Column[];
}

export interface UpdatePlan {
	readonly targets: TargetPlan;
	readonly updates: readonly TargetUpdate[];
	readonly ignore: boolean;
	/** All tables that the statement reads or writes. */
	readonly tables: readonly Table[];
	/** Set for a point update: one row by its key. */
	readonly find: FindTarget | undefined;
	/** Set for many rows of one table. */
	readonly bulk: BulkUpdate | undefined;
	/** For rows changed through a view. */
	readonly check: CheckRow | undefined;
}

export function planUpdate(statement: Update, planning: Planning): UpdatePlan {
	const { tables: from, where, orderBy, limit } = statement;
	const targets = planTargets({ from, where, orderBy, limit }, planning);
	const byTarget = new Map<DmlTarget, ColumnAssignment[]>();
	for (const assignment of statement.assignments) {
		const { target, column } = assigned(assignment, targets);
		const cells = byTarget.get(target) ?? [];
		const cell = planColumnAssignment(assignment.value, column, targets.scope, planning, targets.rewrite, target.table);
		cells.push(column.record.generated === undefined ? cell : unchanged(cell, target.firstSlot));
		byTarget.set(target, cells);
	}
	const updates = [...byTarget].map(([target, cells]) => ({
		target,
		cells,
		columns: cells.map(({ column }) => column),
	}));
	const { ignore } = statement;
	refuseSeveral(updates, targets);
	refuseMovedTwice(updates, targets);
	const readings = [
		...targets.readings,
		...updates.flatMap(({ cells }) => cells.flatMap(({ bound }) => subqueryReadings(bound))),
	];
	updates.forEach(({ target }) => refuseSelfReference(target, readings, "UPDATE"));
	const check = checkOf(statement, updates, targets);
	const bulk =
		ignore || check !== undefined || targets.views.size > 0 || updates.length !== 1
			? undefined
			: bulkUpdate(targets, updates[0]!.cells);
	return { targets, updates, ignore, tables: targets.read, find: pointTarget(targets), bulk, check };
}

/** Rows must stay in the view they are changed through, and in the named partitions. */
function checkOf({ tables }: Update, updates: readonly TargetUpdate[], { checks }: TargetPlan): CheckRow | undefined {
	const [named] = tables;
	const target = updates.length === 1 ? updates[0]!.target : undefined;
	if (tables.length !== 1 || named?.kind !== "table" || named.partitions === undefined || target === undefined) {
		return viewCheck(checks);
	}
	const check = selectedPartitions(target.table, named.partitions);
	return (row, execution) => check(row.slice(target.firstSlot), execution);
}

/** The table and column of a name, through any number of views. */
function assigned(
	{ column }: Assignment,
	targets: TargetPlan,
): { readonly target: DmlTarget; readonly column: Column } {
	const bound = nameColumn(column, targets.scope, "field list");
	const named = bound.kind === "column" ? bound.origin?.source : undefined;
	const meant = withoutPadding(targets.rewrite(bound));
	const origin = meant.kind === "column" ? meant.origin : undefined;
	if (named?.need !== undefined) {
		named.need.whole = change;
		needColumn(named.need, named.table?.columnsByName.get(column.name.toLowerCase())?.name ?? column.name, change);
	}
	if (origin?.source.need !== undefined && origin.source.need !== named?.need) {
		origin.source.need.whole |= change;
		needColumn(origin.source.need, origin.name, change);
	}
	const isView = named !== undefined && targets.views.has(named) && named.database !== "";
	if (isView && meant.kind !== "column") {
		throw sqlError("columnNotUpdatable", encodeText(column.name));
	}
	const isChangeable = named?.table !== undefined || (isView && !targets.fixed.includes(named));
	const target = isChangeable
		? targets.tables.find(({ firstSlot }) => firstSlot === origin?.source.firstSlot)
		: undefined;
	if (target === undefined || origin?.column === undefined) {
		throw sqlError("nonUpdatableTable", encodeText(named?.alias ?? column.table ?? ""), "UPDATE");
	}
	return { target, column: origin.column };
}

/** DEFAULT for a generated column keeps its generated value. */
function unchanged({ column, compute }: ColumnAssignment, firstSlot: number): ColumnAssignment {
	return {
		column,
		bound: undefined,
		compute(row, evaluation) {
			compute(row, evaluation);
			return row[firstSlot + column.offset]!;
		},
	};
}

/** Of a view's tables only one may be changed by a statement. */
function refuseSeveral(updates: readonly TargetUpdate[], { scope, views, rewrite }: TargetPlan): void {
	for (const view of views) {
		const slots = new Set(
			view.columns
				.map((column) => withoutPadding(rewrite(boundOrigin(column))))
				.flatMap((bound) => (bound.kind === "column" ? [bound.origin?.source.firstSlot] : [])),
		);
		if (scope.tables.includes(view) && updates.filter(({ target }) => slots.has(target.firstSlot)).length > 1) {
			throw sqlError("viewUpdateSeveral", encodeText(view.database), encodeText(view.name));
		}
	}
}

/** Columns that locate a row: of its primary key and its partition. */
function placingColumns(table: Table): ReadonlySet<Column> {
	const partitioner = partitionerOf(table);
	return new Set([
		...(table.primaryKey?.parts ?? []).map(({ column }) => column),
		...(partitioner === undefined ? [] : functionColumns(table, partitioner)),
	]);
}

/** Throws 1706 where a table is changed under two names and a column that locates its rows is assigned. */
function refuseMovedTwice(updates: readonly TargetUpdate[], { tables }: TargetPlan): void {
	const inOrder = tables.flatMap((target) => updates.filter((update) => update.target === target));
	for (const [at, one] of inOrder.entries()) {
		const other = inOrder.slice(at + 1).find(({ target }) => target.table.id === one.target.table.id);
		if (
			other !== undefined &&
			[...one.columns, ...other.columns].some((column) => placingColumns(one.target.table).has(column))
		) {
			throw sqlError("multiUpdateKeyConflict", encodeText(one.target.alias), encodeText(other.target.alias));
		}
	}
}
