/**
 * Conversion between dates or times and numbers: day numbers, seconds, UNIX timestamps, fields; and time zones.
 *
 * NULL for results outside of the type's range.
 *
 * | name                                     | result              | source (MySQL 5.7 manual)    |
 * |------------------------------------------|---------------------|------------------------------|
 * | from_days, makedate (year, day)          | date                | 12.7 Date and Time Functions |
 * | sec_to_time, maketime (h, m, s)          | time                | 12.7                         |
 * | time_to_sec                              | bigint(10)          | 12.7                         |
 * | unix_timestamp ([date])                  | bigint(11), decimal | 12.7                         |
 * | convert_tz (date, from, to)              | datetime            | 12.7                         |
 */
import { dateOfDayNumber, dayNumber } from "../../types/temporal/date.ts";
import { fractionOf, joinDatetime, secondsOf } from "../../types/temporal/datetime.ts";
import { fullYear } from "../../types/temporal/datetime-text.ts";
import { rescaleDecimal } from "../../types/numeric/decimal.ts";
import { fault } from "../../types/print/fault.ts";
import { addIntegers, multiplyIntegers } from "../../types/numeric/integer.ts";
import {
	clampTime,
	greatestSeconds,
	printTime,
	timeOfMicroseconds,
	unitsPerSecond,
	unpackTime,
} from "../../types/temporal/time.ts";
import { epochSecondsOf, greatestTimestamp, localSeconds, timeZoneNamed } from "../../types/temporal/timezone.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { fractionDigits, plainText, secondDigits, timeOperand } from "./date-operand.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { bigintType, datetimeType, dateType, decimalResult, integerResult, timeType } from "../definition/result.ts";

const fromDays: Resolve = () => ({
	type: dateType,
	nullable: true,
	operands: [bigintType],
	evaluate: (_evaluation, days) => dateOfDayNumber(Number(days)),
});

/** NULL for day 0 and for years beyond 9999. */
const makedate: Resolve = () => ({
	type: dateType,
	nullable: true,
	operands: [bigintType, bigintType],
	evaluate: (_evaluation, givenYear, day) => {
		const year = Number(givenYear);
		if (year < 0 || year > 9999 || Number(day) <= 0) {
			return null;
		}
		const date = dateOfDayNumber(dayNumber(year < 100 ? fullYear(year) : year, 1, 1) + Number(day) - 1);
		return date === 0 ? null : date;
	},
});

const wholeSeconds = decimalResult(40, 6);

const secToTime: Resolve = ([operand]) => {
	const scale = secondDigits(operand!);
	return {
		type: timeType(scale),
		nullable: true,
		operands: [wholeSeconds],
		evaluate: (evaluation, seconds) => {
			const time = timeOfMicroseconds(Number(seconds), scale);
			const clamped = clampTime(time, scale);
			if (clamped !== time) {
				fault(evaluation, "truncatedWrongValue", "time", String(rescaleDecimal(seconds as Integer, 6, 0)));
			}
			return clamped;
		},
	};
};

/** The sign is that of the hours; minutes and seconds must be below 60. */
const maketime: Resolve = (operands) => {
	const scale = secondDigits(operands[2]!);
	return {
		type: timeType(scale),
		nullable: true,
		operands: [operands[0]!.type.unsigned ? integerResult(20, true) : bigintType, bigintType, wholeSeconds],
		evaluate: (evaluation, hours, minutes, microseconds) => {
			const [hour, minute, part] = [Number(hours), Number(minutes), Number(microseconds)];
			if (minute < 0 || minute > 59 || part < 0 || part >= 60e6) {
				return null;
			}
			const total = (Math.abs(hour) * 60 + minute) * 60e6 + part;
			const time = timeOfMicroseconds(hour < 0 ? -total : total, scale);
			if (total > greatestSeconds * 1e6) {
				fault(evaluation, "truncatedWrongValue", "time", Math.abs(hour) > 1e6 ? String(hours) : printTime(time, scale));
			}
			return clampTime(time, scale);
		},
	};
};

const timeToSec: Resolve = ([operand]) => {
	const { target, scale } = timeOperand(operand!);
	return {
		type: integerResult(10),
		nullable: true,
		operands: [target],
		evaluate: (_evaluation, value) => {
			const { hour, minute, second, negative } = unpackTime(value as number, scale);
			const seconds = (hour * 60 + minute) * 60 + second;
			return negative ? 0 - seconds : seconds;
		},
	};
};

/** 0 outside of TIMESTAMP's range. Text and datetimes with a fraction give a decimal. */
const unixTimestamp: Resolve = ([operand]) => {
	if (operand === undefined) {
		return {
			type: integerResult(11),
			nullable: false,
			statementConstant: true,
			evaluate: ({ nowMicroseconds }) => Math.floor(nowMicroseconds / 1e6),
		};
	}
	const scale = fractionDigits(operand);
	const target = datetimeType(scale);
	return {
		type: scale === 0 ? integerResult(11) : decimalResult(11 + scale, scale),
		nullable: true,
		operands: [target],
		evaluate: (evaluation, value) => {
			const seconds = secondsOf(value as Integer, scale);
			if (seconds === 0) {
				return 0;
			}
			const epoch = epochSecondsOf(seconds, (at) => evaluation.offsetSeconds(at));
			if (epoch < 0 || epoch > greatestTimestamp) {
				return 0;
			}
			return addIntegers(multiplyIntegers(epoch, unitsPerSecond(scale)), fractionOf(value as Integer, scale));
		},
	};
};

/** Datetimes outside of TIMESTAMP's range are returned unchanged; unknown zones give NULL. */
function convertZone(value: Integer, scale: number, from: string, to: string): Value {
	const [source, target] = [timeZoneNamed(from), timeZoneNamed(to)];
	if (source === undefined || target === undefined) {
		return null;
	}
	const epoch = epochSecondsOf(secondsOf(value, scale), (at) => source.offsetSeconds(at));
	if (epoch < 1 || epoch > greatestTimestamp) {
		return value;
	}
	const seconds = localSeconds(epoch, (at) => target.offsetSeconds(at));
	return seconds === null ? null : joinDatetime(seconds, fractionOf(value, scale), scale);
}

const convertTimeZone: Resolve = ([operand]) => {
	const scale = fractionDigits(operand as Operand);
	return {
		type: datetimeType(scale),
		nullable: true,
		operands: [datetimeType(scale), plainText, plainText],
		evaluate: (_evaluation, value, from, to) => convertZone(value as Integer, scale, from as string, to as string),
	};
};

export const dateConversion: readonly FunctionDefinition[] = [
	define("from_days", 1, 1, fromDays),
	define("makedate", 2, 2, makedate),
	define("sec_to_time", 1, 1, secToTime),
	define("maketime", 3, 3, maketime),
	define("time_to_sec", 1, 1, timeToSec),
	define("unix_timestamp", 0, 1, unixTimestamp),
	define("convert_tz", 3, 3, convertTimeZone),
];
