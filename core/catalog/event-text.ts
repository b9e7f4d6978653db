/**
 * Texts of an event: SHOW CREATE EVENT, and its interval and times in the event's time zone.
 */
import { printDatetime } from "../types/temporal/datetime.ts";
import { localSeconds } from "../types/temporal/timezone.ts";
import { encodeText, type ByteString, type Integer } from "../types/value/value.ts";
import { eventZone } from "./event.ts";
import { begin, quoted } from "./program-text.ts";
import type { EventRecord } from "./record.ts";
import { escapeText } from "./type-text.ts";

const statusWords = { ENABLED: "ENABLE", DISABLED: "DISABLE", SLAVESIDE_DISABLED: "DISABLE ON SLAVE" };

export function createEventText(record: EventRecord): ByteString {
	const { name, preserve, status, comment, bodyText } = record;
	const kept = preserve ? "PRESERVE" : "NOT PRESERVE";
	const noted = comment === "" ? "" : ` COMMENT ${escapeText(encodeText(comment))}`;
	return (
		`${begin(record)}EVENT ${quoted(name)} ON SCHEDULE ${scheduleText(record)} ON COMPLETION ${kept} ` +
		`${statusWords[status]}${noted} DO ${bodyText}`
	);
}

function scheduleText(record: EventRecord): string {
	const { schedule } = record;
	const time = (seconds: number): string => `'${printDatetime(eventTime(seconds, record), 0)}'`;
	if (schedule.kind === "at") {
		return `AT ${time(schedule.at)}`;
	}
	const { unit, starts, ends } = schedule;
	return `EVERY ${intervalText(record)} ${unit.toUpperCase()} STARTS ${time(starts)}${ends === null ? "" : ` ENDS ${time(ends)}`}`;
}

/** How many of the smaller field each larger one holds, and what stands before it. */
const parts: Readonly<Record<string, readonly (readonly [size: number, separator: string])[]>> = {
	year_month: [[12, "-"]],
	day_hour: [[24, " "]],
	day_minute: [
		[60, ":"],
		[24, " "],
	],
	day_second: [
		[60, ":"],
		[60, ":"],
		[24, " "],
	],
	hour_minute: [[60, ":"]],
	hour_second: [
		[60, ":"],
		[60, ":"],
	],
	minute_second: [[60, ":"]],
};

/** `3`, or `'1 12:30'` with quotes; null for an event that runs once. */
export function intervalText({ schedule }: EventRecord): string | null {
	if (schedule.kind === "at") {
		return null;
	}
	const fields = parts[schedule.unit];
	if (fields === undefined) {
		return String(schedule.amount);
	}
	let rest = schedule.amount;
	let text = "";
	for (const [size, separator] of fields) {
		text = `${separator}${rest % size}${text}`;
		rest = Math.floor(rest / size);
	}
	return `'${rest}${text}'`;
}

/** An instant as a datetime of the event's time zone. */
export function eventTime(seconds: number, record: EventRecord): Integer {
	return localSeconds(seconds, (at) => eventZone(record).offsetSeconds(at)) ?? 0;
}
