/**
 * DATE_FORMAT and related functions: prints dates and times by a format with `%` codes.
 *
 * The result is text in the connection's charset; NULL where a code needs a part that a date with zeros does not
 * have.
 *
 * | name                              | result              | source (MySQL 5.7 manual)    |
 * |-----------------------------------|---------------------|------------------------------|
 * | date_format, time_format          | varchar             | 12.7 Date and Time Functions |
 * | from_unixtime (instant [, format])| datetime, varchar   | 12.7                         |
 * | get_format (word, text)           | varchar             | 12.7                         |
 */
import { charsetNamed, convertText } from "../../types/text/charset.ts";
import { FlatParts, partLength } from "../../types/text/flat-parts.ts";
import { dayOfYear, isWholeDate, packDate, weekdayOf, weekOfAny, weekRule } from "../../types/temporal/date.ts";
import { joinDatetime, unpackDatetime, type DatetimeFields } from "../../types/temporal/datetime.ts";
import { unpackTime } from "../../types/temporal/time.ts";
import { greatestTimestamp, localSeconds } from "../../types/temporal/timezone.ts";
import { type ByteString, encodeText, type Integer, type Value } from "../../types/value/value.ts";
import { dateOperand, plainText, secondDigits, timeOperand } from "./date-operand.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import { anyText, bigintType, datetimeType, decimalResult, textResult, textWidth } from "../definition/result.ts";
import { connectionEncoding } from "../operand/text-operand.ts";
import { englishNames, type TimeNames } from "../locale/time-names.ts";

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
const halfDay = (hour: number): number => (((hour % 24) + 11) % 12) + 1;
const noon = (hour: number): string => (hour % 24 < 12 ? "AM" : "PM");

/** Result of a code that needs a part which the date does not have. */
const unknown = null;

type Code = (fields: DatetimeFields, names: TimeNames) => string | null;

const dateOf = ({ year, month, day }: DatetimeFields): number => packDate(year, month, day);

function ofWeek(mode: number, part: "week" | "year", width: number): Code {
	return (fields) => {
		const week = weekOfAny(dateOf(fields), weekRule(mode));
		return week === null ? unknown : pad(week[part], width);
	};
}

function ofWeekday(write: (weekday: number, names: TimeNames) => string): Code {
	return (fields, names) => (isWholeDate(dateOf(fields)) ? write(weekdayOf(dateOf(fields)), names) : unknown);
}

/** `1st`, `22nd`, `13th`. */
function ordinal(day: number): string {
	const teen = day >= 10 && day <= 19;
	const ending = teen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
	return `${day}${ending}`;
}

const codes: Readonly<Record<string, Code>> = {
	Y: ({ year }) => pad(year, 4),
	y: ({ year }) => pad(year % 100),
	m: ({ month }) => pad(month),
	c: ({ month }) => String(month),
	M: ({ month }, { months }) => months[month - 1] ?? unknown,
	b: ({ month }, { shortMonths }) => shortMonths[month - 1] ?? unknown,
	d: ({ day }) => pad(day),
	e: ({ day }) => String(day),
	D: ({ day }) => ordinal(day),
	j: (fields) => (isWholeDate(dateOf(fields)) ? pad(dayOfYear(dateOf(fields)), 3) : unknown),
	W: ofWeekday((weekday, { weekdays }) => weekdays[weekday]!),
	a: ofWeekday((weekday, { shortWeekdays }) => shortWeekdays[weekday]!),
	w: ofWeekday((weekday) => String((weekday + 1) % 7)),
	U: ofWeek(0, "week", 2),
	u: ofWeek(1, "week", 2),
	V: ofWeek(2, "week", 2),
	v: ofWeek(3, "week", 2),
	X: ofWeek(2, "year", 4),
	x: ofWeek(3, "year", 4),
	H: ({ hour }) => pad(hour),
	k: ({ hour }) => String(hour),
	h: ({ hour }) => pad(halfDay(hour)),
	I: ({ hour }) => pad(halfDay(hour)),
	l: ({ hour }) => String(halfDay(hour)),
	i: ({ minute }) => pad(minute),
	s: ({ second }) => pad(second),
	S: ({ second }) => pad(second),
	f: ({ microsecond }) => pad(microsecond, 6),
	p: ({ hour }) => noon(hour),
	r: ({ hour, minute, second }) => `${pad(halfDay(hour))}:${pad(minute)}:${pad(second)} ${noon(hour)}`,
	T: ({ hour, minute, second }) => `${pad(hour)}:${pad(minute)}:${pad(second)}`,
};

/** Fills in the format; an unknown code prints its letter. */
function formatDatetime(fields: DatetimeFields, format: ByteString, names: TimeNames): string | null {
	let text = "";
	let flat: FlatParts | undefined;
	for (let at = 0; at < format.length; at++) {
		if (text.length >= partLength) {
			flat ??= new FlatParts();
			text = flat.take(text);
		}
		const letter = format[at + 1];
		if (format[at] !== "%" || letter === undefined) {
			text += format[at];
			continue;
		}
		at++;
		const code = codes[letter];
		const part = code === undefined ? letter : code(fields, names);
		if (part === null) {
			return null;
		}
		text += part;
	}
	return flat === undefined ? text : flat.with(text);
}

/** Maximum length of a code's text. */
const widest = 9;

