/**
 * Stored programs of the catalog: found by name, with the texts that their records stand for.
 */
import { invariant } from "../errors/invariant.ts";
import { parseEvent, parseProgram } from "../sql/parse/index.ts";
import type { Program, ProgramParameter } from "../sql/tree/statement.ts";
import { parseSqlMode } from "../types/evaluation/sql-mode.ts";
import type { ByteString } from "../types/value/value.ts";
import { fold } from "./identifier.ts";
import type { EventRecord, RoutineRecord, TriggerRecord } from "./record.ts";
import { routineName } from "./routine-name.ts";
import { settleVariable } from "./settle.ts";
import type { Column, Database, Schema, Table } from "./table.ts";

export interface Routine {
	readonly database: string;
	readonly record: RoutineRecord;
}

export function findRoutine(
	schema: Schema,
	what: RoutineRecord["what"],
	database: string,
	name: string,
): Routine | undefined {
	const found = schema.databases.get(fold(database));
	const record = found && routineIn(found, what, name);
	return record === undefined ? undefined : { database: (found as Database).name, record };
}

export function routineIn(
	{ routines }: Pick<Database, "routines">,
	what: RoutineRecord["what"],
	name: string,
): RoutineRecord | undefined {
	return routines.get(routineName({ what, name }));
}

/** The table of a trigger, whose name is unique in its database. */
export function findTrigger(
	database: Database,
	name: string,
): { readonly table: Table; readonly record: TriggerRecord } | undefined {
	for (const table of database.tables.values()) {
		const record = table.record.triggers?.find((each) => isSameName(each.name, name));
		if (record !== undefined) {
			return { table, record };
		}
	}
	return undefined;
}

/** Names of programs are compared without letter case. */
export function isSameName(one: string, other: string): boolean {
	return fold(one) === fold(other);
}

const returned = new WeakMap<RoutineRecord, Column>();

/** The value that a function returns, as a column of the function's name. */
export function returnedColumn(record: RoutineRecord): Column {
	let column = returned.get(record);
	if (column === undefined) {
		invariant(record.returns !== null, "A function is recorded with the type it returns.");
		column = settleVariable({ ...record.returns, name: record.name });
		returned.set(record, column);
	}
	return column;
}

const parametersOf = new WeakMap<RoutineRecord, readonly ProgramParameter[]>();

/** Read without the body, which may be long. */
export function routineParameters(record: RoutineRecord): readonly ProgramParameter[] {
	let parameters = parametersOf.get(record);
	if (parameters === undefined) {
		const body = record.what === "function" ? "RETURN NULL" : "BEGIN END";
		({ parameters } = parseProgram(routineText(record, body), parseSqlMode(record.sqlMode)));
		parametersOf.set(record, parameters);
	}
	return parameters;
}

/** The statement that makes the routine, with another name. */
export function routineText({ what, parameterText, returnsText }: RoutineRecord, bodyText: ByteString): ByteString {
	const returns = what === "function" ? ` RETURNS ${returnsText}` : "";
	return `CREATE ${what} x(${parameterText})${returns} ${bodyText}`;
}

/** Parsed for each run: the record changes with each. */
export function eventProgram({ bodyText, sqlMode }: EventRecord): Program {
	return parseEvent(`CREATE EVENT x ON SCHEDULE AT 0 DO ${bodyText}`, parseSqlMode(sqlMode)).program;
}

/** The statement that makes the trigger, with other names. */
export function triggerText({ time, event, bodyText }: TriggerRecord): ByteString {
	return `CREATE TRIGGER x ${time} ${event} ON x FOR EACH ROW ${bodyText}`;
}
