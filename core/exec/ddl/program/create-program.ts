/**
 * CREATE PROCEDURE, FUNCTION and TRIGGER: the program is recorded with its database, or with the trigger's table.
 *
 * Errors 1304 and 1359 for a name that is taken; for triggers 1347 on views, 1361 on temporary tables, 1435 in another
 * database than the table's, 1054 for columns that the row does not have, 1362 for rows that cannot be changed.
 */
import { fold } from "../../../catalog/identifier.ts";
import { findTrigger, isSameName, routineIn } from "../../../catalog/program.ts";
import type { RoutineRecord, TriggerRecord } from "../../../catalog/record.ts";
import type { Table } from "../../../catalog/table.ts";
import { putTable } from "../../../catalog/write.ts";
import { after } from "../../../async/maybe-promise.ts";
import type { MaybePromise } from "../../../async/maybe-promise.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { findView } from "../../../plan/bind/table-name.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { CreateProgram, Program, ProgramNode, Statement, TriggerClause } from "../../../sql/tree/statement.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { databaseOf, existingTable } from "../../named-object.ts";
import { done, type StatementResult } from "../../statement-result.ts";
import { sharedSchema } from "../../temporary-table.ts";
import { refuseOthersBarrier } from "../../write/ddl-write-barrier.ts";
import { checkProgramName, programRecord, typeRecord } from "./program-record.ts";
import { keepRoutine } from "./routine-record.ts";

export function createProgram(
	statement: CreateProgram,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	checkProgramName(statement);
	checkBody(statement.program, planning);
	const { trigger } = statement;
	return trigger === undefined
		? createRoutine(statement, execution, planning)
		: createTrigger(statement, trigger, execution, planning);
}

/** Throws 1193 where it sets a system variable that is none. */
export function checkBody({ body }: Program, planning: Planning): void {
	for (const node of nodesOf(body)) {
		if (node.kind === "sql") {
			refuseUnknownVariables(node.sql.statement, planning);
		}
	}
}

function createRoutine(
	statement: CreateProgram,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const what = statement.what === "function" ? "function" : "procedure";
	const database = databaseOf(statement.name, { ...planning, schema: sharedSchema(planning.schema) });
	const { name } = statement.name;
	if (routineIn(database, what, name) !== undefined) {
		throw sqlError("programExists", what.toUpperCase(), encodeText(name));
	}
	const { returns, characteristics, parameterText, returnsText } = statement;
	const record: RoutineRecord = {
		...programRecord(statement, database, execution, planning),
		...characteristics,
		what,
		parameterText,
		returnsText,
		returns: returns === undefined ? null : typeRecord("", returns, database, execution),
	};
	return after(keepRoutine(record, database, execution), () => done());
}

function createTrigger(
	statement: CreateProgram,
	trigger: TriggerClause,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { name } = statement;
	const within = trigger.table.database ?? planning.database;
	const own = name.database ?? planning.database;
	if (own === null) {
		throw sqlError("noDatabaseSelected");
	}
	if (within !== null && fold(own) !== fold(within)) {
		throw sqlError("triggerInWrongSchema");
	}
	const view = findView(trigger.table, planning);
	if (view !== undefined) {
		throw sqlError("wrongObject", encodeText(view.database), encodeText(view.name), "BASE TABLE");
	}
	const table = existingTable(trigger.table, planning);
	if (table.record.temporary === true) {
		throw sqlError("triggerOnView", encodeText(trigger.table.name));
	}
	const database = databaseOf(trigger.table, { ...planning, schema: sharedSchema(planning.schema) });
	if (findTrigger(database, name.name) !== undefined) {
		throw sqlError("triggerExists");
	}
	refuseOthersBarrier(table, execution);
	checkRows(statement, trigger, table);
	const record: TriggerRecord = {
		...programRecord(statement, database, execution, planning),
		time: trigger.time,
		event: trigger.event,
		texts: trigger.texts,
		tableName: table.name,
	};
	const changed = {
		...table.record,
		triggers: placed(record, trigger, table.record.triggers ?? []),
		definitionVersion: table.record.definitionVersion + 1,
	};
	return after(putTable(execution.transaction, changed, table.record), () => done());
}

/** At the end, or beside the trigger that FOLLOWS or PRECEDES names. */
function placed(
	record: TriggerRecord,
	{ order, time, event }: TriggerClause,
	others: readonly TriggerRecord[],
): readonly TriggerRecord[] {
	if (order === undefined) {
		return [...others, record];
	}
	const at = others.findIndex(
		(each) => isSameName(each.name, order.trigger) && each.time === time && each.event === event,
	);
	if (at < 0) {
		throw sqlError("referencedTriggerMissing", encodeText(order.trigger));
	}
	return others.toSpliced(order.relation === "precedes" ? at : at + 1, 0, record);
}

function checkRows({ program }: CreateProgram, { time, event }: TriggerClause, table: Table): void {
	for (const { name, row } of program.variables) {
		if (row !== undefined && !table.columnsByName.has(fold(name))) {
			throw sqlError("unknownColumn", encodeText(name), row.toUpperCase());
		}
	}
	const assigned = nodesOf(program.body)
		.flatMap(assignedSlots)
		.some((slot) => program.variables[slot]?.row === "new");
	if (assigned && (time === "after" || event === "delete")) {
		throw sqlError("rowNotChangeable", "NEW", "after ");
	}
}

function refuseUnknownVariables(statement: Statement, { session }: Planning): void {
	for (const assignment of statement.kind === "set" ? statement.assignments : []) {
		if (assignment.target === "system" && session.systemVariable(assignment.name, "any") === undefined) {
			throw sqlError("unknownSystemVariable", encodeText(assignment.name));
		}
	}
}

/** A node and all nodes in it. */
function nodesOf(node: ProgramNode): readonly ProgramNode[] {
	switch (node.kind) {
		case "block":
			return [node, ...[...node.body, ...node.handlers.map(({ body }) => body)].flatMap(nodesOf)];
		case "if":
			return [node, ...[...node.branches.flatMap(({ then }) => then), ...(node.otherwise ?? [])].flatMap(nodesOf)];
		case "loop":
			return [node, ...node.body.flatMap(nodesOf)];
		default:
			return [node];
	}
}

/** The variables that a node itself assigns. */
function assignedSlots(node: ProgramNode): readonly number[] {
	switch (node.kind) {
		case "assign":
			return [node.slot];
		case "fetch":
			return node.slots;
		case "sql": {
			const { statement } = node.sql;
			const into = statement.kind === "select" || statement.kind === "union" ? statement.into : undefined;
			return into?.kind === "variables" ? into.targets.filter((target) => typeof target === "number") : [];
		}
		default:
			return [];
	}
}
