/**
 * SHOW CREATE PROCEDURE, FUNCTION and TRIGGER, SHOW PROCEDURE STATUS, FUNCTION STATUS and TRIGGERS.
 */
import { shownInUtf8 } from "../../types/text/well-formed.ts";
import { createRoutineText, createTriggerText } from "../../catalog/program-text.ts";
import { findRoutine, findTrigger } from "../../catalog/program.ts";
import { definerText, routinesOf, settingsCells, triggersOf } from "../../catalog/information-schema/programs.ts";
import { fold } from "../../catalog/identifier.ts";
import { localDatetime } from "../../catalog/information-schema/sources.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import { listed } from "./show-tables.ts";

export const textCharsets = ["character_set_client", "collation_connection", "Database Collation"] as const;

export function showCreateProgram({ subject, table }: Show, { sources, planning }: Showing): Shown {
	const what = subject.slice("create ".length);
	const name = table?.name ?? "";
	const database = table?.database ?? planning.database;
	if (database === null) {
		throw sqlError("noDatabaseSelected");
	}
	if (what === "trigger") {
		return createdTrigger(database, name, sources);
	}
	const kind = what === "function" ? "function" : "procedure";
	const routine = findRoutine(sources.schema, kind, database, name);
	const sight = sources.providers.sight();
	if (routine === undefined || !sight.seesRoutine(routine)) {
		throw sqlError("programMissing", kind.toUpperCase(), encodeText(name));
	}
	const { record } = routine;
	const title = kind === "function" ? "Function" : "Procedure";
	const text = sight.readsRoutine(routine) ? createRoutineText(record) : null;
	return shown(
		"ROUTINES",
		[[title, "64"], ["sql_mode", "8192"], [`Create ${title}`, "longtext?"], ...textCharsets.map(charsetColumn)],
		[[encodeText(record.name), record.sqlMode, text, ...settingsCells(record)]],
	);
}

export function charsetColumn(name: string): readonly [string, string] {
	return [name, "32"];
}

function createdTrigger(database: string, name: string, sources: Showing["sources"]): Shown {
	const within = sources.schema.databases.get(fold(database));
	const found = within && findTrigger(within, name);
	if (found === undefined || !sources.providers.sight().seesTriggers(found.table.database, found.table.name)) {
		throw sqlError("triggerMissing");
	}
	const { record, table } = found;
	return shown(
		"TRIGGERS",
		[
			["Trigger", "64"],
			["sql_mode", "8192"],
			["SQL Original Statement", "longtext"],
			...textCharsets.map(charsetColumn),
			["Created", "datetime?"],
		],
		[
			[
				encodeText(record.name),
				record.sqlMode,
				createTriggerText(record, table.name),
				...settingsCells(record),
				localDatetime(record.createdMicroseconds, sources),
			],
		],
	);
}

/** LIKE is about names, which are the second column. */
export function showRoutineStatus({ subject }: Show, { sources }: Showing): Shown {
	const kind = subject === "function status" ? "function" : "procedure";
	const rows = routinesOf(sources, new Map())
		.filter(({ record }) => record.what === kind)
		.map(
			({ database, record }): Row => [
				encodeText(database),
				encodeText(record.name),
				kind.toUpperCase(),
				definerText(record),
				localDatetime(record.updatedMicroseconds, sources),
				localDatetime(record.createdMicroseconds, sources),
				record.security,
				encodeText(record.comment),
				...settingsCells(record),
			],
		);
	const answer = shown(
		"ROUTINES",
		[
			["Db", "64"],
			["Name", "64"],
			["Type", "9"],
			["Definer", "93"],
			["Modified", "datetime"],
			["Created", "datetime"],
			["Security_type", "7"],
			["Comment", "longtext"],
			...textCharsets.map(charsetColumn),
		],
		rows,
	);
	return { ...answer, likeColumn: 1 };
}

/** Of one database. LIKE is about the table's name, which is the third column. Throws 1049. */
export function showTriggers(statement: Show, context: Showing): Shown {
	const { sources } = context;
	const database = listed(statement, context);
	const rows = triggersOf(sources, new Map([["trigger_schema", database.name]])).map(
		({ record, table }): Row => [
			encodeText(record.name),
			record.event.toUpperCase(),
			encodeText(table.name),
			shownInUtf8(record.bodyText),
			record.time.toUpperCase(),
			localDatetime(record.createdMicroseconds, sources),
			record.sqlMode,
			definerText(record),
			...settingsCells(record),
		],
	);
	const answer = shown(
		"TRIGGERS",
		[
			["Trigger", "64"],
			["Event", "6"],
			["Table", "64"],
			["Statement", "longtext"],
			["Timing", "6"],
			["Created", "datetime?"],
			["sql_mode", "8192"],
			["Definer", "93"],
			...textCharsets.map(charsetColumn),
		],
		rows,
	);
	return { ...answer, likeColumn: 2 };
}
