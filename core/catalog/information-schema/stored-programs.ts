/**
 * mysql.proc and mysql.event: the catalog's routines and events in the columns that drivers and dumps read.
 *
 * Their definitions are those of the stored tables of these names, which are empty, but for ENUM and SET, which are
 * text. Times of events are in UTC.
 */
import { localSeconds } from "../../types/temporal/timezone.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { define, type Definition, text, yesOrNo } from "./definition.ts";
import { eventsOf } from "./events.ts";
import { definerText, routinesOf, settingsCells } from "./programs.ts";
import { localDatetime, type Sources } from "./sources.ts";
import type { EventRecord } from "../record.ts";

/** The columns that a WHERE compares, by their names in information_schema. */
function wantedBy(wanted: ReadonlyMap<string, string>, what: "routine" | "event"): ReadonlyMap<string, string> {
	const names = new Map<string, string>();
	for (const [column, name] of [
		["db", `${what}_schema`],
		["name", `${what}_name`],
	] as const) {
		const value = wanted.get(column);
		if (value !== undefined) {
			names.set(name, value);
		}
	}
	return names;
}

const settings = "character_set_client:32? collation_connection:32? db_collation:32? body_utf8:longblob?";

const routineTable = define(
	"proc",
	`db:64 name:64 type:9 specific_name:64 language:3 sql_data_access:17 is_deterministic:3 security_type:7
	param_list:blob returns:longblob body:longblob definer:93 created:datetime modified:datetime sql_mode:8192
	comment:longtext ${settings}`,
	(sources, wanted) =>
		routinesOf(sources, wantedBy(wanted, "routine")).map(({ database, record }): Row => {
			const { name, what, dataAccess, deterministic, security, parameterText, returnsText, bodyText } = record;
			return [
				text(database),
				text(name),
				what.toUpperCase(),
				text(name),
				"SQL",
				dataAccess.replaceAll(" ", "_"),
				yesOrNo(deterministic),
				security,
				parameterText,
				returnsText,
				bodyText,
				definerText(record),
				localDatetime(record.createdMicroseconds, sources),
				localDatetime(record.updatedMicroseconds, sources),
				record.sqlMode,
				text(record.comment),
				...settingsCells(record),
				bodyText,
			];
		}),
);

const utc = (seconds: number | null): Value => (seconds === null ? null : (localSeconds(seconds, () => 0) ?? 0));

/** execute_at, interval_value, interval_field */
function onceOrEvery({ schedule }: EventRecord): Row {
	return schedule.kind === "at"
		? [utc(schedule.at), null, null]
		: [null, schedule.amount, encodeText(schedule.unit.toUpperCase())];
}

function eventRow(database: string, record: EventRecord, sources: Sources): Row {
	const { schedule, bodyText } = record;
	return [
		text(database),
		text(record.name),
		bodyText,
		definerText(record),
		...onceOrEvery(record),
		localDatetime(record.createdMicroseconds, sources),
		localDatetime(record.updatedMicroseconds, sources),
		utc(record.lastExecuted),
		schedule.kind === "at" ? null : utc(schedule.starts),
		schedule.kind === "at" ? null : utc(schedule.ends),
		record.status,
		record.preserve ? "PRESERVE" : "DROP",
		record.sqlMode,
		text(record.comment),
		record.originator,
		text(record.timeZone),
		...settingsCells(record),
		bodyText,
	];
}

const eventTable = define(
	"event",
	`db:64 name:64 body:longblob definer:93 execute_at:datetime? interval_value:int? interval_field:18?
	created:datetime modified:datetime last_executed:datetime? starts:datetime? ends:datetime? status:18
	on_completion:8 sql_mode:8192 comment:64 originator:unsigned time_zone:64 ${settings}`,
	(sources, wanted) =>
		eventsOf(sources, wantedBy(wanted, "event")).map(({ database, record }) => eventRow(database, record, sources)),
);

export const storedPrograms: readonly Definition[] = [routineTable, eventTable];
