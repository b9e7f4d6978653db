/**
 * STR_TO_DATE: parses text by a format with `%` codes.
 *
 * A constant format determines whether the result is a date, a time or a datetime. NULL with a warning where the text
 * does not match.
 *
 * | name        | result                                                | source (MySQL 5.7 manual)    |
 * |-------------|-------------------------------------------------------|------------------------------|
 * | str_to_date | date, time or datetime; scale 6 with `%f` or unknown format | 12.7 Date and Time Functions |
 */
import {
	dateFault,
	dateOfDayNumber,
	dayNumber,
	dayOf,
	monthOf,
	packDate,
	weekdayOf,
	yearOf,
} from "../../types/temporal/date.ts";
import { packDatetime, type DatetimeFields } from "../../types/temporal/datetime.ts";
import { fullYear } from "../../types/temporal/datetime-text.ts";
import type { SqlMode } from "../../types/evaluation/evaluation.ts";
import { fault } from "../../types/print/fault.ts";
import { packTime } from "../../types/temporal/time.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { plainText } from "./date-operand.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { datetimeType, dateType, timeType } from "../definition/result.ts";
import { englishNames } from "../locale/time-names.ts";

/** Fields parsed so far. */
interface Reading {
	year: number;
	month: number;
	day: number;
	hour: number;
	minute: number;
	second: number;
	microsecond: number;
	afternoon: boolean | undefined;
	twelveHours: boolean;
	dayOfYear: number;
	/** The letters of the codes for week and week-based year, the week, and the weekday from Monday. */
	weekCode: string;
	weekYearCode: string;
	week: number;
	weekYear: number;
	weekday: number;
}

interface Reader {
	readonly text: ByteString;
	at: number;
}

/** Parses up to `most` digits; undefined for none. */
function number(reader: Reader, most: number): number | undefined {
	let end = reader.at;
	while (end < reader.at + most && /[0-9]/.test(reader.text[end] ?? "")) {
		end++;
	}
	if (end === reader.at) {
		return undefined;
	}
	const value = Number(reader.text.slice(reader.at, end));
	reader.at = end;
	return value;
}

/** Parses a month or weekday name and returns its index: the full name, or an unambiguous prefix. */
function name(reader: Reader, names: readonly string[], short: boolean): number | undefined {
	const word = /^[A-Za-z]*/.exec(reader.text.slice(reader.at))![0].toLowerCase();
	const begun = names
		.map((each) => (short ? each.slice(0, 3) : each).toLowerCase())
		.filter((each) => each.startsWith(word));
	const found = begun.length === 1 ? begun[0] : begun.find((each) => each === word);
	if (found === undefined) {
		return undefined;
	}
	reader.at += word.length;
	return names.findIndex((each) => each.toLowerCase().startsWith(found));
}

function skipSpaces(reader: Reader): void {
	while (/\s/.test(reader.text[reader.at] ?? "")) {
		reader.at++;
	}
}

type NumberField = "year" | "month" | "day" | "hour" | "minute" | "second" | "dayOfYear" | "week" | "weekYear";

/** Codes that are plain numbers: the field, maximum digits, maximum value. */
const numbers: Readonly<Record<string, readonly [NumberField, number, number]>> = {
	Y: ["year", 4, 9999],
	m: ["month", 2, 12],
	c: ["month", 2, 12],
	d: ["day", 2, 31],
	e: ["day", 2, 31],
	H: ["hour", 2, 23],
	k: ["hour", 2, 23],
	h: ["hour", 2, 12],
	I: ["hour", 2, 12],
	l: ["hour", 2, 12],
	i: ["minute", 2, 59],
	s: ["second", 2, 59],
	S: ["second", 2, 59],
	j: ["dayOfYear", 3, 366],
	U: ["week", 2, 53],
	u: ["week", 2, 53],
	V: ["week", 2, 53],
	v: ["week", 2, 53],
	X: ["weekYear", 4, 9999],
	x: ["weekYear", 4, 9999],
};

