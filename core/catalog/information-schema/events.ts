/**
 * EVENTS: the events of databases on which the account has the privilege EVENT.
 */
import { shownInUtf8 } from "../../types/text/well-formed.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { EventOfDatabase } from "../event.ts";
import { eventTime, intervalText } from "../event-text.ts";
import type { EventRecord } from "../record.ts";
import { define, text } from "./definition.ts";
import { definerText, settingsCells } from "./programs.ts";
import { catalogName } from "./schemata.ts";
import { byName, isWanted, localDatetime, type Sources } from "./sources.ts";

/** By database and name. */
export function eventsOf(sources: Sources, wanted: ReadonlyMap<string, string>): readonly EventOfDatabase[] {
	const sight = sources.providers.sight();
	return [...sources.schema.databases.values()]
		.filter(({ name }) => isWanted(name, wanted.get("event_schema")) && sight.seesEvents(name))
		.sort(byName)
		.flatMap(({ name, record: { events = [] } }) =>
			events
				.filter((record) => isWanted(record.name, wanted.get("event_name")))
				.toSorted(byName)
				.map((record) => ({ database: name, record })),
		);
}

/** Type, time, interval's value and field, start, end. */
export function scheduleCells(record: EventRecord): {
	readonly type: string;
	readonly executeAt: Value;
	readonly interval: readonly [value: Value, field: Value];
	readonly starts: Value;
	readonly ends: Value;
} {
	const { schedule } = record;
	const time = (seconds: number | null): Value => (seconds === null ? null : eventTime(seconds, record));
	return schedule.kind === "at"
		? { type: "ONE TIME", executeAt: time(schedule.at), interval: [null, null], starts: null, ends: null }
		: {
				type: "RECURRING",
				executeAt: null,
				interval: [intervalText(record), schedule.unit.toUpperCase()],
				starts: time(schedule.starts),
				ends: time(schedule.ends),
			};
}

export const events = define(
	"EVENTS",
	`EVENT_CATALOG:64 EVENT_SCHEMA:64 EVENT_NAME:64 DEFINER:93 TIME_ZONE:64 EVENT_BODY:8 EVENT_DEFINITION:longtext
	EVENT_TYPE:9 EXECUTE_AT:datetime? INTERVAL_VALUE:256? INTERVAL_FIELD:18? SQL_MODE:8192 STARTS:datetime? ENDS:datetime?
	STATUS:18 ON_COMPLETION:12 CREATED:datetime LAST_ALTERED:datetime LAST_EXECUTED:datetime? EVENT_COMMENT:64
	ORIGINATOR:bigint CHARACTER_SET_CLIENT:32 COLLATION_CONNECTION:32 DATABASE_COLLATION:32`,
	(sources, wanted) =>
		eventsOf(sources, wanted).map(({ database, record }): Row => {
			const { type, executeAt, interval, starts, ends } = scheduleCells(record);
			const { lastExecuted } = record;
			return [
				catalogName,
				text(database),
				text(record.name),
				definerText(record),
				text(record.timeZone),
				"SQL",
				shownInUtf8(record.bodyText),
				type,
				executeAt,
				...interval,
				record.sqlMode,
				starts,
				ends,
				record.status,
				record.preserve ? "PRESERVE" : "NOT PRESERVE",
				localDatetime(record.createdMicroseconds, sources),
				localDatetime(record.updatedMicroseconds, sources),
				lastExecuted === null ? null : eventTime(lastExecuted, record),
				text(record.comment),
				record.originator,
				...settingsCells(record),
			];
		}),
);
