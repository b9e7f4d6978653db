/**
 * Operands of date functions: converted to a datetime, a time, or the one that a text contains.
 */
import { convertText } from "../../types/text/charset.ts";
import { converter } from "../../types/assign/conversion.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import {
	dateOfSeconds,
	joinDatetime,
	microsecondOf,
	packSeconds,
	printDatetime,
	secondsOf,
	secondsPerDay,
} from "../../types/temporal/datetime.ts";
import { packDate, lenientDates } from "../../types/temporal/date.ts";
import { parseDatetimeText } from "../../types/temporal/datetime-text.ts";
import { microsecondsOfTime, printTime } from "../../types/temporal/time.ts";
import { parseTimeText } from "../../types/temporal/time-text.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { canonical, type ByteString, type Integer, type Value } from "../../types/value/value.ts";
import type { Evaluate, Operand, Resolution } from "../definition/function.ts";
import { anyText, datetimeType, decimalResult, isTextual, timeType } from "../definition/result.ts";

/** Text type whose digits are ASCII. */
export const plainText = anyText({ charset: "utf8mb4", collation: "utf8mb4_bin" });

interface DateOperand {
	/** The type that the operand is converted to; undefined: it is a date or datetime already. */
	readonly target: SqlType | undefined;
	/** Returns the packed seconds of a converted value. */
	secondsOf(value: Value): number;
	dateOf(value: Value): number;
	microsecondOf(value: Value): number;
}

/** Operand as a datetime; TIME is read as a time of the current day. */
export function dateOperand({ type }: Operand): DateOperand {
	if (type.name === "date") {
		return {
			target: undefined,
			secondsOf: (value) => (value as number) * secondsPerDay,
			dateOf: (value) => value as number,
			microsecondOf: () => 0,
		};
	}
	const isDatetime = type.name === "datetime" || type.name === "timestamp";
	const scale = isDatetime ? type.scale : 6;
	return {
		target: isDatetime ? undefined : datetimeType(6),
		secondsOf: (value) => secondsOf(value as Integer, scale),
		dateOf: (value) => dateOfSeconds(secondsOf(value as Integer, scale)),
		microsecondOf: (value) => microsecondOf(value as Integer, scale),
	};
}

interface TimeOperand {
	readonly target: SqlType | undefined;
	readonly scale: number;
}

/** Operand as a time of day or a duration. */
export function timeOperand({ type }: Operand): TimeOperand {
	return type.name === "time" ? { target: undefined, scale: type.scale } : { target: timeType(6), scale: 6 };
}

/** Returns the fractional digits of an operand as a time: those written in a constant, six for other text. */
export function fractionDigits({ type, constant }: Operand): number {
	switch (familyOf(type)) {
		case "temporal":
			return type.scale;
		case "integer":
		case "bit":
		case "null":
			return 0;
		case "decimal":
			return Math.min(type.scale, 6);
		default:
			return typeof constant === "string" ? Math.min(6, /\.(\d+)\s*$/.exec(constant)?.[1]?.length ?? 0) : 6;
	}
}

/** Returns those of an operand in seconds: text, whose digits are unknown, has six. */
export function secondDigits(operand: Operand): number {
	return isTextual(operand.type) ? 6 : fractionDigits(operand);
}

/** A datetime or a duration: the operands of ADDTIME and TIMEDIFF. */
export type Moment =
	| { readonly kind: "datetime"; readonly isDate: boolean; readonly seconds: number; readonly microsecond: number }
	| { readonly kind: "time"; readonly microseconds: number };

interface MomentOperand {
	readonly target: SqlType | undefined;
	/** The kind, where the type determines it; undefined for text. */
	readonly kind: Moment["kind"] | undefined;
	read(value: Value, evaluation: Evaluation): Moment | null;
}

export function momentOperand(operand: Operand): MomentOperand {
	const { type } = operand;
	if (type.name === "time") {
		return {
			target: undefined,
			kind: "time",
			read: (value) => ({ kind: "time", microseconds: microsecondsOfTime(value as number, type.scale) }),
		};
	}
	if (familyOf(type) === "temporal") {
		const day = dateOperand(operand);
		const isDate = type.name === "date";
		return {
			target: undefined,
			kind: "datetime",
			read: (value) => ({
				kind: "datetime",
				isDate,
				seconds: day.secondsOf(value),
				microsecond: day.microsecondOf(value),
			}),
		};
	}
	return {
		target: plainText,
		kind: undefined,
		read: (value, evaluation) => readMoment(value as ByteString, evaluation),
	};
}

function readMoment(text: ByteString, evaluation: Evaluation): Moment | null {
	const { microseconds, fault, fromDatetime } = parseTimeText(text);
	if (fault !== null) {
		evaluation.warn("Warning", "truncatedWrongValue", "time", text);
	}
	if (!fromDatetime) {
		return microseconds === null ? null : { kind: "time", microseconds };
	}
	const { fields } = parseDatetimeText(text, lenientDates);
	if (fields === null) {
		return null;
	}
	const date = packDate(fields.year, fields.month, fields.day);
	return {
		kind: "datetime",
		isDate: !text.includes(":"),
		seconds: packSeconds(date, fields.hour, fields.minute, fields.second),
		microsecond: fields.microsecond,
	};
}

/** Parses text that is only a date with dashes; null for anything else. */
export function dateAlone(text: ByteString): Moment | null {
	if (text.includes(":") || text.indexOf("-", 1) < 0) {
		return null;
	}
	const { fields, fault } = parseDatetimeText(text, lenientDates);
	return fields === null || fault !== null
		? null
		: {
				kind: "datetime",
				isDate: true,
				seconds: packSeconds(packDate(fields.year, fields.month, fields.day), 0, 0, 0),
				microsecond: 0,
			};
}

/**
 * Makes a text result that is a date or time count as its digits in numeric contexts: DATE_ADD('2020-01-31', INTERVAL
 * 1 DAY) + 0 is 20200201.
 */
export function countedByDigits(resolution: Resolution & { readonly evaluate: Evaluate }): Resolution {
	const { charset } = resolution.type;
	return {
		...resolution,
		number: (type, _operands, _numbers, whole) => {
			const [text, count] = [whole(), converter(momentDigits, type)];
			return (row, evaluation) => {
				const moment = text(row, evaluation);
				return moment === null
					? null
					: count(digitsOf(convertText(moment as ByteString, charset, "utf8mb4")), evaluation);
			};
		},
	};
}

/** `2020-01-31 12:00:00.5` as 20200131120000.500000. */
const momentDigits = decimalResult(20, 6);

function digitsOf(text: string): Integer {
	const [whole = "", fraction = ""] = text.replaceAll(/[-: ]/g, "").split(".");
	const digits = BigInt(whole + fraction.padEnd(momentDigits.scale, "0"));
	return canonical(text.startsWith("-") ? -digits : digits);
}

/** Prints with six fractional digits, or none where the fraction is zero. */
export function printMoment(moment: Moment): string {
	if (moment.kind === "time") {
		return moment.microseconds % 1e6 === 0
			? printTime(moment.microseconds / 1e6, 0)
			: printTime(moment.microseconds, 6);
	}
	return moment.microsecond === 0
		? printDatetime(moment.seconds, 0)
		: printDatetime(joinDatetime(moment.seconds, moment.microsecond, 6), 6);
}
