/**
 * Parts of dates and times (YEAR, WEEK, EXTRACT, DATE, LAST_DAY and the like).
 *
 * Text and numbers are parsed as dates or times. NULL where a date with zeros does not have the part.
 *
 * | name                                              | result              | source (MySQL 5.7 manual)    |
 * |---------------------------------------------------|---------------------|------------------------------|
 * | year, month, day, dayofmonth, quarter             | bigint(2), bigint(4)| 12.7 Date and Time Functions |
 * | dayofweek, weekday, dayofyear, dayname, monthname | bigint, varchar     | 12.7                         |
 * | week, weekofyear, yearweek                        | bigint              | 12.7                         |
 * | hour, minute, second, microsecond                 | bigint              | 12.7                         |
 * | extract (word unit, value)                        | bigint              | 12.7                         |
 * | date, time, timestamp (one operand), last_day     | date, time, datetime| 12.7                         |
 * | to_days, to_seconds                               | bigint              | 12.7                         |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { convertText } from "../../types/text/charset.ts";
import {
	dayNumberOf,
	dayOf,
	dayOfYear,
	isWholeDate,
	monthOf,
	weekdayOf,
	weekOf,
	weekOfAny,
	weekRule,
	yearOf,
} from "../../types/temporal/date.ts";
import { dateOfSeconds, linearSeconds, secondOfDay } from "../../types/temporal/datetime.ts";
import { isIntervalUnit, lastDayOf } from "../../types/temporal/interval.ts";
import { unpackTime, type TimeFields } from "../../types/temporal/time.ts";
import type { SqlType } from "../../types/value/type.ts";
import { type ByteString, encodeText, type Value } from "../../types/value/value.ts";
import { define, named, type Resolve } from "../definition/definition.ts";
import { dateAlone, dateOperand, fractionDigits, type Moment, momentOperand, timeOperand } from "./date-operand.ts";
import type { FunctionDefinition, Operand, Resolution } from "../definition/function.ts";
import { bigintType, dateType, integerResult, textResult, timeType, type Encoding } from "../definition/result.ts";
import { connectionEncoding } from "../operand/text-operand.ts";
import type { TimeNames } from "../locale/time-names.ts";

type DatePart = (date: number) => number | null;

function ofDate(width: number, part: DatePart): Resolve {
	return ([operand]) => {
		const { target, dateOf } = dateOperand(operand!);
		return {
			type: integerResult(width),
			nullable: true,
			operands: [target],
			evaluate: (_evaluation, value) => part(dateOf(value)),
		};
	};
}

/** Makes a function of a part that only dates without zeros have. */
function ofWholeDate(width: number, part: DatePart): Resolve {
	return ofDate(width, (date) => (isWholeDate(date) ? part(date) : null));
}

function nameOf(length: number, name: (date: number, names: TimeNames) => string | null): Resolve {
	return ([operand], context) => {
		const encoding: Encoding = connectionEncoding(context);
		const { target, dateOf } = dateOperand(operand!);
		return {
			type: textResult(length, encoding),
			nullable: true,
			operands: [target],
			evaluate: (_evaluation, value) => {
				const text = name(dateOf(value), context.timeNames);
				return text === null ? null : convertText(encodeText(text), "utf8mb4", encoding.charset);
			},
		};
	};
}

function ofTime(width: number, part: (fields: TimeFields) => number): Resolve {
	return ([operand]) => {
		const { target, scale } = timeOperand(operand!);
		return {
			type: integerResult(width),
			nullable: true,
			operands: [target],
			evaluate: (_evaluation, value) => part(unpackTime(value as number, scale)),
		};
	};
}

/** WEEK and YEARWEEK take the mode as a second operand. */
function ofWeek(
	width: number,
	part: (date: number, mode: number) => number,
	usual = (_defaultFormat: number): number => 0,
): Resolve {
	return ([operand, mode], { defaultWeekFormat }) => {
		const { target, dateOf } = dateOperand(operand!);
		return {
			type: integerResult(width),
			nullable: true,
			operands: [target, bigintType],
			evaluate: (_evaluation, value, given) => {
				const date = dateOf(value);
				return isWholeDate(date) ? part(date, mode === undefined ? usual(defaultWeekFormat) : Number(given) & 7) : null;
			},
		};
	};
}

