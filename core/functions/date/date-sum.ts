/**
 * Date arithmetic (DATE_ADD, DATE_SUB, TIMESTAMPADD) with an interval's amount and unit.
 *
 * The result is a date for a date operand and a unit without time, text for text (with a time only where it has one),
 * otherwise a datetime. NULL with warning 1441 beyond year 9999.
 *
 * | name                                   | operands                   | source (MySQL 5.7 manual)    |
 * |----------------------------------------|----------------------------|------------------------------|
 * | date_add, adddate, date_sub, subdate   | date, amount, word unit    | 12.7 Date and Time Functions |
 * | adddate, subdate                       | date, days                 | 12.7                         |
 * | timestampadd                           | word unit, amount, date    | 12.7                         |
 */
import { sqlError } from "../../errors/catalogue.ts";
import {
	dateOfDatetime,
	microsecondOf,
	packDatetime,
	printDatetime,
	secondsOf,
} from "../../types/temporal/datetime.ts";
import { isWholeDate, printDate, type DateMode } from "../../types/temporal/date.ts";
import { parseDatetimeNumber, parseDatetimeText, type ParsedDatetime } from "../../types/temporal/datetime-text.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { fault, shown } from "../../types/print/fault.ts";
import {
	addToDate,
	addToDatetime,
	addToTime,
	greatestAmount,
	hasFraction,
	hasTimePart,
	intervalOf,
	isCompound,
	isIntervalUnit,
	negateInterval,
	parseInterval,
	type Interval,
	type IntervalUnit,
} from "../../types/temporal/interval.ts";
import { numberParts } from "../../types/convert/temporal-reading.ts";
import { treeOf } from "../../types/json/json-text.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { ByteString, Integer, Value } from "../../types/value/value.ts";
import { kindOf } from "../numeric/arithmetic.ts";
import { countedByDigits, fractionDigits, plainText } from "./date-operand.ts";
import { define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand, Resolution, ResolutionContext } from "../definition/function.ts";
import {
	bigintType,
	datetimeType,
	dateType,
	decimalResult,
	isTextual,
	textResult,
	timeType,
} from "../definition/result.ts";
import { asciiIn, connectionEncoding } from "../operand/text-operand.ts";

/** An amount: the type it is converted to, and the interval of a converted value. */
interface Amount {
	readonly target: SqlType;
	readonly digits: number;
	read(value: Value): Interval | null;
}

function amountOf(operand: Operand, unit: IntervalUnit): Amount {
	if (isCompound(unit)) {
		return {
			target: plainText,
			digits: hasFraction(unit) ? 6 : 0,
			read: (value) => parseInterval(value as ByteString, unit),
		};
	}
	if (unit === "second" && kindOf(operand.type) !== "integer") {
		return {
			target: decimalResult(30, 6),
			digits: fractionDigits(operand),
			read: (value) => (Math.abs(Number(value)) > greatestAmount ? null : intervalOf(value as Integer, "microsecond")),
		};
	}
	return {
		target: bigintType,
		digits: hasFraction(unit) ? 6 : 0,
		read: (value) => (Math.abs(Number(value)) > greatestAmount ? null : intervalOf(value as Integer, unit)),
	};
}

type Sum = (evaluation: Evaluation, value: Value, interval: Interval) => Value;

interface Addition {
	readonly type: SqlType;
	readonly target: SqlType | undefined;
	readonly add: Sum;
}

/**
 * Returns the addition for the operand's type; text is parsed for each row, since it may hold a date or a datetime.
 */
function additionTo(operand: Operand, unit: IntervalUnit, digits: number, context: ResolutionContext): Addition {
	const { type } = operand;
	const withTime = hasTimePart(unit);
	if (type.name === "date" && !withTime) {
		return {
			type: dateType,
			target: undefined,
			add: (evaluation, value, interval) =>
				isWholeDate(value as number) ? (addToDate(value as number, interval) ?? overflow(evaluation)) : null,
		};
	}
	if (type.name === "time") {
		const scale = Math.max(type.scale, digits);
		return {
			type: timeType(scale),
			target: undefined,
			add: (evaluation, value, interval) =>
				addToTime(value as number, type.scale, interval, scale) ?? overflow(evaluation, "time"),
		};
	}
	if (familyOf(type) === "temporal") {
		const scale = Math.max(type.scale, digits);
		const own = type.name === "date" ? datetimeType(type.scale) : type;
		return {
			type: datetimeType(scale),
			target: own === type ? undefined : own,
			add: (evaluation, value, interval) =>
				isWholeDate(dateOfDatetime(value as Integer, own.scale))
					? (addToDatetime(value as Integer, type.scale, interval, scale) ?? overflow(evaluation))
					: null,
		};
	}
	const encoding = connectionEncoding(context);
	const isRead = type.name === "json" || (!isTextual(type) && familyOf(type) !== "null");
	const read = startReader(isRead ? type : plainText);
	return {
		type: textResult(29, encoding),
		target: isRead ? undefined : plainText,
		add: (evaluation, value, interval) => {
			const start = read(evaluation, value);
			if (start === null) {
				return null;
			}
			const text = addToText(start, interval, withTime);
			return text === null ? overflow(evaluation) : asciiIn(text, encoding.charset);
		},
	};
}

