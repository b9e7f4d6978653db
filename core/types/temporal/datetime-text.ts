/**
 * Parser of dates and datetimes in text and numbers, as permissive as MySQL's.
 *
 * Accepts `'2010-12-31 23:59:59.5'`, `'10.1.2'`, `'20101231T235959'` and 101231. Returns the fields, whether there
 * was a time, and the fault.
 */
import { dateFault, daysInMonth, type DateFault, type DateMode } from "./date.ts";
import type { DatetimeFields } from "./datetime.ts";
import { digitsEnd, isSpace, spacesEnd } from "../numeric/number-text.ts";
import type { ByteString, Integer } from "../value/value.ts";

/** `truncated`: a part of the text does not belong to a date. The others are faults of the date itself. */
export type TemporalFault = DateFault | "truncated";

export interface ParsedDatetime {
	/** Null for an invalid value: `fault` gives the reason. `microsecond` may be 1000000 after rounding. */
	readonly fields: DatetimeFields | null;
	readonly fault: TemporalFault | null;
	readonly hasTime: boolean;
}

const failed = (fault: TemporalFault): ParsedDatetime => ({ fields: null, fault, hasTime: false });

const YEAR = 0;
const DAY = 2;
const SECOND = 5;
const FRACTION = 6;

/** Fields found by the scan. */
interface Scan {
	readonly fields: number[];
	readonly widths: number[];
	readonly count: number;
	readonly end: number;
	readonly sawDelimiter: boolean;
	readonly sawSpace: boolean;
	readonly sawNonZero: boolean;
}

function isPunctuation(byte: number): boolean {
	return (
		(byte >= 0x21 && byte <= 0x2f) ||
		(byte >= 0x3a && byte <= 0x40) ||
		(byte >= 0x5b && byte <= 0x60) ||
		(byte >= 0x7b && byte <= 0x7e)
	);
}

function isDigit(byte: number): boolean {
	return byte >= 0x30 && byte <= 0x39;
}

/** Returns the end of the digits and `T`s: at the end of the text or before a point the fields have fixed widths. */
function compactEnd(bytes: ByteString, from: number): number {
	let at = from;
	while (isDigit(bytes.charCodeAt(at)) || bytes.charCodeAt(at) === 0x54) {
		at++;
	}
	return at;
}

/** Scans up to seven numeric fields. Null for a misplaced space or a field far too long. */
function scanFields(bytes: ByteString, start: number, yearWidth: number, compact: boolean): Scan | null {
	const fields: number[] = [];
	const widths: number[] = [];
	let at = start;
	let last = start;
	let sawDelimiter = false;
	let sawSpace = false;
	let sawNonZero = false;
	for (let field = YEAR; field <= FRACTION && isDigit(bytes.charCodeAt(at)); field++) {
		const width = field === YEAR ? yearWidth : field === FRACTION ? 6 : 2;
		const digits = digitsEnd(bytes, at);
		const end = compact || field === FRACTION ? Math.min(digits, at + width) : digits;
		const value = Number(bytes.slice(at, end));
		if (value > 999999) {
			return null;
		}
		fields.push(value);
		widths.push(end - at);
		sawNonZero ||= value !== 0;
		at = last = end;
		if (at === bytes.length || field === FRACTION) {
			break;
		}
		const next = bytes.charCodeAt(at);
		if (field === DAY && next === 0x54) {
			at++;
			continue;
		}
		if (field === SECOND) {
			if (next !== 0x2e) {
				break;
			}
			last = ++at;
			continue;
		}
		for (; at < bytes.length; at++) {
			const byte = bytes.charCodeAt(at);
			if (isSpace(byte)) {
				if (field !== DAY) {
					return null;
				}
				sawSpace = true;
			} else if (!isPunctuation(byte)) {
				break;
			}
			sawDelimiter = true;
		}
		last = at;
	}
	return { fields, widths, count: fields.length, end: last, sawDelimiter, sawSpace, sawNonZero };
}

/** Rounds to six fractional digits. */
function roundedMicrosecond(scan: Scan, bytes: ByteString): number {
	const width = scan.widths[FRACTION];
	if (width === undefined) {
		return 0;
	}
	const microsecond = scan.fields[FRACTION]! * 10 ** (6 - width);
	return width === 6 && bytes.charCodeAt(scan.end) >= 0x35 && isDigit(bytes.charCodeAt(scan.end))
		? microsecond + 1
		: microsecond;
}

/** Returns the two digits at `at`, or a number above 99 where they are not digits. */
function twoDigitsAt(bytes: ByteString, at: number): number {
	const tens = bytes.charCodeAt(at) - 0x30;
	const ones = bytes.charCodeAt(at + 1) - 0x30;
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 1000;
}