function yearWeek(date: number, mode: number): number {
	const { year, week } = weekOf(date, weekRule(mode | 2));
	return year * 100 + week;
}

const quarterOf: DatePart = (date) => Math.floor((monthOf(date) + 2) / 3);

const dateParts: Readonly<Record<string, DatePart>> = {
	year: yearOf,
	quarter: quarterOf,
	month: monthOf,
	day: dayOf,
	week: (date) => weekOfAny(date, weekRule(0))?.week ?? null,
	year_month: (date) => yearOf(date) * 100 + monthOf(date),
};

const clock = ({ hour, minute, second }: TimeFields) => (hour * 100 + minute) * 100 + second;

const timeParts: Readonly<Record<string, (fields: TimeFields) => number>> = {
	hour: ({ hour }) => hour,
	minute: ({ minute }) => minute,
	second: ({ second }) => second,
	microsecond: ({ microsecond }) => microsecond,
	hour_minute: ({ hour, minute }) => hour * 100 + minute,
	hour_second: clock,
	hour_microsecond: (fields) => clock(fields) * 1e6 + fields.microsecond,
	minute_second: ({ minute, second }) => minute * 100 + second,
	minute_microsecond: ({ minute, second, microsecond }) => (minute * 100 + second) * 1e6 + microsecond,
	second_microsecond: ({ second, microsecond }) => second * 1e6 + microsecond,
};

/**
 * Parts after the day in units such as `day_hour` (DDhh): their value, and their number of digits as a power of ten.
 */
const dayParts: Readonly<Record<string, readonly [(fields: TimeFields) => number, number]>> = {
	day_hour: [({ hour }) => hour, 1e2],
	day_minute: [({ hour, minute }) => hour * 100 + minute, 1e4],
	day_second: [clock, 1e6],
	day_microsecond: [(fields) => clock(fields) * 1e6 + fields.microsecond, 1e12],
};

/** Display width of each unit's result, as in MySQL. */
const extractWidths: Readonly<Record<string, number>> = {
	year: 4,
	year_month: 6,
	day_hour: 9,
	day_minute: 11,
	day_second: 11,
	hour_minute: 5,
	hour_second: 7,
	minute_second: 5,
	day_microsecond: 20,
	hour_microsecond: 14,
	minute_microsecond: 11,
	second_microsecond: 9,
	microsecond: 6,
};

/** EXTRACT. The unit is a word with the value NULL, so NULL is handled here. */
const extract: Resolve = ([unit, operand]) => {
	const word = unit!.word ?? "";
	if (!isIntervalUnit(word)) {
		throw sqlError("wrongArguments", "extract");
	}
	return { ...extracted(word, operand!), type: integerResult(extractWidths[word] ?? 2) };
};

function extracted(word: string, operand: Operand): Omit<Resolution, "type"> {
	const datePart = dateParts[word];
	if (datePart !== undefined) {
		const { target, dateOf } = dateOperand(operand);
		return extracting(target, (value) => datePart(dateOf(value)));
	}
	const ofDay = dayParts[word];
	return ofDay === undefined ? extractFromTime(operand, timeParts[word]!) : extractFromDay(operand, ...ofDay);
}

function extracting(target: SqlType | undefined, part: (value: Value) => number | null): Omit<Resolution, "type"> {
	return {
		nullable: true,
		operands: [undefined, target],
		nullPropagates: false,
		evaluate: (_evaluation, _unit, value) => (value === null ? null : part(value)),
	};
}

function extractFromTime(operand: Operand, part: (fields: TimeFields) => number): Omit<Resolution, "type"> {
	const { target, scale } = timeOperand(operand);
	return extracting(target, (value) => {
		const fields = unpackTime(value as number, scale);
		return fields.negative ? 0 - part(fields) : part(fields);
	});
}

/**
 * A time whose hours exceed a day is not split into days. Text that is only a date is not a time, though it would
 * parse as one.
 */