/** NULL for the zero date and dates with zeros. */
function modeOf({ mode }: Evaluation): DateMode {
	return { noZeroDate: true, noZeroInDate: true, allowInvalidDates: mode.allowInvalidDates };
}

/** A greater number includes a time; a smaller one is a date, and its fraction is dropped. */
const greatestDate = 99991231;

/** The date of text or a number, with its time if it has one. */
interface Start {
	readonly datetime: Integer;
	readonly hasTime: boolean;
}

/**
 * Numbers are parsed by their digits, padded with leading zeros: 131 is 2000-01-31. NULL with a fault for an invalid
 * date.
 */
function startReader(type: SqlType): (evaluation: Evaluation, value: Value) => Start | null {
	const partsOf = type === plainText || type.name === "json" ? undefined : numberParts(type);
	const textOf = type.name === "json" ? momentText : (value: Value) => value as ByteString;
	const parse = (value: Value, mode: DateMode): ParsedDatetime => {
		if (partsOf === undefined) {
			return parseDatetimeText(textOf(value), mode);
		}
		const { negative, whole, microsecond } = partsOf(value);
		return parseDatetimeNumber(negative ? -1 : whole, whole > greatestDate ? microsecond : 0, mode);
	};
	return (evaluation, value) => {
		const { fields, hasTime } = parse(value, modeOf(evaluation));
		const datetime = fields === null ? null : packDatetime(fields, 6);
		if (datetime === null) {
			fault(evaluation, "incorrectValue", "datetime", shown(value, type));
			return null;
		}
		return { datetime, hasTime };
	};
}

/** JSON counts where it holds a date or datetime; a JSON string that looks like one does not. */
function momentText(value: Value): ByteString {
	const tree = treeOf(value as ByteString);
	return tree.kind === "date" || tree.kind === "datetime" ? tree.text : (value as ByteString);
}

function addToText({ datetime, hasTime }: Start, interval: Interval, withTime: boolean): string | null {
	if (!hasTime && !withTime) {
		const moved = addToDate(dateOfDatetime(datetime, 6), interval);
		return moved === null ? null : printDate(moved);
	}
	const moved = addToDatetime(datetime, 6, interval, 6);
	if (moved === null) {
		return null;
	}
	return microsecondOf(moved, 6) === 0 ? printDatetime(secondsOf(moved, 6), 0) : printDatetime(moved, 6);
}

function overflow(evaluation: Evaluation, kind: "datetime" | "time" = "datetime"): null {
	fault(evaluation, "datetimeOverflow", kind);
	return null;
}

interface Places {
	readonly date: number;
	readonly amount: number;
}

function summing(
	operands: readonly Operand[],
	places: Places,
	word: string,
	negative: boolean,
	context: ResolutionContext,
): Resolution {
	if (!isIntervalUnit(word)) {
		throw sqlError("wrongArguments", "interval");
	}
	const amount = amountOf(operands[places.amount]!, word);
	const { type, target, add } = additionTo(operands[places.date]!, word, amount.digits, context);
	const targets: (SqlType | undefined)[] = operands.map(() => undefined);
	targets[places.date] = target;
	targets[places.amount] = amount.target;
	const resolution = {
		type,
		nullable: true,
		operands: targets,
		nullPropagates: false,
		evaluate: (evaluation: Evaluation, ...values: Value[]) => {
			const [date, count] = [values[places.date]!, values[places.amount]!];
			if (date === null || count === null) {
				return null;
			}
			const interval = amount.read(count);
			if (interval === null) {
				return isCompound(word) ? null : overflow(evaluation);
			}
			return add(evaluation, date, negative ? negateInterval(interval) : interval);
		},
	};
	return familyOf(type) === "text" ? countedByDigits(resolution) : resolution;
}

/** ADDDATE(date, n) without a unit counts days. */
function sum(negative: boolean): Resolve {
	return (operands, context) =>
		summing(operands, { date: 0, amount: 1 }, operands[2]?.word ?? "day", negative, context);
}

export const dateSum: readonly FunctionDefinition[] = [
	...named(["date_add", "adddate"], 2, 3, sum(false)),
	...named(["date_sub", "subdate"], 2, 3, sum(true)),
	define("timestampadd", 3, 3, (operands, context) =>
		summing(operands, { amount: 1, date: 2 }, operands[0]!.word ?? "", false, context),
	),
];