/** Parses one code; false where the text does not match. */
function readCode(code: string, reader: Reader, reading: Reading): boolean {
	const plain = numbers[code];
	if (plain !== undefined) {
		const [field, most, greatest] = plain;
		const start = reader.at;
		const value = number(reader, most);
		if (value === undefined || value > greatest) {
			return false;
		}
		reading[field] = code === "Y" && reader.at - start <= 2 ? fullYear(value) : value;
		reading.twelveHours ||= /[hIl]/.test(code);
		reading.weekCode = field === "week" ? code : reading.weekCode;
		reading.weekYearCode = field === "weekYear" ? code : reading.weekYearCode;
		return !/[hIlVv]/.test(code) || value > 0;
	}
	switch (code) {
		case "y": {
			const year = number(reader, 2);
			reading.year = fullYear(year ?? 0);
			return year !== undefined;
		}
		case "M":
		case "b": {
			const month = name(reader, englishNames.months, code === "b");
			reading.month = (month ?? 0) + 1;
			return month !== undefined;
		}
		case "W":
		case "a": {
			const weekday = name(reader, englishNames.weekdays, code === "a");
			reading.weekday = weekday ?? 0;
			return weekday !== undefined;
		}
		case "w": {
			const weekday = number(reader, 1);
			reading.weekday = ((weekday ?? 0) + 6) % 7;
			return weekday !== undefined && weekday <= 6;
		}
		case "D": {
			const day = number(reader, 2);
			reading.day = day ?? 0;
			reader.at += 2;
			return day !== undefined && day <= 31;
		}
		case "f": {
			const start = reader.at;
			const digits = number(reader, 6);
			reading.microsecond = (digits ?? 0) * 10 ** (6 - (reader.at - start));
			return digits !== undefined;
		}
		case "p":
			return readHalf(reader, reading);
		case "T":
			return readAll("%H:%i:%S", reader, reading);
		case "r":
			return readAll("%I:%i:%S %p", reader, reading);
		default:
			return false;
	}
}

function readHalf(reader: Reader, reading: Reading): boolean {
	const half = reader.text.slice(reader.at, reader.at + 2).toUpperCase();
	reading.afternoon = half === "PM";
	reader.at += 2;
	return half === "PM" || half === "AM";
}

function readAll(format: string, reader: Reader, reading: Reading): boolean {
	for (let at = 0; at < format.length; at++) {
		skipSpaces(reader);
		const letter = format[at]!;
		if (/\s/.test(letter)) {
			continue;
		}
		if (reader.at >= reader.text.length) {
			return true;
		}
		if (letter === "%" && at + 1 < format.length) {
			at++;
			if (!readOne(format[at]!, reader, reading)) {
				return false;
			}
		} else if (reader.text[reader.at] === letter) {
			reader.at++;
		} else {
			return false;
		}
	}
	return true;
}

