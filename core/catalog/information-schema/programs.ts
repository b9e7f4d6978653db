/**
 * ROUTINES, PARAMETERS and TRIGGERS.
 */
import { shownInUtf8 } from "../../types/text/well-formed.ts";
import { encodeText, type ByteString, type Row } from "../../types/value/value.ts";
import { parameterRow, routineTypeCells } from "./program-type.ts";
import { returnedColumn, type Routine, routineParameters } from "../program.ts";
import type { ProgramRecord, TriggerRecord } from "../record.ts";
import { settleVariable } from "../settle.ts";
import type { Table } from "../table.ts";
import { define, text, yesOrNo } from "./definition.ts";
import { catalogName } from "./schemata.ts";
import { byName, isWanted, localDatetime, type Sources, storedTables } from "./sources.ts";

type Wanted = ReadonlyMap<string, string>;

/** Routines that the account sees, by database and name, functions first. */
export function routinesOf(sources: Sources, wanted: Wanted): readonly Routine[] {
	const sight = sources.providers.sight();
	const schema = wanted.get("routine_schema") ?? wanted.get("specific_schema");
	const name = wanted.get("routine_name") ?? wanted.get("specific_name");
	return [...sources.schema.databases.values()]
		.filter((database) => isWanted(database.name, schema))
		.sort(byName)
		.flatMap((database) =>
			[...database.routines.values()]
				.filter((record) => isWanted(record.name, name))
				.sort((a, b) => a.what.localeCompare(b.what) || byName(a, b))
				.map((record) => ({ database: database.name, record })),
		)
		.filter((routine) => sight.seesRoutine(routine));
}

interface TriggerOfTable {
	readonly table: Table;
	readonly record: TriggerRecord;
	/** Among those of the same time and event, from 1. */
	readonly order: number;
}

export function triggersOf(sources: Sources, wanted: Wanted): readonly TriggerOfTable[] {
	const sight = sources.providers.sight();
	const names = new Map<string, string>();
	for (const [column, of] of [
		["table_schema", "trigger_schema"],
		["table_schema", "event_object_schema"],
		["table_name", "event_object_table"],
	] as const) {
		const value = wanted.get(of);
		if (value !== undefined) {
			names.set(column, value);
		}
	}
	return storedTables(sources, names)
		.filter(({ record: { triggers }, database, name }) => triggers !== undefined && sight.seesTriggers(database, name))
		.flatMap((table) => ordered(table));
}

function ordered(table: Table): readonly TriggerOfTable[] {
	const counts = new Map<string, number>();
	return (table.record.triggers ?? []).map((record) => {
		const key = `${record.time} ${record.event}`;
		const order = (counts.get(key) ?? 0) + 1;
		counts.set(key, order);
		return { table, record, order };
	});
}

export function definerText({ definer: { user, host } }: ProgramRecord): ByteString {
	return encodeText(`${user}@${host}`);
}

/** Charset and collations that a program was made with. */
export function settingsCells(record: ProgramRecord): Row {
	return [record.clientCharset, record.connectionCollation, record.databaseCollation];
}

