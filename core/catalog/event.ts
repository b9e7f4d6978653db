/**
 * Events of the catalog: found by name, and when each is due.
 *
 * A date of the calendar is that of the event's time zone: `EVERY 1 DAY` keeps the local time when clocks change, units
 * below a day have equal lengths.
 */
import { invariant } from "../errors/invariant.ts";
import { linearSeconds, secondsPerDay } from "../types/temporal/datetime.ts";
import { addToDatetime, intervalOf, type IntervalUnit, isIntervalUnit } from "../types/temporal/interval.ts";
import { epochSecondsOf, localSeconds, type TimeZone, timeZoneNamed } from "../types/temporal/timezone.ts";
import { isSameName } from "./program.ts";
import type { EventRecord, StoredSchedule } from "./record.ts";
import type { Database } from "./table.ts";

/** An event of the schema. */
export interface EventOfDatabase {
	readonly database: string;
	readonly record: EventRecord;
}

export function findEvent({ record: { events } }: Database, name: string): EventRecord | undefined {
	return events?.find((each) => isSameName(each.name, name));
}

/** The simple unit that a stored amount counts. */
export function countedUnit(unit: IntervalUnit): IntervalUnit {
	const last = unit.slice(unit.indexOf("_") + 1);
	invariant(isIntervalUnit(last), "The last word of a unit is a unit.");
	return last;
}

export function eventZone({ timeZone }: Pick<EventRecord, "timeZone">): TimeZone {
	const zone = timeZoneNamed(timeZone);
	invariant(zone !== undefined, "An event is recorded with the name of a time zone.");
	return zone;
}

/**
 * Returns the first time of an event not before `from`, and after it last ran, in seconds since 1970 UTC; undefined:
 * it never runs again.
 */
export function nextTime(record: EventRecord, from: number): number | undefined {
	const { schedule, lastExecuted } = record;
	if (schedule.kind === "at") {
		return lastExecuted === null || lastExecuted < schedule.at ? schedule.at : undefined;
	}
	const next = timeAfter(schedule, Math.max(from - 1, lastExecuted ?? from - 1), eventZone(record));
	return next === undefined || (schedule.ends !== null && next > schedule.ends) ? undefined : next;
}

type Recurrence = Extract<StoredSchedule, { readonly kind: "every" }>;

/** Returns the first of the times `starts`, `starts` + 1 interval ... that is after an instant. */
function timeAfter({ amount, unit, starts }: Recurrence, after: number, zone: TimeZone): number | undefined {
	if (starts > after) {
		return starts;
	}
	const { months, seconds } = intervalOf(amount, countedUnit(unit));
	if (months === 0 && seconds % secondsPerDay !== 0) {
		return starts + (Math.floor((after - starts) / seconds) + 1) * seconds;
	}
	const offset = (at: number): number => zone.offsetSeconds(at);
	const local = localSeconds(starts, offset);
	const wanted = localSeconds(after, offset);
	if (local === null || wanted === null) {
		return undefined;
	}
	// No interval of some months is longer than 31 days each: the estimate is never too late.
	const longest = months === 0 ? seconds : months * 31 * secondsPerDay;
	let count = Math.max(0, Math.floor((linearSeconds(wanted) - linearSeconds(local)) / longest) - 1);
	for (; ; count++) {
		const moved = addToDatetime(local, 0, intervalOf(amount * count, countedUnit(unit)), 0);
		if (moved === null) {
			return undefined;
		}
		const at = epochSecondsOf(Number(moved), offset);
		if (at > after) {
			return at;
		}
	}
}
