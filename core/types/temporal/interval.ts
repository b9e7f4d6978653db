/**
 * INTERVAL: amounts of time, parsed and added to dates, datetimes and times.
 *
 * Null for results outside of the calendar. The functions choose the type of the result.
 */
import { invariant } from "../../errors/invariant.ts";
import { dayNumberOf, dayOf, daysInMonth, isWholeDate, monthOf, packDate, yearOf } from "./date.ts";
import {
	dateOfSeconds,
	linearSeconds,
	packedSeconds,
	roundedDatetime,
	secondOfDay,
	secondsOf,
	secondsPerDay,
	microsecondOf,
} from "./datetime.ts";
import { isTimeInRange, microsecondsOfTime, timeOfMicroseconds } from "./time.ts";
import type { ByteString, Integer } from "../value/value.ts";

/** Fields of each unit's text: its last number fills the last field. */
const units = {
	microsecond: ["microseconds"],
	second: ["seconds"],
	minute: ["minutes"],
	hour: ["hours"],
	day: ["days"],
	week: ["weeks"],
	month: ["months"],
	quarter: ["quarters"],
	year: ["years"],
	second_microsecond: ["seconds", "microseconds"],
	minute_microsecond: ["minutes", "seconds", "microseconds"],
	minute_second: ["minutes", "seconds"],
	hour_microsecond: ["hours", "minutes", "seconds", "microseconds"],
	hour_second: ["hours", "minutes", "seconds"],
	hour_minute: ["hours", "minutes"],
	day_microsecond: ["days", "hours", "minutes", "seconds", "microseconds"],
	day_second: ["days", "hours", "minutes", "seconds"],
	day_minute: ["days", "hours", "minutes"],
	day_hour: ["days", "hours"],
	year_month: ["years", "months"],
} as const;

export type IntervalUnit = keyof typeof units;

/** Months, and a duration whose `seconds` and `microseconds` have the same sign. */
export interface Interval {
	readonly months: number;
	readonly seconds: number;
	readonly microseconds: number;
}

export function isIntervalUnit(word: string): word is IntervalUnit {
	return Object.hasOwn(units, word);
}

/** True for units below a day: DATE plus such an interval is a DATETIME. */
export function hasTimePart(unit: IntervalUnit): boolean {
	return /second|minute|hour/.test(unit);
}

/** True for units with microseconds. */
export function hasFraction(unit: IntervalUnit): boolean {
	return unit.endsWith("microsecond");
}

/** True if the amount is text with several numbers. */
export function isCompound(unit: IntervalUnit): boolean {
	return units[unit].length > 1;
}

const secondsIn: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86400, weeks: 604800 };
const monthsIn: Record<string, number> = { months: 1, quarters: 3, years: 12 };

function fromFields(fields: Readonly<Record<string, number>>, negative: boolean): Interval {
	let months = 0;
	let seconds = 0;
	for (const [field, amount] of Object.entries(fields)) {
		months += amount * (monthsIn[field] ?? 0);
		seconds += amount * (secondsIn[field] ?? 0);
	}
	const microseconds = fields.microseconds ?? 0;
	const carried = Math.trunc(microseconds / 1e6);
	const sign = negative ? -1 : 1;
	return {
		months: sign * months + 0,
		seconds: sign * (seconds + carried) + 0,
		microseconds: sign * (microseconds - carried * 1e6) + 0,
	};
}

/** Returns an interval of a simple unit; `amount` is an integer. */
export function intervalOf(amount: Integer, unit: IntervalUnit): Interval {
	if (unit === "microsecond" && typeof amount === "bigint") {
		return { months: 0, seconds: Number(amount / 1_000_000n), microseconds: Number(amount % 1_000_000n) };
	}
	return fromFields({ [units[unit][units[unit].length - 1]!]: Number(amount) }, false);
}

/** Parses a text such as `'-1 10:30'` for a compound unit. Fewer numbers fill the last fields; more give null. */
export function parseInterval(text: ByteString, unit: IntervalUnit): Interval | null {
	const names = units[unit];
	const numbers = text.match(/\d+/g) ?? [];
	if (numbers.length > names.length) {
		return null;
	}
	const fields: Record<string, number> = {};
	const skipped = names.length - numbers.length;
	numbers.forEach((number, place) => {
		const name = names[place + skipped]!;
		// A fraction of less than six digits is padded: '5' after a point is half a second.
		const digits = name === "microseconds" && names.length > 1 ? number.padEnd(6, "0") : number;
		fields[name] = Math.min(Number(digits), greatestAmount);
	});
	return fromFields(fields, /^\s*-/.test(text));
}

/** A greater amount exceeds the calendar in any unit, microseconds included. */
export const greatestAmount = 3.2e17;

const separators: Record<string, string> = { months: "-", hours: " ", minutes: ":", seconds: ":" };

/** The text of an amount, a whole number in the unit's last field; units with microseconds are not printed. */
export function printInterval(amount: number, unit: IntervalUnit): string {
	const names = units[unit];
	let rest = amount;
	let text = "";
	for (let place = names.length - 1; place > 0; place--) {
		const size = sizeOf(names[place - 1]!) / sizeOf(names[place]!);
		text = `${separators[names[place]!]}${rest % size}${text}`;
		rest = Math.floor(rest / size);
	}
	return `${rest}${text}`;
}

