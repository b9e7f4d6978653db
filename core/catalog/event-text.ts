/**
 * Texts of an event: SHOW CREATE EVENT, and its interval and times in the event's time zone.
 */
import { eventStatusWords } from "../sql/print/index.ts";
import { printDatetime } from "../types/temporal/datetime.ts";
import { isCompound, printInterval } from "../types/temporal/interval.ts";
import { localSeconds } from "../types/temporal/timezone.ts";
import { encodeText, type ByteString, type Integer } from "../types/value/value.ts";
import { eventZone } from "./event.ts";
import { begin, quoted } from "./program-text.ts";
import type { EventRecord } from "./record.ts";
import { escapeText } from "./type-text.ts";

export function createEventText(record: EventRecord): ByteString {
	const { name, preserve, status, comment, bodyText } = record;
	const kept = preserve ? "PRESERVE" : "NOT PRESERVE";
	const noted = comment === "" ? "" : ` COMMENT ${escapeText(encodeText(comment))}`;
	return (
		`${begin(record)}EVENT ${quoted(name)} ON SCHEDULE ${scheduleText(record)} ON COMPLETION ${kept} ` +
		`${eventStatusWords[status]}${noted} DO ${bodyText}`
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

/** `3`, or `'1 12:30'` with quotes; null for an event that runs once. */
export function intervalText({ schedule }: EventRecord): string | null {
	if (schedule.kind === "at") {
		return null;
	}
	const text = printInterval(schedule.amount, schedule.unit);
	return isCompound(schedule.unit) ? `'${text}'` : text;
}

/** An instant as a datetime of the event's time zone. */
export function eventTime(seconds: number, record: EventRecord): Integer {
	return localSeconds(seconds, (at) => eventZone(record).offsetSeconds(at)) ?? 0;
}