/** Fast path: `2010-12-31` and `2010-12-31 23:59:59` of existing days, as programs write them. */
function parsePlain(bytes: ByteString): ParsedDatetime | null {
	const hasTime = bytes.length === 19;
	if ((!hasTime && bytes.length !== 10) || bytes.charCodeAt(4) !== 0x2d || bytes.charCodeAt(7) !== 0x2d) {
		return null;
	}
	const year = twoDigitsAt(bytes, 0) * 100 + twoDigitsAt(bytes, 2);
	const month = twoDigitsAt(bytes, 5);
	const day = twoDigitsAt(bytes, 8);
	if (year > 9999 || month === 0 || month > 12 || day === 0 || day > daysInMonth(year, month)) {
		return null;
	}
	if (!hasTime) {
		return { fields: { year, month, day, hour: 0, minute: 0, second: 0, microsecond: 0 }, fault: null, hasTime };
	}
	if (bytes.charCodeAt(10) !== 0x20 || bytes.charCodeAt(13) !== 0x3a || bytes.charCodeAt(16) !== 0x3a) {
		return null;
	}
	const hour = twoDigitsAt(bytes, 11);
	const minute = twoDigitsAt(bytes, 14);
	const second = twoDigitsAt(bytes, 17);
	return hour > 23 || minute > 59 || second > 59
		? null
		: { fields: { year, month, day, hour, minute, second, microsecond: 0 }, fault: null, hasTime };
}

/** `needsTime`: accepts only text that cannot be a TIME: a date and a time with a space or nothing between. */
export function parseDatetimeText(bytes: ByteString, mode: DateMode, needsTime = false): ParsedDatetime {
	const plain = needsTime ? null : parsePlain(bytes);
	return plain ?? parseRelaxed(bytes, mode, needsTime);
}

function parseRelaxed(bytes: ByteString, mode: DateMode, needsTime: boolean): ParsedDatetime {
	const start = spacesEnd(bytes, 0);
	if (!isDigit(bytes.charCodeAt(start))) {
		return failed("truncated");
	}
	const digits = compactEnd(bytes, start);
	const compact = digits === bytes.length || bytes.charCodeAt(digits) === 0x2e;
	const length = digits - start;
	const scan = scanFields(bytes, start, !compact || length === 4 || length === 8 || length >= 14 ? 4 : 2, compact);
	if (scan === null || (needsTime && scan.sawDelimiter && !scan.sawSpace)) {
		return failed("truncated");
	}
	const [shortYear = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = scan.fields;
	const year = scan.widths[YEAR] === 2 && scan.sawNonZero ? fullYear(shortYear) : shortYear;
	if (scan.count < 3 || year > 9999 || month > 12 || day > 31 || hour > 23 || minute > 59 || second > 59) {
		return {
			...failed(scan.sawNonZero || spacesEnd(bytes, scan.end) < bytes.length ? "truncated" : "zeroDate"),
			hasTime: true,
		};
	}
	const fault = dateFault(year, month, day, mode);
	if (fault !== null && (fault !== "zeroDate" || !scan.sawNonZero)) {
		return { ...failed(fault), hasTime: true };
	}
	const fields = { year, month, day, hour, minute, second, microsecond: roundedMicrosecond(scan, bytes) };
	const rest = scan.count > FRACTION ? digitsEnd(bytes, scan.end) : scan.end;
	return { fields, fault: spacesEnd(bytes, rest) < bytes.length ? "truncated" : null, hasTime: scan.count > 3 };
}

/** Expands two-digit years: 70 to 99 are 19xx, 0 to 69 are 20xx. */
export function fullYear(year: number): number {
	return year < 70 ? 2000 + year : 1900 + year;
}

/** Returns the full YYYYMMDDhhmmss of an abbreviated number, or null for an invalid one. */
function wholeNumber(number: number): number | null {
	if (number === 0 || number >= 10000101000000) {
		return number > 99999999999999 ? null : number;
	}
	if (number < 101) {
		return null;
	}
	if (number <= 691231) {
		return (number + 20000000) * 1000000;
	}
	if (number < 700101) {
		return null;
	}
	if (number <= 991231) {
		return (number + 19000000) * 1000000;
	}
	if (number <= 99991231) {
		return number * 1000000;
	}
	if (number < 101000000) {
		return null;
	}
	if (number <= 691231235959) {
		return number + 20000000000000;
	}
	if (number < 700101000000) {
		return null;
	}
	return number <= 991231235959 ? number + 19000000000000 : number;
}

/** Parses the numeric form of a date or datetime; the fraction is given separately. */
export function parseDatetimeNumber(number: Integer, microsecond: number, mode: DateMode): ParsedDatetime {
	const whole = typeof number === "number" && number >= 0 ? wholeNumber(number) : null;
	if (whole === null) {
		return failed("truncated");
	}
	const date = Math.floor(whole / 1000000);
	const clock = whole % 1000000;
	const fields = {
		year: Math.trunc(date / 10000),
		month: Math.trunc(date / 100) % 100,
		day: date % 100,
		hour: Math.trunc(clock / 10000),
		minute: Math.trunc(clock / 100) % 100,
		second: clock % 100,
		microsecond,
	};
	if (fields.month > 12 || fields.day > 31 || fields.hour > 23 || fields.minute > 59 || fields.second > 59) {
		return failed("truncated");
	}
	const fault = dateFault(fields.year, fields.month, fields.day, mode);
	return fault === null ? { fields, fault, hasTime: number === 0 || Number(number) > 99991231 } : failed(fault);
}
