/**
 * Differences of dates and times, sums of times, and periods.
 *
 * NULL where one operand is a date and the other a time.
 *
 * | name                          | result                                   | source (MySQL 5.7 manual)    |
 * |-------------------------------|------------------------------------------|------------------------------|
 * | addtime, subtime              | datetime or time; text for text          | 12.7 Date and Time Functions |
 * | timediff                      | time                                     | 12.7                         |
 * | datediff                      | bigint(7)                                | 12.7                         |
 * | timestampdiff (word unit, a, b) | bigint(21)                             | 12.7                         |
 * | timestamp (date [, time])     | datetime                                 | 12.7                         |
 * | period_add, period_diff       | bigint(6)                                | 12.7                         |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { fullYear } from "../../types/temporal/datetime-text.ts";
import { dateOfDayNumber, isWholeDate } from "../../types/temporal/date.ts";
import {
	joinDatetime,
	linearSeconds,
	microsecondOf,
	microsecondsBetween,
	roundedDatetime,
	secondsOf,
	secondsPerDay,
} from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { fault } from "../../types/print/fault.ts";
import { daysBetween, isIntervalUnit, unitsBetween } from "../../types/temporal/interval.ts";
import {
	clampTime,
	isTimeInRange,
	microsecondsOfTime,
	printTime,
	timeOfMicroseconds,
} from "../../types/temporal/time.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import {
	countedByDigits,
	dateOperand,
	fractionDigits,
	momentOperand,
	printMoment,
	timeOperand,
	type Moment,
} from "./date-operand.ts";
import { define, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { bigintType, datetimeType, integerResult, isTextual, textResult, timeType } from "../definition/result.ts";
import { asciiIn, connectionEncoding } from "../operand/text-operand.ts";

/** Adds microseconds; null beyond year 9999. A time is clipped to 838:59:59. */
function later(moment: Moment, microseconds: number, evaluation: Evaluation): Moment | null {
	if (moment.kind === "time") {
		const sum = moment.microseconds + microseconds;
		if (!isTimeInRange(sum, 6)) {
			fault(evaluation, "truncatedWrongValue", "time", printTime(sum, 6));
		}
		return { kind: "time", microseconds: clampTime(sum, 6) };
	}
	const sum = laterDatetime(moment.seconds, moment.microsecond + microseconds);
	return sum === null ? null : { kind: "datetime", isDate: false, ...sum };
}

/** A date with zeros counts as its day number: January 0 is December 31. Null before the year 1. */
function laterDatetime(
	seconds: number,
	microseconds: number,
): { readonly seconds: number; readonly microsecond: number } | null {
	const carried = Math.floor(microseconds / 1e6);
	const linear = linearSeconds(seconds) + carried;
	const day = Math.floor(linear / secondsPerDay);
	const date = dateOfDayNumber(day);
	return date === 0
		? null
		: { seconds: date * secondsPerDay + (linear - day * secondsPerDay), microsecond: microseconds - carried * 1e6 };
}

function packed(moment: Moment, scale: number): Value {
	return moment.kind === "time"
		? timeOfMicroseconds(moment.microseconds, scale)
		: roundedDatetime(moment.seconds, moment.microsecond, scale);
}

interface SpanOperand {
	readonly target: SqlType | undefined;
	/** Null for a datetime, which cannot be added. */
	read(value: Value, evaluation: Evaluation): number | null;
}

function spanOperand(operand: Operand): SpanOperand {
	if (familyOf(operand.type) !== "temporal" && !isTextual(operand.type)) {
		const { target, scale } = timeOperand(operand);
		return { target, read: (value) => microsecondsOfTime(value as number, scale) };
	}
	const { target, read } = momentOperand(operand);
	return {
		target,
		read(value, evaluation) {
			const moment = read(value, evaluation);
			return moment?.kind === "time" ? moment.microseconds : null;
		},
	};
}

/** ADDTIME keeps the kind of its first operand. */
function timeSum(sign: 1 | -1): Resolve {
	return (operands, context) => {
		const [first, second] = operands as readonly [Operand, Operand];
		const moment = momentOperand(first);
		const span = spanOperand(second);
		const scale = Math.max(fractionDigits(first), fractionDigits(second));
		const encoding = connectionEncoding(context);
		const sum = (evaluation: Evaluation, a: Value, b: Value): Moment | null => {
			const read = moment.read(a, evaluation);
			const microseconds = span.read(b, evaluation);
			return read === null || microseconds === null ? null : later(read, sign * microseconds, evaluation);
		};
		const resolution = {
			type:
				moment.kind === undefined
					? textResult(26, encoding)
					: moment.kind === "time"
						? timeType(scale)
						: datetimeType(scale),
			nullable: true,
			operands: [moment.target, span.target],
			evaluate: (evaluation: Evaluation, a: Value, b: Value) => {
				const result = sum(evaluation, a, b);
				if (result === null) {
					return null;
				}
				return moment.kind === undefined ? asciiIn(printMoment(result), encoding.charset) : packed(result, scale);
			},
		};
		return moment.kind === undefined ? countedByDigits(resolution) : resolution;
	};
}