/** Returns names in the connection's charset; text of wide charsets is converted as a whole instead. */
function namesIn({ timeNames }: ResolutionContext, charset: string, wide: boolean): TimeNames {
	const bring = (words: readonly string[]): string[] =>
		words.map((word) => (wide ? word : convertText(encodeText(word), "utf8mb4", charset)));
	const { months, shortMonths, weekdays, shortWeekdays } = timeNames;
	return timeNames === englishNames
		? englishNames
		: {
				months: bring(months),
				shortMonths: bring(shortMonths),
				weekdays: bring(weekdays),
				shortWeekdays: bring(shortWeekdays),
			};
}

/** The result has the coercibility of the format. */
function formatted(
	format: Operand,
	context: ResolutionContext,
): Pick<Resolution, "type" | "coercibility"> & { readonly write: (fields: DatetimeFields, format: Value) => Value } {
	const encoding = connectionEncoding(context);
	const wide = (charsetNamed(encoding.charset)?.minBytes ?? 1) > 1;
	const names = namesIn(context, encoding.charset, wide);
	return {
		type: textResult(textWidth(format.type) * widest, encoding),
		coercibility: format.coercibility,
		write: (fields, given) => {
			const text = given === "" ? null : formatDatetime(fields, given as ByteString, names);
			return text === null || !wide ? text : (charsetNamed(encoding.charset)?.encode(text) ?? text);
		},
	};
}

const dateFormat: Resolve = (operands, context) => {
	const [operand, format] = operands as readonly [Operand, Operand];
	const { target, secondsOf, microsecondOf } = dateOperand(operand);
	const { write, ...result } = formatted(format, context);
	return {
		...result,
		nullable: true,
		operands: [target, anyText(connectionEncoding(context))],
		evaluate: (_evaluation, value, given) => write(fieldsOf(secondsOf(value), microsecondOf(value)), given),
	};
};

function fieldsOf(seconds: number, microsecond: number): DatetimeFields {
	const { year, month, day, hour, minute, second } = unpackDatetime(seconds, 0);
	return { year, month, day, hour, minute, second, microsecond };
}

/** Codes of days print zeros; hours may exceed 24. */
const timeFormat: Resolve = (operands, context) => {
	const [operand, format] = operands as readonly [Operand, Operand];
	const { target, scale } = timeOperand(operand);
	const { write, ...result } = formatted(format, context);
	return {
		...result,
		nullable: true,
		operands: [target, anyText(connectionEncoding(context))],
		evaluate: (_evaluation, value, given) => {
			const fields = unpackTime(value as number, scale);
			const text = write({ ...fields, year: 0, month: 0, day: 0 }, given);
			return text !== null && fields.negative ? `-${text as string}` : text;
		},
	};
};

const fromUnixtime: Resolve = (operands, context) => {
	const [instant, format] = operands as readonly [Operand, Operand | undefined];
	const scale = secondDigits(instant);
	const target = scale === 0 ? bigintType : decimalResult(30, scale);
	const unit = 10 ** scale;
	const shown = format === undefined ? undefined : formatted(format, context);
	return {
		type: shown?.type ?? datetimeType(scale),
		...(shown === undefined ? {} : { coercibility: shown.coercibility }),
		nullable: true,
		operands: [target, anyText(connectionEncoding(context))],
		evaluate: (evaluation, value, given) => {
			const epoch = Math.floor(Number(value) / unit);
			if (epoch < 0 || epoch > greatestTimestamp) {
				return null;
			}
			const seconds = localSeconds(epoch, (at) => evaluation.offsetSeconds(at)) ?? 0;
			const datetime: Integer = joinDatetime(seconds, Number(value) - epoch * unit, scale);
			return shown === undefined ? datetime : shown.write(unpackDatetime(datetime, scale), given);
		},
	};
};

/** Formats of GET_FORMAT by region, for dates, times and datetimes. */
const regions: Readonly<Record<string, readonly [date: string, time: string, datetime: string]>> = {
	usa: ["%m.%d.%Y", "%h:%i:%s %p", "%Y-%m-%d %H.%i.%s"],
	jis: ["%Y-%m-%d", "%H:%i:%s", "%Y-%m-%d %H:%i:%s"],
	iso: ["%Y-%m-%d", "%H:%i:%s", "%Y-%m-%d %H:%i:%s"],
	eur: ["%d.%m.%Y", "%H.%i.%s", "%Y-%m-%d %H.%i.%s"],
	internal: ["%Y%m%d", "%H%i%s", "%Y%m%d%H%i%s"],
};

const getFormat: Resolve = ([kind], context) => {
	const place = kind!.word === "date" ? 0 : kind!.word === "time" ? 1 : 2;
	return {
		type: textResult(17, connectionEncoding(context)),
		nullable: true,
		operands: [undefined, plainText],
		nullPropagates: false,
		evaluate: (_evaluation, _kind, region) =>
			region === null ? null : (regions[(region as string).toLowerCase()]?.[place] ?? null),
	};
};

export const dateFormats: readonly FunctionDefinition[] = [
	define("date_format", 2, 2, dateFormat),
	define("time_format", 2, 2, timeFormat),
	define("from_unixtime", 1, 2, fromUnixtime),
	define("get_format", 2, 2, getFormat),
];