export const routines = define(
	"ROUTINES",
	`SPECIFIC_NAME:64 ROUTINE_CATALOG:512 ROUTINE_SCHEMA:64 ROUTINE_NAME:64 ROUTINE_TYPE:9 DATA_TYPE:64
	CHARACTER_MAXIMUM_LENGTH:int? CHARACTER_OCTET_LENGTH:int? NUMERIC_PRECISION:unsigned? NUMERIC_SCALE:int?
	DATETIME_PRECISION:unsigned? CHARACTER_SET_NAME:64? COLLATION_NAME:64? DTD_IDENTIFIER:longtext? ROUTINE_BODY:8
	ROUTINE_DEFINITION:longtext? EXTERNAL_NAME:64? EXTERNAL_LANGUAGE:64? PARAMETER_STYLE:8 IS_DETERMINISTIC:3
	SQL_DATA_ACCESS:64 SQL_PATH:64? SECURITY_TYPE:7 CREATED:datetime LAST_ALTERED:datetime SQL_MODE:8192
	ROUTINE_COMMENT:longtext DEFINER:93 CHARACTER_SET_CLIENT:32 COLLATION_CONNECTION:32 DATABASE_COLLATION:32`,
	(sources, wanted) => {
		const sight = sources.providers.sight();
		return routinesOf(sources, wanted).map((routine): Row => {
			const { database, record } = routine;
			const type = record.returns === null ? undefined : returnedColumn(record).type;
			return [
				text(record.name),
				catalogName,
				text(database),
				text(record.name),
				record.what.toUpperCase(),
				...routineTypeCells(type),
				"SQL",
				sight.readsRoutine(routine) ? shownInUtf8(record.bodyText) : null,
				null,
				"SQL",
				"SQL",
				yesOrNo(record.deterministic),
				record.dataAccess,
				null,
				record.security,
				localDatetime(record.createdMicroseconds, sources),
				localDatetime(record.updatedMicroseconds, sources),
				record.sqlMode,
				text(record.comment),
				definerText(record),
				...settingsCells(record),
			];
		});
	},
);

export const parameters = define(
	"PARAMETERS",
	`SPECIFIC_CATALOG:512 SPECIFIC_SCHEMA:64 SPECIFIC_NAME:64 ORDINAL_POSITION:int PARAMETER_MODE:5? PARAMETER_NAME:64?
	DATA_TYPE:64 CHARACTER_MAXIMUM_LENGTH:int? CHARACTER_OCTET_LENGTH:int? NUMERIC_PRECISION:unsigned? NUMERIC_SCALE:int?
	DATETIME_PRECISION:unsigned? CHARACTER_SET_NAME:64? COLLATION_NAME:64? DTD_IDENTIFIER:longtext ROUTINE_TYPE:9`,
	(sources, wanted) =>
		routinesOf(sources, wanted).flatMap((routine): readonly Row[] => {
			const { record } = routine;
			const returned =
				record.returns === null ? [] : [parameterRow(routine, 0, null, null, returnedColumn(record).type)];
			const named = routineParameters(record).map(({ mode, slot }, at) => {
				const variable = settleVariable(record.variables[slot]!);
				return parameterRow(routine, at + 1, mode.toUpperCase(), variable.name, variable.type);
			});
			return [...returned, ...named];
		}),
);

export const triggers = define(
	"TRIGGERS",
	`TRIGGER_CATALOG:512 TRIGGER_SCHEMA:64 TRIGGER_NAME:64 EVENT_MANIPULATION:6 EVENT_OBJECT_CATALOG:512
	EVENT_OBJECT_SCHEMA:64 EVENT_OBJECT_TABLE:64 ACTION_ORDER:bigint ACTION_CONDITION:longtext? ACTION_STATEMENT:longtext
	ACTION_ORIENTATION:9 ACTION_TIMING:6 ACTION_REFERENCE_OLD_TABLE:64? ACTION_REFERENCE_NEW_TABLE:64?
	ACTION_REFERENCE_OLD_ROW:3 ACTION_REFERENCE_NEW_ROW:3 CREATED:datetime? SQL_MODE:8192 DEFINER:93
	CHARACTER_SET_CLIENT:32 COLLATION_CONNECTION:32 DATABASE_COLLATION:32`,
	(sources, wanted) =>
		triggersOf(sources, wanted).map(
			({ table, record, order }): Row => [
				catalogName,
				text(table.database),
				text(record.name),
				record.event.toUpperCase(),
				catalogName,
				text(table.database),
				text(table.name),
				order,
				null,
				shownInUtf8(record.bodyText),
				"ROW",
				record.time.toUpperCase(),
				null,
				null,
				"OLD",
				"NEW",
				localDatetime(record.createdMicroseconds, sources),
				record.sqlMode,
				definerText(record),
				...settingsCells(record),
			],
		),
);
