/**
 * Data changes of an ALTER TABLE: nothing, an index build, or a table copy, the least that the new record needs.
 *
 * A copy gets a new table id, so that old and new rows cannot collide.
 */
import { loadTable } from "../../../catalog/schema/loaded-table.ts";
import type { IndexRecord, TableRecord } from "../../../catalog/record.ts";
import { encodeStoredValue } from "../../../catalog/record.ts";
import type { Column, Index, Table } from "../../../catalog/table.ts";
import { forgetIndex } from "../../../catalog/write.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { runGivingWay } from "../../../async/cooperative-task.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { Execution } from "../../execution.ts";
import { requireBarrier } from "../../write/ddl-write-barrier.ts";
import {
	checkNewReferences,
	hasNewReferences,
	holdReferences,
	refuseChangeOfLinked,
	refuseLossOfReferenced,
	refuseNotNullInForeignKey,
} from "../foreign-key-definition.ts";
import { sequentially } from "../../../async/sequential.ts";
import { keepReferences, tableMove, withOwnReferences } from "./reference.ts";
import { rowCodec } from "../../rows/row-codec.ts";
import { rowRules } from "../../write/row-rules.ts";
import { checkRowRules } from "../row-rules-check.ts";
import { refuseLongRow } from "../../rows/row-size.ts";
import { schemaQuestions, tableOf } from "../schema-questions.ts";
import { dropFormerRows, newTableId, storeTable } from "../../temporary-table.ts";
import { buildIndexes } from "./build-index.ts";
import { mayLoseParts } from "./partitioning.ts";
import { copyRows } from "./copy-rows.ts";
import { visitRows } from "../../rows/row-scan.ts";
import { isSpatialType } from "../../../types/value/type.ts";
import { isSameSort, keepsRows, keepsWeights } from "./type-change.ts";

/** Writes the record and changes the data to match. Returns the number of rows written. */
export function applyRecord(former: Table, written: TableRecord, execution: Execution): MaybePromise<number> {
	const move = tableMove(former, written, execution);
	const record = withOwnReferences(written, move);
	const database = move.to.database;
	const table = tableOf(record, database, execution);
	return after(runGivingWay(execution, checkRowRules(table, former)), () => {
		refuseLongRow(table, execution.book, former);
		checkNewReferences(table, execution, former);
		refuseLossOfReferenced(table, former, execution);
		refuseNotNullInForeignKey(table, former);
		refuseChangeOfLinked(table, former, execution);
		return after(applySettled(former, table, record, database, execution), (rows) =>
			after(record.temporary === true ? undefined : keepReferences(former, move, execution), () => rows),
		);
	});
}

function applySettled(
	former: Table,
	table: Table,
	record: TableRecord,
	database: string,
	execution: Execution,
): MaybePromise<number> {
	const questions = schemaQuestions(execution.book, execution.settings);
	const added = table.columns.filter((column) => isAddedVirtual(column, former));
	if (needsCopy(former, table, [])) {
		const virtual = needsCopy(former, table, added) ? undefined : added;
		return after(
			after(requireBarrier(former, execution), () => newTableId(record.temporary === true, execution)),
			(id) =>
				after(execution.autoIncrement.peek(former), (next) => {
					const start = former.autoIncrementColumn === undefined ? record.autoIncrementStart : encodeStoredValue(next);
					const moved = {
						...record,
						id,
						columns: withoutOrigins(former, table),
						autoIncrementStart: laterStart(record, former, start),
					};
					const copy = loadTable(moved, database, questions);
					return after(storeTable(moved, former.record, execution), () =>
						after(copyRows(former, copy, execution, virtual && columnsLike(virtual, copy)), (count) =>
							after(holdReferences(copy, former, execution), () =>
								after(dropFormerRows(former.record, execution), () => (virtual === undefined ? count : 0)),
							),
						),
					);
				}),
		);
	}
	const built = withNewIds(former, table, record);
	const settled = built === record ? table : loadTable(built, database, questions);
	const made = newIndexes(former, settled);
	const isHeld = hasNewChecks(former, settled) || hasNewReferences(settled, former, execution);
	const fenced = made.length > 0 || isHeld ? requireBarrier(former, execution) : undefined;
	return after(
		after(fenced, () => storeTable(built, former.record, execution)),
		() =>
			after(forgetIndexes(former, settled, execution), () =>
				after(buildIndexes(settled, made, execution), () =>
					after(isHeld ? holdRows(settled, execution) : undefined, () =>
						after(holdReferences(settled, former, execution), () => 0),
					),
				),
			),
	);
}

