/**
 * SHOW EVENTS and SHOW CREATE EVENT.
 */
import { findEvent } from "../../catalog/event.ts";
import { createEventText } from "../../catalog/event-text.ts";
import { fold } from "../../catalog/identifier.ts";
import { eventsOf, scheduleCells } from "../../catalog/information-schema/events.ts";
import { definerText, settingsCells } from "../../catalog/information-schema/programs.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { databaseNameOf } from "../named-object.ts";
import { charsetColumn, textCharsets } from "./show-programs.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import { listed } from "./show-tables.ts";

/** Of one database. LIKE is about the event's name, which is the second column. Throws 1046, 1049. */
export function showEvents(statement: Show, context: Showing): Shown {
	const { sources } = context;
	const database = listed(statement, context);
	const rows = eventsOf(sources, new Map([["event_schema", database.name]])).map(({ record }): Row => {
		const { type, executeAt, interval, starts, ends } = scheduleCells(record);
		return [
			encodeText(database.name),
			encodeText(record.name),
			definerText(record),
			encodeText(record.timeZone),
			type,
			executeAt,
			...interval,
			starts,
			ends,
			record.status,
			record.originator,
			...settingsCells(record),
		];
	});
	const answer = shown(
		"EVENTS",
		[
			["Db", "64"],
			["Name", "64"],
			["Definer", "93"],
			["Time zone", "64"],
			["Type", "9"],
			["Execute at", "datetime?"],
			["Interval value", "256?"],
			["Interval field", "18?"],
			["Starts", "datetime?"],
			["Ends", "datetime?"],
			["Status", "18"],
			["Originator", "bigint"],
			...textCharsets.map(charsetColumn),
		],
		rows,
	);
	return { ...answer, likeColumn: 1 };
}

export function showCreateEvent({ table }: Show, { sources, planning }: Showing): Shown {
	const name = table?.name ?? "";
	const within = sources.schema.databases.get(fold(databaseNameOf({ ...table, name }, planning)));
	const record = within && findEvent(within, name);
	if (record === undefined) {
		throw sqlError("eventMissing", encodeText(name));
	}
	return shown(
		"EVENTS",
		[
			["Event", "64"],
			["sql_mode", "8192"],
			["time_zone", "64"],
			["Create Event", "longtext"],
			...textCharsets.map(charsetColumn),
		],
		[
			[
				encodeText(record.name),
				record.sqlMode,
				encodeText(record.timeZone),
				createEventText(record),
				...settingsCells(record),
			],
		],
	);
}