/** Returns the microseconds from b to a; null where they differ in kind: dates, datetimes, times. */
function between(a: Moment, b: Moment): number | null {
	if (a.kind === "time") {
		return b.kind === "time" ? a.microseconds - b.microseconds : null;
	}
	if (b.kind === "time" || a.isDate !== b.isDate) {
		return null;
	}
	return Number(
		microsecondsBetween(joinDatetime(a.seconds, a.microsecond, 6), 6, joinDatetime(b.seconds, b.microsecond, 6), 6),
	);
}

const timediff: Resolve = (operands) => {
	const [first, second] = operands.map(momentOperand) as [
		ReturnType<typeof momentOperand>,
		ReturnType<typeof momentOperand>,
	];
	const scale = Math.max(...operands.map(fractionDigits));
	return {
		type: timeType(scale),
		nullable: true,
		operands: [first.target, second.target],
		evaluate: (evaluation, a, b) => {
			const left = first.read(a, evaluation);
			const right = second.read(b, evaluation);
			const microseconds = left === null || right === null ? null : between(left, right);
			if (microseconds === null) {
				return null;
			}
			const time = timeOfMicroseconds(microseconds, scale);
			if (!isTimeInRange(time, scale)) {
				fault(evaluation, "truncatedWrongValue", "time", printTime(time, scale));
			}
			return clampTime(time, scale);
		},
	};
};

const datediff: Resolve = (operands) => {
	const [a, b] = operands.map(dateOperand) as [ReturnType<typeof dateOperand>, ReturnType<typeof dateOperand>];
	return {
		type: integerResult(7),
		nullable: true,
		operands: [a.target, b.target],
		evaluate: (_evaluation, left, right) => {
			const [later, earlier] = [a.dateOf(left), b.dateOf(right)];
			return isWholeDate(later) && isWholeDate(earlier) ? daysBetween(later, earlier) : null;
		},
	};
};

const timestampdiff: Resolve = (operands) => {
	const unit = operands[0]!.word ?? "";
	if (!isIntervalUnit(unit)) {
		throw sqlError("wrongArguments", "timestampdiff");
	}
	const [a, b] = operands.slice(1).map(dateOperand) as [ReturnType<typeof dateOperand>, ReturnType<typeof dateOperand>];
	return {
		type: integerResult(21),
		nullable: true,
		operands: [undefined, a.target, b.target],
		nullPropagates: false,
		evaluate: (_evaluation, _unit, from, to) => {
			if (from === null || to === null || !isWholeDate(a.dateOf(from)) || !isWholeDate(b.dateOf(to))) {
				return null;
			}
			const start = joinDatetime(a.secondsOf(from), a.microsecondOf(from), 6);
			return unitsBetween(unit, start, 6, joinDatetime(b.secondsOf(to), b.microsecondOf(to), 6), 6);
		},
	};
};

const timestamp: Resolve = (operands) => {
	const [first, second] = operands as readonly [Operand, Operand | undefined];
	const own = fractionDigits(first);
	if (second === undefined) {
		return {
			type: datetimeType(own),
			nullable: true,
			operands: [datetimeType(own)],
			evaluate: (_evaluation, value) => value,
		};
	}
	const span = timeOperand(second);
	const scale = Math.max(own, fractionDigits(second));
	return {
		type: datetimeType(scale),
		nullable: true,
		operands: [datetimeType(own), span.target],
		evaluate: (_evaluation, value, time) => {
			const sum = laterDatetime(
				secondsOf(value as Integer, own),
				microsecondOf(value as Integer, own) + microsecondsOfTime(time as number, span.scale),
			);
			return sum === null ? null : roundedDatetime(sum.seconds, sum.microsecond, scale);
		},
	};
};

/** Converts YYMM or YYYYMM to months since the year 0. */
function monthsOfPeriod(period: number): number {
	const year = Math.trunc(period / 100);
	return (year < 100 ? fullYear(year) : year) * 12 + (period % 100) - 1;
}

function periodOfMonths(months: number): number {
	const year = Math.floor(months / 12);
	return (year < 100 ? fullYear(year) : year) * 100 + (((months % 12) + 12) % 12) + 1;
}

/** Period 0 is invalid. */
function ofPeriods(compute: (a: number, b: number) => number): Resolve {
	return (operands) => ({
		type: integerResult(6),
		nullable: operands.some((operand) => operand.nullable),
		operands: [bigintType, bigintType],
		evaluate: (_evaluation, a, b) => compute(Number(a), Number(b)),
	});
}

export const dateDifference: readonly FunctionDefinition[] = [
	define("addtime", 2, 2, timeSum(1)),
	define("subtime", 2, 2, timeSum(-1)),
	define("timediff", 2, 2, timediff),
	define("datediff", 2, 2, datediff),
	define("timestampdiff", 3, 3, timestampdiff),
	define("timestamp", 1, 2, timestamp),
	define(
		"period_add",
		2,
		2,
		ofPeriods((period, months) => (period === 0 ? 0 : periodOfMonths(monthsOfPeriod(period) + months))),
	),
	define(
		"period_diff",
		2,
		2,
		ofPeriods((a, b) => (a === 0 ? 0 : monthsOfPeriod(a)) - (b === 0 ? 0 : monthsOfPeriod(b))),
	),
];