/** In seconds or months. */
function sizeOf(field: string): number {
	const size = secondsIn[field] ?? monthsIn[field];
	invariant(size !== undefined, "Only fields of whole seconds or months are counted.");
	return size;
}

export function negateInterval(interval: Interval): Interval {
	return { months: 0 - interval.months, seconds: 0 - interval.seconds, microseconds: 0 - interval.microseconds };
}

/** Adds months to a date, its day at most the month's last; null outside of year 0 to 9999. */
function addMonths(date: number, months: number): number | null {
	const total = yearOf(date) * 12 + monthOf(date) - 1 + months;
	if (total < 0 || total >= 120000) {
		return null;
	}
	const year = Math.floor(total / 12);
	const month = (total % 12) + 1;
	return packDate(year, month, Math.min(dayOf(date), daysInMonth(year, month)));
}

/** Adds an interval of whole days or months to a date. */
export function addToDate(date: number, interval: Interval): number | null {
	const moved = addToSeconds(date * secondsPerDay, interval);
	return moved === null ? null : dateOfSeconds(moved.seconds);
}

/** Adds an interval to a datetime. The result has `scale` fractional digits. */
export function addToDatetime(datetime: Integer, from: number, interval: Interval, scale: number): Integer | null {
	const moved = addToSeconds(secondsOf(datetime, from), interval, microsecondOf(datetime, from));
	return moved === null ? null : roundedDatetime(moved.seconds, moved.microsecond, scale);
}

function addToSeconds(
	packed: number,
	interval: Interval,
	microsecond = 0,
): { readonly seconds: number; readonly microsecond: number } | null {
	const date = dateOfSeconds(packed);
	let start: number | null = packed;
	if (interval.months !== 0) {
		const month = monthOf(date) === 0 ? null : addMonths(date, interval.months);
		start = month === null ? null : month * secondsPerDay + secondOfDay(packed);
	}
	if (interval.seconds === 0 && interval.microseconds === 0) {
		return start === null ? null : { seconds: start, microsecond };
	}
	if (start === null || !isWholeDate(date)) {
		return null;
	}
	const total = microsecond + interval.microseconds;
	const carried = Math.floor(total / 1e6);
	const seconds = packedSeconds(linearSeconds(start) + interval.seconds + carried);
	return seconds === null ? null : { seconds, microsecond: total - carried * 1e6 };
}

/** Adds an interval without months to a time; null beyond 838:59:59. */
export function addToTime(time: number, from: number, interval: Interval, scale: number): number | null {
	const moved = timeOfMicroseconds(
		microsecondsOfTime(time, from) + interval.seconds * 1e6 + interval.microseconds,
		scale,
	);
	return interval.months === 0 && isTimeInRange(moved, scale) ? moved : null;
}

/** Returns whole months from a to b, as TIMESTAMPDIFF counts them. */
function monthsBetween(a: Integer, aScale: number, b: Integer, bScale: number): number {
	const first = secondsOf(a, aScale);
	const second = secondsOf(b, bScale);
	const later = second > first || (second === first && microsecondOf(b, bScale) >= microsecondOf(a, aScale));
	if (!later) {
		return 0 - monthsBetween(b, bScale, a, aScale);
	}
	const from = dateOfSeconds(first);
	const to = dateOfSeconds(second);
	const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);
	const rest = (dayOf(to) - dayOf(from)) * secondsPerDay + secondOfDay(second) - secondOfDay(first);
	const incomplete = rest < 0 || (rest === 0 && microsecondOf(b, bScale) < microsecondOf(a, aScale));
	return incomplete ? months - 1 : months;
}

/** TIMESTAMPDIFF: returns whole simple units from `a` to `b`, truncated towards zero. */
export function unitsBetween(unit: IntervalUnit, a: Integer, aScale: number, b: Integer, bScale: number): number {
	const name = units[unit][0];
	const months = monthsIn[name];
	if (months !== undefined) {
		return Math.trunc(monthsBetween(a, aScale, b, bScale) / months) + 0;
	}
	const seconds = linearSeconds(secondsOf(b, bScale)) - linearSeconds(secondsOf(a, aScale));
	const microseconds = microsecondOf(b, bScale) - microsecondOf(a, aScale);
	if (unit === "microsecond") {
		return seconds * 1e6 + microseconds;
	}
	const whole = seconds > 0 && microseconds < 0 ? seconds - 1 : seconds < 0 && microseconds > 0 ? seconds + 1 : seconds;
	return Math.trunc(whole / secondsIn[name]!) + 0;
}

/** DATEDIFF: returns the days from `b` to `a`. */
export function daysBetween(a: number, b: number): number {
	return dayNumberOf(a) - dayNumberOf(b);
}

/** LAST_DAY; null for a date without a month. */
export function lastDayOf(date: number): number | null {
	const month = monthOf(date);
	return month === 0 ? null : packDate(yearOf(date), month, daysInMonth(yearOf(date), month));
}
