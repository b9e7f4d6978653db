/**
 * DATETIME and TIMESTAMP: a packed date with its time of day; parts, text and numeric form.
 *
 *     seconds = ((date * 24 + hour) * 60 + minute) * 60 + second       below 2^39
 *     packed  = seconds * 10^scale + fraction                          a bigint from scale 5 on
 */
import {
	dateOfDayNumber,
	dayNumber,
	dayNumberOf,
	dayOf,
	monthOf,
	numberOfDate,
	packDate,
	printDate,
	twoDigits,
	writeDate,
	yearOf,
} from "./date.ts";
import { writeDigits } from "../numeric/digit-bytes.ts";
import { addIntegers, multiplyIntegers } from "../numeric/integer.ts";
import { printFraction, unitsPerSecond } from "./time.ts";
import { canonical, type Integer } from "../value/value.ts";

export const secondsPerDay = 86400;

export interface DatetimeFields {
	readonly year: number;
	readonly month: number;
	readonly day: number;
	readonly hour: number;
	readonly minute: number;
	readonly second: number;
	readonly microsecond: number;
}

/** Returns the packed seconds, which order datetimes without their fraction. */
export function secondsOf(datetime: Integer, scale: number): number {
	if (scale === 0) {
		return Number(datetime);
	}
	return typeof datetime === "number"
		? Math.floor(datetime / unitsPerSecond(scale))
		: Number(datetime / BigInt(unitsPerSecond(scale)));
}

/** Returns the fraction in units of the scale. */
export function fractionOf(datetime: Integer, scale: number): number {
	if (scale === 0) {
		return 0;
	}
	return typeof datetime === "number"
		? datetime % unitsPerSecond(scale)
		: Number(datetime % BigInt(unitsPerSecond(scale)));
}

/** Returns a datetime from packed seconds and a fraction in units of the scale. */
export function joinDatetime(seconds: number, fraction: number, scale: number): Integer {
	if (scale === 0) {
		return seconds;
	}
	return addIntegers(multiplyIntegers(seconds, unitsPerSecond(scale)), fraction);
}

export function microsecondOf(datetime: Integer, scale: number): number {
	return fractionOf(datetime, scale) * unitsPerSecond(6 - scale);
}

export function packSeconds(date: number, hour: number, minute: number, second: number): number {
	return ((date * 24 + hour) * 60 + minute) * 60 + second;
}

/**
 * Packs a datetime; the fraction is rounded to the scale, which may carry into the next day. Null beyond year 9999.
 */
export function packDatetime(fields: DatetimeFields, scale: number): Integer | null {
	const { year, month, day, hour, minute, second } = fields;
	return roundedDatetime(packSeconds(packDate(year, month, day), hour, minute, second), fields.microsecond, scale);
}

/** Returns a datetime from packed seconds and microseconds, rounded to the scale. Null beyond year 9999. */
export function roundedDatetime(seconds: number, microsecond: number, scale: number): Integer | null {
	const fraction = Math.round(microsecond / unitsPerSecond(6 - scale));
	if (fraction < unitsPerSecond(scale)) {
		return joinDatetime(seconds, fraction, scale);
	}
	const next = secondsPlus(seconds, 1);
	return next === null ? null : joinDatetime(next, 0, scale);
}

/** Returns the date of packed seconds. */
export function dateOfSeconds(seconds: number): number {
	return Math.floor(seconds / secondsPerDay);
}

export function dateOfDatetime(datetime: Integer, scale: number): number {
	return dateOfSeconds(secondsOf(datetime, scale));
}

export function datetimeOfDate(date: number, scale: number): Integer {
	return joinDatetime(date * secondsPerDay, 0, scale);
}

/** Returns the seconds since midnight. */
export function secondOfDay(seconds: number): number {
	return seconds % secondsPerDay;
}

export function unpackDatetime(datetime: Integer, scale: number): DatetimeFields {
	const seconds = secondsOf(datetime, scale);
	const clock = secondOfDay(seconds);
	const date = dateOfSeconds(seconds);
	// No spread: it takes ten times as long here.
	return {
		year: yearOf(date),
		month: monthOf(date),
		day: dayOf(date),
		hour: Math.trunc(clock / 3600),
		minute: Math.trunc(clock / 60) % 60,
		second: clock % 60,
		microsecond: microsecondOf(datetime, scale),
	};
}