/** A start that the statement names counts; else the counter continues. */
function laterStart(
	record: TableRecord,
	former: Table,
	start: TableRecord["autoIncrementStart"],
): TableRecord["autoIncrementStart"] {
	return record.autoIncrementStart === former.record.autoIncrementStart ? start : record.autoIncrementStart;
}

function hasNewChecks(former: Table, table: Table): boolean {
	return (
		mayLoseParts(former.record.partitionText, table.record.partitionText) ||
		table.record.checks.some(
			({ enforced, text }) => enforced && !former.record.checks.some((check) => check.enforced && check.text === text),
		)
	);
}

/** Throws 3819 for a row that violates a new CHECK, 1526 for one that no partition takes. */
export function holdRows(table: Table, execution: Execution): MaybePromise<void> {
	const hold = rowRules(table, execution);
	const codec = rowCodec(table);
	return (
		hold &&
		visitRows(table, execution, (entries) => {
			for (const { value } of entries) {
				hold(codec.decode(value, execution));
			}
		})
	);
}

/** MySQL only records a new virtual column: no row counts as copied, and nothing else is computed again. */
function isAddedVirtual({ id, record }: Column, former: Table): boolean {
	return record.generated?.stored === false && !former.columns.some((column) => column.id === id);
}

function columnsLike(columns: readonly Column[], table: Table): ReadonlySet<Column> {
	return new Set(table.columns.filter(({ id }) => columns.some((column) => column.id === id)));
}

/** `added`: columns that do not count. */
function needsCopy(former: Table, table: Table, added: readonly Column[]): boolean {
	if (keyShape(former) !== keyShape(table)) {
		return true;
	}
	const isComputed = table.columns.some(({ record }) => record.generated !== undefined);
	return table.columns.some((column) => {
		if (added.includes(column)) {
			return false;
		}
		const before = former.columns.find(({ id }) => id === column.id);
		if (column.record.generated?.text !== before?.record.generated?.text && column.record.generated !== undefined) {
			return true;
		}
		if (before === undefined) {
			// Rows that there are have no geometry: the copy refuses them.
			return column.autoIncrement || (isSpatialType(column.type) && !column.nullable);
		}
		if (column.autoIncrement && !before.autoIncrement) {
			return true;
		}
		// Copied rows are computed again, and may not fit any more.
		if (isComputed && !isSameSort(before.type, column.type)) {
			return true;
		}
		const losesNull = before.nullable && !column.nullable;
		const keyChanges = isKeyPart(column, table) && !keepsWeights(before.type, column.type);
		return losesNull || keyChanges || !keepsRows(before.type, column.type);
	});
}

/** The columns of the row's key, and their prefix lengths. */
function keyShape(table: Table): string {
	return (table.primaryKey?.parts ?? []).map(({ column, length }) => `${column.id}:${length ?? ""}`).join(" ");
}

function isKeyPart(column: Column, table: Table): boolean {
	return table.primaryKey?.parts.some((part) => part.column === column) ?? false;
}

/** In a copied table every row has every column: origin values are of former types. */
function withoutOrigins(former: Table, table: Table): TableRecord["columns"] {
	return table.columns.map(({ id, type, record }) => {
		const before = former.columns.find((column) => column.id === id);
		return before !== undefined && !keepsRows(before.type, type) ? { ...record, originDefault: null } : record;
	});
}

/** Indexes whose sort keys change get new ids. */
function withNewIds(former: Table, table: Table, record: TableRecord): TableRecord {
	const changed = new Set(
		table.indexes
			.filter(
				(index) => !index.primary && former.indexes.some(({ id }) => id === index.id) && !keepsEntries(former, index),
			)
			.map(({ id }) => id),
	);
	if (changed.size === 0) {
		return record;
	}
	let last = record.maximumIndexId;
	const indexes = record.indexes.map(
		(index): IndexRecord => (changed.has(index.id) ? { ...index, id: ++last } : index),
	);
	return { ...record, indexes, maximumIndexId: last };
}

function keepsEntries(former: Table, index: Index): boolean {
	return index.parts.every(({ column }) => {
		const before = former.columns.find(({ id }) => id === column.id);
		return before === undefined || keepsWeights(before.type, column.type);
	});
}

function newIndexes(former: Table, table: Table): readonly Index[] {
	return table.indexes.filter(
		({ id, primary }) => !primary && !former.indexes.some((index) => !index.primary && index.id === id),
	);
}

function forgetIndexes(former: Table, table: Table, execution: Execution): MaybePromise<void> {
	const lost = former.indexes.filter(
		({ id, primary }) => !primary && !table.indexes.some((index) => !index.primary && index.id === id),
	);
	return sequentially(lost, ({ id }) => forgetIndex(execution.transaction, table.id, id));
}