/** Parses a code, or skips punctuation, letters or digits for `%.`, `%@`, `%#`. */
function readOne(code: string, reader: Reader, reading: Reading): boolean {
	const skipped = { ".": /[!-/:-@[-`{-~]/, "@": /[A-Za-z]/, "#": /[0-9]/ }[code];
	if (skipped === undefined) {
		return readCode(code, reader, reading);
	}
	while (skipped.test(reader.text[reader.at] ?? "")) {
		reader.at++;
	}
	return true;
}

/** Parses text by a format; `rest`: text was left over. */
function parseByFormat(
	text: ByteString,
	format: ByteString,
): { readonly fields: DatetimeFields; readonly rest: boolean } | null {
	const reading: Reading = {
		year: 0,
		month: 0,
		day: 0,
		hour: 0,
		minute: 0,
		second: 0,
		microsecond: 0,
		afternoon: undefined,
		twelveHours: false,
		dayOfYear: 0,
		week: -1,
		weekCode: "",
		weekYearCode: "",
		weekYear: -1,
		weekday: -1,
	};
	const reader = { text, at: 0 };
	if (!readAll(format, reader, reading) || (reading.afternoon !== undefined && !reading.twelveHours)) {
		return null;
	}
	if (reading.afternoon !== undefined || reading.twelveHours) {
		reading.hour = (reading.hour % 12) + (reading.afternoon === true ? 12 : 0);
	}
	skipSpaces(reader);
	const date = dateOfReading(reading);
	return date === null ? null : { fields: { ...reading, ...date }, rest: reader.at < text.length };
}

/** The year specifier that a week specifier needs: `%V` needs `%X`, `%v` needs `%x`, and the others need neither. */
const yearOfWeek: Readonly<Record<string, string>> = { V: "X", v: "x", U: "", u: "" };

/** Computes the date from the day of the year, or from a week with a weekday, where the format has them. */
function dateOfReading(reading: Reading): Pick<DatetimeFields, "year" | "month" | "day"> | null {
	const { year, month, day, dayOfYear, week, weekCode, weekYearCode, weekYear, weekday } = reading;
	if (dayOfYear > 0) {
		return unpacked(dateOfDayNumber(dayNumber(year, 1, 1) + dayOfYear - 1));
	}
	if (week >= 0 && weekday >= 0) {
		if (yearOfWeek[weekCode] !== weekYearCode) {
			return null;
		}
		const of = weekYear >= 0 ? weekYear : year;
		const newYear = dayNumber(of, 1, 1);
		const first = weekdayOf(packDate(of, 1, 1));
		const days =
			weekCode === "u" || weekCode === "v"
				? newYear - first + (first <= 3 ? 0 : 7) + (week - 1) * 7 + weekday
				: newYear + ((6 - first + 7) % 7) + (week - 1) * 7 + ((weekday + 1) % 7);
		return unpacked(dateOfDayNumber(days));
	}
	return { year, month, day };
}

function unpacked(date: number): Pick<DatetimeFields, "year" | "month" | "day"> {
	return { year: yearOf(date), month: monthOf(date), day: dayOf(date) };
}

/** Returns the result type of a constant format. A day with a time but no month is a TIME: it counts as 24 hours. */
function typeOfFormat(format: Value | undefined): SqlType {
	if (typeof format !== "string") {
		return datetimeType(6);
	}
	const codes = [...format.matchAll(/%(.)/g)].map((match) => match[1]!).join("");
	const scale = codes.includes("f") ? 6 : 0;
	const hasDate = /[YymcMbjWawUuVvXx]/.test(codes);
	const hasTime = /[HkhIlisSTrf]/.test(codes);
	return hasDate && hasTime ? datetimeType(scale) : hasTime ? timeType(scale) : dateType;
}

function packed(fields: DatetimeFields, type: SqlType, mode: SqlMode): Value {
	const { year, month, day } = fields;
	if (type.name === "time") {
		return packTime({ ...fields, hour: fields.hour + fields.day * 24, negative: false }, type.scale);
	}
	// Days are checked against 31 only, not against the month's length.
	if (
		dateFault(year, month, day, {
			...mode,
			allowInvalidDates: true,
			noZeroInDate: mode.noZeroInDate || mode.noZeroDate,
		}) !== null
	) {
		return null;
	}
	return type.name === "date" ? packDate(year, month, day) : packDatetime(fields, type.scale);
}

const strToDate: Resolve = (operands) => {
	const type = typeOfFormat(operands[1]!.constant);
	return {
		type,
		nullable: true,
		operands: [plainText, plainText],
		evaluate: (evaluation, text, format) => {
			const parsed = parseByFormat(text as ByteString, format as ByteString);
			const value = parsed === null ? null : packed(parsed.fields, type, evaluation.mode);
			if (value === null) {
				fault(evaluation, "incorrectFunctionValue", "datetime", text as ByteString, "str_to_date");
			} else if (parsed!.rest) {
				fault(evaluation, "truncatedWrongValue", type.name, text as ByteString);
			}
			return value;
		},
	};
};

export const dateParse: readonly FunctionDefinition[] = [define("str_to_date", 2, 2, strToDate)];
