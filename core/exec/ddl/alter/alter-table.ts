/**
 * ALTER TABLE: makes all changes of the statement or none: one new record, and the work on rows and indexes it needs.
 *
 * As in MySQL the order of the text does not matter between kinds of change: charsets first, then columns (dropped,
 * changed, added), then keys, then options and the name.
 */
import { checkTableName, fold } from "../../../catalog/identifier.ts";
import type { TableRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import { findView } from "../../../plan/bind/table-name.ts";
import { AlterValidation } from "../../../rules/alter-validation.ts";
import { granted } from "../../../rules/warned.ts";
import { parsePartitionChange } from "../../../sql/parse/index.ts";
import { keyShortening } from "../silent-change.ts";
import type { AlterChange, AlterTable, TableOption } from "../../../sql/tree/table.ts";
import { rowCountKey } from "../../../store/encoding/keys.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { encodeText } from "../../../types/value/value.ts";
import { addColumn, dropColumn, moveColumn } from "./add-column.ts";
import { Alteration } from "./alteration.ts";
import { changeColumn, dropDefault, refuseChange, renameColumn, setDefault } from "./change-column.ts";
import { changeTableDefault, convertTo } from "./charset.ts";
import { applyRecord } from "./data.ts";
import {
	alterCheck,
	checkForeignKeys,
	dropCheck,
	dropForeignKey,
	dropIndex,
	dropPrimaryKey,
	refitIndexes,
	renameIndex,
} from "./index.ts";
import { judgeOnline } from "./online.ts";
import { checkNames } from "./name-check.ts";
import { changePartitionRows } from "./partition-rows.ts";
import { alterPartitioning, refuseMovedRange } from "./partitioning.ts";
import { after } from "../../../async/maybe-promise.ts";
import { addColumnKeys } from "../create-table.ts";
import { warnOfDuplicateIndexes } from "../duplicate-index.ts";
import type { Execution } from "../../execution.ts";
import { refuseOthersBarrier, withoutBarrier } from "../../write/ddl-write-barrier.ts";
import { renamedForeignKeys } from "../foreign-key.ts";
import { refuseMovedTriggers } from "../rename-table.ts";
import { refuseLossOfKeys } from "../foreign-key-definition.ts";
import { databaseOf, existingName, existingTable, findTable } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { withCheckedPartitions } from "../partition-check.ts";
import { assertPartitionable } from "../partition-engine.ts";
import { checkRowFormat } from "../row-format.ts";
import { withOption } from "../table-option.ts";
import { tableOf } from "../schema-questions.ts";
import { checkChangedTable } from "../table-shape.ts";
import { sharedSchema } from "../../temporary-table.ts";
import type { TableName } from "../../../sql/tree/table-name.ts";

export function alterTable(
	statement: AlterTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	granted(execution.book.ask(AlterValidation).changeCount(countChanges(statement.changes)), execution);
	const table = existingTable(statement.table, planning);
	refuseOthersBarrier(table, execution);
	const alteration = new Alteration(table, databaseOf(statement.table, planning), execution, planning);
	for (const phase of phases) {
		phase(alteration, statement.changes);
	}
	const definition = {
		...withoutBarrier(alteration.draft.finish()),
		updatedMicroseconds: execution.nowMicroseconds,
		definitionVersion: table.definitionVersion + 1,
	};
	return after(withCheckedPartitions(definition, alteration.database.name, execution), (record) =>
		after(execution.giveWay(), () => applyChecked(statement, record, alteration)),
	);
}

/** Checks the new record against the former and makes the change. */
function applyChecked(
	statement: AlterTable,
	record: TableRecord,
	{ table, draft, database: { name: database }, execution, planning }: Alteration,
): MaybePromise<StatementResult> {
	for (const change of statement.changes) {
		if (
			change.change === "partitioning" &&
			table.record.partitionText !== undefined &&
			record.partitionText !== undefined
		) {
			refuseMovedRange(change.text, table.record.partitionText, record.partitionText);
		}
	}
	checkChangedTable(table.record, record, database, execution);
	if (statement.changes.some(({ change }) => change === "online")) {
		judgeOnline(statement, table, tableOf(record, database, execution), execution);
	}
	warnOfDuplicateIndexes(record, draft.askedIndexes, { database, name: table.name }, execution);
	refuseParts(statement.changes, table, record, execution);
	return after(changePartitionRows({ changes: statement.changes, table, record, database }, execution, planning), () =>
		after(execution.giveWay(), () => applyAll(statement, table, record, execution)),
	);
}

/** Throws 1572 for an engine without partitions, 1217 where foreign keys prevent the first partitioning. */
function refuseParts(changes: readonly AlterChange[], table: Table, record: TableRecord, execution: Execution): void {
	if (record.partitionText === undefined) {
		return;
	}
	optionsOf(changes).forEach((option) => assertPartitionable(option.option === "engine" ? option.value : undefined));
	if (table.record.partitionText === undefined) {
		refuseLossOfKeys(table, execution);
	}
}

function applyAll(
	statement: AlterTable,
	table: Table,
	record: TableRecord,
	execution: Execution,
): MaybePromise<StatementResult> {
	return after(
		record.temporary === true ? rowsOfTemporary(statement.changes, table, execution) : undefined,
		(counted) =>
			after(applyRecord(table, record, execution), (rows) =>
				after(moveCounter(statement.changes, table, rows, execution), () => {
					noteKeys(statement.changes, table, execution);
					return done(
						counted ?? rows,
						countsRecords(statement.changes)
							? `Records: ${counted ?? rows}  Duplicates: 0  Warnings: ${execution.warningCount}`
							: "",
					);
				}),
			),
	);
}

/** DISABLE KEYS has no effect, as for InnoDB. */
function noteKeys(changes: readonly AlterChange[], table: Table, execution: Execution): void {
	if (changes.some(({ change }) => change === "keys")) {
		execution.warn("Note", "wrongCreateOption", encodeText(table.name));
	}
}

/** False where all changes are a new name, DISABLE KEYS, or truncated partitions. */
function countsRecords(changes: readonly AlterChange[]): boolean {
	return (
		changes.every(({ change }) => isNoChange(change)) ||
		changes.some(
			(each) =>
				isOfRows(each) &&
				(each.change !== "partitioning" || parsePartitionChange(encodeText(each.text)).action !== "truncate"),
		)
	);
}

/** False for a new name and DISABLE KEYS. */
function isOfRows({ change }: AlterChange): boolean {
	return change !== "rename-table" && change !== "keys" && !isNoChange(change);
}

/** ALGORITHM, LOCK, VALIDATION. */
function isNoChange(change: AlterChange["change"]): boolean {
	return change === "online" || change === "validation";
}

/** MySQL copies, and counts, the rows of a temporary table for every change but a new name. */
function rowsOfTemporary(changes: readonly AlterChange[], table: Table, execution: Execution): MaybePromise<number> {
	return changes.some(isOfRows) ? after(execution.transaction.total(rowCountKey(table.id)), (count) => count ?? 0) : 0;
}

/** Counts changes as separated by commas. */
function countChanges(changes: readonly AlterChange[]): number {
	return changes.filter((each) => !isNoChange(each.change) && !(each.change === "option" && each.continued === true))
		.length;
}

type Phase = (alteration: Alteration, changes: readonly AlterChange[]) => void;

/** In the order of execution. */
const phases: readonly Phase[] = [
	changeCharsets,
	refuseChanges,
	dropColumns,
	changeColumns,
	addColumns,
	changeKeys,
	changeEngine,
	addKeys,
	changeOptions,
	renameTable,
];

function changeCharsets(alteration: Alteration, changes: readonly AlterChange[]): void {
	for (const change of changes) {
		if (change.change === "convert") {
			convertTo(alteration, change.charset, change.collation);
		}
	}
	changeTableDefault(alteration, optionsOf(changes));
}

function refuseChanges(alteration: Alteration, changes: readonly AlterChange[]): void {
	const given = new Set(changes.flatMap(givenName));
	for (const change of changes) {
		if (change.change === "change-column") {
			refuseChange(alteration, change.name, change.column, given);
		}
	}
	checkNames(alteration.table, changes);
}

/** The name that a column of the table releases. */
function givenName(change: AlterChange): readonly string[] {
	switch (change.change) {
		case "drop-column":
		case "change-column":
			return [fold(change.name)];
		case "rename-column":
			return [fold(change.from)];
		default:
			return [];
	}
}

function optionsOf(changes: readonly AlterChange[]): readonly TableOption[] {
	return changes.flatMap((change) => (change.change === "option" ? [change.option] : []));
}

function dropColumns(alteration: Alteration, changes: readonly AlterChange[]): void {
	for (const change of changes) {
		if (change.change === "drop-column") {
			dropColumn(alteration, change.name);
		}
	}
}

function changeColumns(alteration: Alteration, changes: readonly AlterChange[]): void {
	for (const change of changes) {
		switch (change.change) {
			case "change-column":
				changeColumn(alteration, change.name, change.column);
				break;
			case "rename-column":
				renameColumn(alteration, change.from, change.to);
				break;
			case "set-default":
				setDefault(alteration, change.column, change.default);
				break;
			case "drop-default":
				dropDefault(alteration, change.column);
				break;
			case "order-by":
				change.columns.forEach((name) => alteration.column(name));
		}
	}
}

function addColumns(alteration: Alteration, changes: readonly AlterChange[]): void {
	for (const change of changes) {
		if (change.change === "add-column") {
			addColumn(alteration, change.column, change.position);
		} else if (change.change === "change-column" && change.position !== undefined) {
			moveColumn(alteration, change.column.name, change.position);
		}
	}
}

function changeKeys(alteration: Alteration, changes: readonly AlterChange[]): void {
	for (const change of changes) {
		switch (change.change) {
			case "drop-index":
				dropIndex(alteration, change.name);
				break;
			case "drop-primary-key":
				dropPrimaryKey(alteration);
				break;
			case "drop-foreign-key":
				dropForeignKey(alteration, change.name);
				break;
			case "drop-check":
				dropCheck(alteration, change.name);
				break;
			case "alter-check":
				alterCheck(alteration, change.name, change.enforced);
				break;
			case "rename-index":
				renameIndex(alteration, change.from, change.to);
		}
	}
	refitIndexes(alteration);
}

/**
 * Runs before keys are added, since the new engine decides whether they are kept. Throws 1217 where a key would be
 * dropped.
 */
function changeEngine({ draft, table, execution }: Alteration, changes: readonly AlterChange[]): void {
	for (const option of optionsOf(changes)) {
		if (option.option === "engine") {
			draft.record = withOption(draft.record, option, execution);
		}
	}
	if (draft.record.forgetsForeignKeys === true && table.record.forgetsForeignKeys !== true) {
		refuseLossOfKeys(table, execution);
	}
}

function addKeys(alteration: Alteration, changes: readonly AlterChange[]): void {
	const { draft, database, execution } = alteration;
	for (const change of changes) {
		switch (change.change) {
			case "add-column":
			case "change-column":
				addColumnKeys(draft, change.column);
				break;
			case "add-index":
				draft.addIndex(change.index, keyShortening(execution));
				break;
			case "add-foreign-key":
				draft.addForeignKey(change.foreignKey, database.name);
				break;
			case "add-check":
				draft.addCheck(change.check);
		}
	}
	checkForeignKeys(alteration);
}

function changeOptions(alteration: Alteration, changes: readonly AlterChange[]): void {
	const { draft, execution } = alteration;
	checkRowFormat(optionsOf(changes), execution);
	for (const option of optionsOf(changes)) {
		draft.record = option.option === "engine" ? draft.record : withOption(draft.record, option, execution);
	}
	for (const change of changes) {
		if (change.change === "partitioning") {
			draft.record = alterPartitioning(draft.record, change.text, execution);
		}
	}
}

function renameTable(alteration: Alteration, changes: readonly AlterChange[]): void {
	const { draft, planning, table } = alteration;
	for (const change of changes) {
		if (change.change !== "rename-table") {
			continue;
		}
		checkTableName(change.to.name);
		const target = { ...change.to, database: change.to.database ?? table.database };
		const database = databaseOf(target, planning);
		if (isTaken(target, table, planning)) {
			throw sqlError("tableExists", existingName(database.name, change.to.name, alteration.execution));
		}
		refuseMovedTriggers(draft.record, database);
		const keys = renamedForeignKeys(draft.foreignKeys, draft.record.name, change.to.name);
		draft.foreignKeys.splice(0, draft.foreignKeys.length, ...keys);
		draft.record = { ...draft.record, name: change.to.name, databaseId: database.id };
	}
}

/** A temporary table hides all but another temporary one. */
function isTaken(target: TableName, table: Table, planning: Planning): boolean {
	const isTemporary = table.record.temporary === true;
	const within = isTemporary ? planning : { ...planning, schema: sharedSchema(planning.schema) };
	const there = findTable(target, within);
	return there === undefined
		? !isTemporary && findView(target, within) !== undefined
		: there.id !== table.id && (!isTemporary || there.record.temporary === true);
}

/** AUTO_INCREMENT=n: the next id, unless a greater one is stored. */
function moveCounter(
	changes: readonly AlterChange[],
	table: Table,
	copied: number,
	execution: Execution,
): MaybePromise<void> {
	const option = optionsOf(changes).findLast((each) => each.option === "auto-increment");
	if (option?.option !== "auto-increment" || table.autoIncrementColumn === undefined || copied > 0) {
		return;
	}
	return execution.autoIncrement.begin(table, option.value);
}