function extractFromDay(
	operand: Operand,
	part: (fields: TimeFields) => number,
	factor: number,
): Omit<Resolution, "type"> {
	const { target, read } = momentOperand(operand);
	const partOf = (moment: Moment): number => {
		if (moment.kind === "time") {
			const fields = unpackTime(moment.microseconds, 6);
			return fields.negative ? 0 - part(fields) : part(fields);
		}
		const fields = unpackTime(secondOfDay(moment.seconds), 0);
		return dayOf(dateOfSeconds(moment.seconds)) * factor + part({ ...fields, microsecond: moment.microsecond });
	};
	return {
		nullable: true,
		operands: [undefined, target],
		nullPropagates: false,
		evaluate: (evaluation, _unit, value) => {
			const moment =
				value === null
					? null
					: ((target === undefined ? null : dateAlone(value as ByteString)) ?? read(value, evaluation));
			return moment === null ? null : partOf(moment);
		},
	};
}

const toSeconds: Resolve = ([operand]) => {
	const { target, dateOf, secondsOf } = dateOperand(operand!);
	return {
		type: integerResult(12),
		nullable: true,
		operands: [target],
		evaluate: (_evaluation, value) => (isWholeDate(dateOf(value)) ? linearSeconds(secondsOf(value)) : null),
	};
};

const lastDay: Resolve = ([operand]) => {
	const { target, dateOf } = dateOperand(operand!);
	return {
		type: dateType,
		nullable: true,
		operands: [target],
		evaluate: (_evaluation, value): Value => lastDayOf(dateOf(value)),
	};
};

const date: Resolve = ([operand]) => {
	const { target, dateOf } = dateOperand(operand!);
	return { type: dateType, nullable: true, operands: [target], evaluate: (_evaluation, value) => dateOf(value) };
};

const time: Resolve = ([operand]) => {
	const type = timeType(fractionDigits(operand!));
	return { type, nullable: true, operands: [type], evaluate: (_evaluation, value) => value };
};

export const datePart: readonly FunctionDefinition[] = [
	define("year", 1, 1, ofDate(4, yearOf)),
	define("month", 1, 1, ofDate(2, monthOf)),
	...named(["day", "dayofmonth"], 1, 1, ofDate(2, dayOf)),
	define("quarter", 1, 1, ofDate(2, quarterOf)),
	define(
		"dayofweek",
		1,
		1,
		ofWholeDate(1, (date) => ((weekdayOf(date) + 1) % 7) + 1),
	),
	define("weekday", 1, 1, ofWholeDate(1, weekdayOf)),
	define("dayofyear", 1, 1, ofWholeDate(3, dayOfYear)),
	define(
		"dayname",
		1,
		1,
		nameOf(9, (date, { weekdays }) => (isWholeDate(date) ? weekdays[weekdayOf(date)]! : null)),
	),
	define(
		"monthname",
		1,
		1,
		nameOf(9, (date, { months }) => months[monthOf(date) - 1] ?? null),
	),
	define(
		"week",
		1,
		2,
		ofWeek(
			2,
			(date, mode) => weekOf(date, weekRule(mode)).week,
			(defaultFormat) => defaultFormat,
		),
	),
	define(
		"weekofyear",
		1,
		1,
		ofWholeDate(2, (date) => weekOf(date, weekRule(3)).week),
	),
	define("yearweek", 1, 2, ofWeek(6, yearWeek)),
	define(
		"hour",
		1,
		1,
		ofTime(2, ({ hour }) => hour),
	),
	define(
		"minute",
		1,
		1,
		ofTime(2, ({ minute }) => minute),
	),
	define(
		"second",
		1,
		1,
		ofTime(2, ({ second }) => second),
	),
	define(
		"microsecond",
		1,
		1,
		ofTime(6, ({ microsecond }) => microsecond),
	),
	define("extract", 2, 2, extract),
	define("date", 1, 1, date),
	define("time", 1, 1, time),
	define("last_day", 1, 1, lastDay),
	define("to_days", 1, 1, ofWholeDate(6, dayNumberOf)),
	define("to_seconds", 1, 1, toSeconds),
];
