/**
 * Parser of times in text and numbers, as permissive as MySQL's.
 *
 * Accepts `'10:11:12.5'`, `'1 10:11'` (days), `'101112'`, `'2010-12-31 10:11:12'` and 101112. Returns a packed time
 * with six fractional digits, and the fault.
 */
import { lenientDates } from "./date.ts";
import { parseDatetimeNumber, parseDatetimeText } from "./datetime-text.ts";
import { digitsEnd, spacesEnd } from "../numeric/number-text.ts";
import { greatestSeconds, packTime } from "./time.ts";
import type { ByteString, Integer } from "../value/value.ts";

export interface ParsedTime {
	/** Signed microseconds within 838:59:59, or null for an invalid value. */
	readonly microseconds: number | null;
	readonly fault: "truncated" | "outOfRange" | null;
	/** The text was a datetime; this is its time part. */
	readonly fromDatetime: boolean;
}

const failed = (fault: ParsedTime["fault"]): ParsedTime => ({ microseconds: null, fault, fromDatetime: false });

function isDigit(byte: number): boolean {
	return byte >= 0x30 && byte <= 0x39;
}

const COLON = 0x3a;

/** Hours, minutes and seconds of `10:11:12`, `1 10` or `101112`, and their end offset. */
interface Clock {
	readonly hours: number;
	readonly minutes: number;
	readonly seconds: number;
	readonly end: number;
}

function scanClock(bytes: ByteString, start: number): Clock {
	const end = digitsEnd(bytes, start);
	const first = Number(bytes.slice(start, end));
	const behind = spacesEnd(bytes, end);
	if (behind > end && isDigit(bytes.charCodeAt(behind))) {
		const { parts, end: last } = scanParts(bytes, behind, 3);
		const [hours = 0, minutes = 0, seconds = 0] = parts;
		return { hours: first * 24 + hours, minutes, seconds, end: last };
	}
	if (bytes.charCodeAt(end) === COLON && isDigit(bytes.charCodeAt(end + 1))) {
		const { parts, end: last } = scanParts(bytes, end + 1, 2);
		const [minutes = 0, seconds = 0] = parts;
		return { hours: first, minutes, seconds, end: last };
	}
	return { hours: Math.trunc(first / 10000), minutes: Math.trunc(first / 100) % 100, seconds: first % 100, end };
}

/** Scans up to `most` numbers separated by colons. */
function scanParts(bytes: ByteString, start: number, most: number): { readonly parts: number[]; readonly end: number } {
	const parts: number[] = [];
	let at = start;
	for (;;) {
		const end = digitsEnd(bytes, at);
		parts.push(Number(bytes.slice(at, end)));
		if (parts.length === most || bytes.charCodeAt(end) !== COLON || !isDigit(bytes.charCodeAt(end + 1))) {
			return { parts, end };
		}
		at = end + 1;
	}
}

/** Scans the fraction after a point, in rounded microseconds, and its end offset. */
function scanFraction(bytes: ByteString, at: number): { readonly microsecond: number; readonly end: number } {
	if (bytes.charCodeAt(at) !== 0x2e) {
		return { microsecond: 0, end: at };
	}
	const end = digitsEnd(bytes, at + 1);
	if (end === at + 1 && end < bytes.length) {
		return { microsecond: 0, end: at };
	}
	const microsecond = Number(bytes.slice(at + 1, Math.min(end, at + 7)).padEnd(6, "0") || "0");
	return { microsecond: end > at + 7 && bytes.charCodeAt(at + 7) >= 0x35 ? microsecond + 1 : microsecond, end };
}

export function parseTimeText(bytes: ByteString): ParsedTime {
	const begin = spacesEnd(bytes, 0);
	const negative = bytes.charCodeAt(begin) === 0x2d;
	const start = negative ? begin + 1 : begin;
	if (start >= bytes.length) {
		return failed("truncated");
	}
	if (bytes.length - start >= 12) {
		const { fields, fault, hasTime } = parseDatetimeText(bytes.slice(start), lenientDates, true);
		if (fields !== null) {
			return { microseconds: packTime({ ...fields, negative }, 6), fault: fault && "truncated", fromDatetime: true };
		}
		if (hasTime) {
			// An invalid datetime is not parsed as a time.
			return failed("truncated");
		}
	}
	const clock = scanClock(bytes, start);
	const { microsecond, end } = scanFraction(bytes, clock.end);
	if (clock.minutes > 59 || clock.seconds > 59) {
		return failed("outOfRange");
	}
	return inRange(
		negative,
		clock.hours,
		clock.minutes,
		clock.seconds,
		microsecond,
		spacesEnd(bytes, end) < bytes.length ? "truncated" : null,
	);
}

function inRange(
	negative: boolean,
	hours: number,
	minutes: number,
	seconds: number,
	microsecond: number,
	fault: ParsedTime["fault"],
): ParsedTime {
	const microseconds = ((hours * 60 + minutes) * 60 + seconds) * 1e6 + microsecond;
	const greatest = greatestSeconds * 1e6;
	const clamped = Math.min(microseconds, greatest);
	return {
		microseconds: negative ? 0 - clamped : clamped,
		fault: microseconds > greatest ? "outOfRange" : fault,
		fromDatetime: false,
	};
}

/** Parses the numeric form HHMMSS, or that of a datetime; the fraction is given separately (not negative). */
export function parseTimeNumber(number: Integer, microsecond: number, negative: boolean): ParsedTime {
	const whole = Math.abs(Number(number));
	if (whole > 8385959) {
		if (!negative && whole >= 10000000000) {
			const { fields } = parseDatetimeNumber(number, microsecond, lenientDates);
			if (fields !== null) {
				return { microseconds: packTime({ ...fields, negative: false }, 6), fault: null, fromDatetime: true };
			}
		}
		return {
			microseconds: (negative ? -greatestSeconds : greatestSeconds) * 1e6,
			fault: "outOfRange",
			fromDatetime: false,
		};
	}
	const minutes = Math.trunc(whole / 100) % 100;
	const seconds = whole % 100;
	return minutes > 59 || seconds > 59
		? failed("outOfRange")
		: inRange(negative, Math.trunc(whole / 10000), minutes, seconds, microsecond, null);
}