/** Converts packed seconds to seconds since day 0, for arithmetic. */
export function linearSeconds(seconds: number): number {
	return dayNumberOf(dateOfSeconds(seconds)) * secondsPerDay + secondOfDay(seconds);
}

/** Converts seconds since day 0 to packed seconds; null outside of year 0 to 9999. */
export function packedSeconds(linear: number): number | null {
	const days = Math.floor(linear / secondsPerDay);
	const date = days >= 0 && days <= 365 ? dateInYearZero(days) : dateOfDayNumber(days);
	return date === 0 ? null : date * secondsPerDay + (linear - days * secondsPerDay);
}

/** Results of arithmetic may be in year 0, unlike those of FROM_DAYS. */
function dateInYearZero(days: number): number {
	for (let month = 12; month >= 1; month--) {
		const first = dayNumber(0, month, 1);
		if (days >= first) {
			return packDate(0, month, days - first + 1);
		}
	}
	return 0;
}

function secondsPlus(seconds: number, more: number): number | null {
	return packedSeconds(linearSeconds(seconds) + more);
}

/** Converts to another scale, rounded. Null beyond year 9999. */
export function rescaleDatetime(datetime: Integer, from: number, to: number): Integer | null {
	if (to === from) {
		return datetime;
	}
	return to > from
		? multiplyIntegers(datetime, unitsPerSecond(to - from))
		: roundedDatetime(secondsOf(datetime, from), microsecondOf(datetime, from), to);
}

export function printDatetime(datetime: Integer, scale: number): string {
	const seconds = secondsOf(datetime, scale);
	const clock = secondOfDay(seconds);
	return (
		`${printDate(dateOfSeconds(seconds))} ${twoDigits(Math.trunc(clock / 3600))}:` +
		`${twoDigits(Math.trunc(clock / 60) % 60)}:${twoDigits(clock % 60)}` +
		printFraction(fractionOf(datetime, scale), scale)
	);
}

/** Writes what `printDatetime` prints into memory that has room; returns the end. */
export function writeDatetime(target: Uint8Array, start: number, datetime: Integer, scale: number): number {
	const end = writeSeconds(target, start, secondsOf(datetime, scale));
	if (scale === 0) {
		return end;
	}
	target[end] = point;
	return writeDigits(target, end + 1, fractionOf(datetime, scale), scale);
}

/** The same of packed seconds: a datetime without a fraction. */
export function writeSeconds(target: Uint8Array, start: number, seconds: number): number {
	const clock = secondOfDay(seconds);
	const at = writeDate(target, start, dateOfSeconds(seconds));
	target[at] = blank;
	writeDigits(target, at + 1, (clock / 3600) | 0, 2);
	target[at + 3] = colon;
	writeDigits(target, at + 4, ((clock / 60) | 0) % 60, 2);
	target[at + 6] = colon;
	return writeDigits(target, at + 7, clock % 60, 2);
}

const blank = 32;
const colon = 58;
const point = 46;

/** Returns 20101231235959 times 10^scale plus the fraction: the unscaled decimal of the numeric form. */
export function numberOfDatetime(datetime: Integer, scale: number): Integer {
	const seconds = secondsOf(datetime, scale);
	const clock = secondOfDay(seconds);
	const whole =
		numberOfDate(dateOfSeconds(seconds)) * 1000000 +
		Math.trunc(clock / 3600) * 10000 +
		(Math.trunc(clock / 60) % 60) * 100 +
		(clock % 60);
	return addIntegers(multiplyIntegers(whole, unitsPerSecond(scale)), fractionOf(datetime, scale));
}

/** Returns the exact microseconds between two datetimes. */
export function microsecondsBetween(a: Integer, aScale: number, b: Integer, bScale: number): Integer {
	const seconds = linearSeconds(secondsOf(a, aScale)) - linearSeconds(secondsOf(b, bScale));
	return canonical(BigInt(seconds) * 1000000n + BigInt(microsecondOf(a, aScale) - microsecondOf(b, bScale)));
}
