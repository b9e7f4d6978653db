/**
 * Comparison of a TIME column with constant text: `t > '10:11'`.
 *
 * Text that parses as a time is converted to one, with as many fractional digits as the column has; any other text is
 * compared with the printed time, without a warning.
 */
import { comparator, comparisonConverter, type Comparator } from "../../types/compare/comparison.ts";
import { anyDates } from "../../types/temporal/date.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { comparedMoment } from "../../types/convert/temporal-comparison.ts";
import { temporalReader } from "../../types/convert/temporal-reading.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Integer, Value } from "../../types/value/value.ts";
import { anyNullable, convertedBy, isSettled } from "../definition/definition.ts";
import type { Compiled, Operand, Resolution } from "../definition/function.ts";
import { doubleType, isText, truthType } from "../definition/result.ts";

export function isQuotedTime({ type, name }: Operand, other: Operand): boolean {
	return type.name === "time" && name !== undefined && isText(other.type) && isSettled(other);
}

/** Returns the type for an index lookup: converting text that is not a time to it gives a warning. */
export function quotedMeeting({ type }: Operand): SqlType {
	return comparedMoment(type, {});
}

/** Parses the text as a time of the column's type; null where it is not one. */
function timeReader(column: SqlType, text: SqlType): (value: Value, evaluation: Evaluation) => Integer | null {
	const read = temporalReader(text, column);
	return (value, evaluation) => {
		const { value: time, fault } = read(value, anyDates, evaluation);
		return fault === null ? time : null;
	};
}

/** Compares a time with text. `met`: the text type of both where the text is not a time. */
function quotedOrder(
	column: SqlType,
	text: SqlType,
	met: SqlType,
): (time: Value, given: Value, evaluation: Evaluation) => number {
	const read = timeReader(column, text);
	const [print, convert] = [comparisonConverter(column, met), comparisonConverter(text, met)];
	const [compareTimes, compareTexts]: Comparator[] = [comparator(column), comparator(met)];
	let last: Value = null;
	let moment: Integer | null = null;
	let words: Value = null;
	return (time, given, evaluation) => {
		if (given !== last) {
			moment = read(given, evaluation);
			words = moment === null ? convert(given, evaluation) : null;
			last = given;
		}
		return moment === null ? compareTexts!(print(time, evaluation), words) : compareTimes!(time, moment);
	};
}

/** Resolves a comparison of a TIME column with constant text, on either side. */
export function comparingQuoted(
	[a, b]: readonly [Operand, Operand],
	met: SqlType,
	isHeld: (order: number) => boolean,
	nullSafe = false,
): Resolution | undefined {
	const isMirrored = isQuotedTime(b, a);
	if (!isMirrored && !isQuotedTime(a, b)) {
		return undefined;
	}
	return {
		type: truthType,
		nullable: !nullSafe && anyNullable([a, b]),
		compile: ([left, right]) => {
			const order = isMirrored ? quotedOrder(b.type, a.type, met) : quotedOrder(a.type, b.type, met);
			return (row, evaluation) => {
				const [x, y] = [left!(row, evaluation), right!(row, evaluation)];
				if (x === null || y === null) {
					return nullSafe ? (x === y ? 1 : 0) : null;
				}
				return isHeld(isMirrored ? -order(y, x, evaluation) : order(x, y, evaluation)) ? 1 : 0;
			};
		},
	};
}

/** Prints text that parses as a time as the column would, so that both compare equal as texts. */
export function printedTime(compiled: Compiled, operand: Operand, column: SqlType, met: SqlType): Compiled {
	const read = timeReader(column, operand.type);
	const [convert, print] = [comparisonConverter(operand.type, met), comparisonConverter(column, met)];
	return convertedBy(
		(value, evaluation) => {
			if (value === null) {
				return null;
			}
			const time = read(value, evaluation);
			return time === null ? convert(value, evaluation) : print(time, evaluation);
		},
		compiled,
		operand,
	);
}

/** A bound of a range: as a time, where it is one, and in another type. */
interface Bound {
	readonly time: (value: Value, evaluation: Evaluation) => Integer | null;
	readonly to: (type: SqlType) => (value: Value, evaluation: Evaluation) => Value;
}

function boundOf(column: SqlType, operand: Operand): Bound {
	const { type } = operand;
	const time: Bound["time"] = type.name === "time" || isSettled(operand) ? timeReader(column, type) : () => null;
	return {
		time,
		to: (to) => {
			const [convert, print] = [comparisonConverter(type, to), comparisonConverter(column, to)];
			// A constant is converted to the column's type even where the other bound is not a time.
			return (value, evaluation) => {
				const moment = to === doubleType ? time(value, evaluation) : null;
				return moment === null ? convert(value, evaluation) : print(moment, evaluation);
			};
		},
	};
}

/** Both bounds and the value, converted to one type. */
interface Range {
	readonly convert: (time: Value, evaluation: Evaluation) => Value;
	readonly compare: Comparator;
	readonly low: Value;
	readonly high: Value;
}

/**
 * `t between '10:00' and 'x'`: compares times if both bounds are times; texts if no text bound is a time; otherwise
 * the times' digits with the number at the start of the other bound.
 */
function quotedRange(
	column: SqlType,
	[low, high]: readonly [Operand, Operand],
	met: SqlType,
): (time: Value, low: Value, high: Value, evaluation: Evaluation) => Value {
	const [bottom, top] = [boundOf(column, low), boundOf(column, high)];
	const rangeIn = (type: SqlType) => {
		const [convert, toLow, toHigh, compare] = [
			comparisonConverter(column, type),
			bottom.to(type),
			top.to(type),
			comparator(type),
		];
		return (from: Value, to: Value, evaluation: Evaluation): Range => ({
			convert,
			compare,
			low: from === null ? null : toLow(from, evaluation),
			high: to === null ? null : toHigh(to, evaluation),
		});
	};
	const [asTexts, asNumbers, asTimes] = [
		rangeIn(met),
		rangeIn(doubleType),
		{ convert: (time: Value) => time, compare: comparator(column) },
	];
	const rangeOf = (from: Value, to: Value, evaluation: Evaluation): Range => {
		const ends = [
			from === null ? null : bottom.time(from, evaluation),
			to === null ? null : top.time(to, evaluation),
		] as const;
		const isWhole = (ends[0] !== null || from === null) && (ends[1] !== null || to === null);
		const isQuoted = (ends[0] !== null && low.type.name !== "time") || (ends[1] !== null && high.type.name !== "time");
		return isWhole
			? { ...asTimes, low: ends[0], high: ends[1] }
			: isQuoted
				? asNumbers(from, to, evaluation)
				: asTexts(from, to, evaluation);
	};
	let last: readonly [Value, Value] | undefined;
	let range: Range | undefined;
	return (time, from, to, evaluation) => {
		if (range === undefined || last?.[0] !== from || last[1] !== to) {
			range = rangeOf(from, to, evaluation);
			last = [from, to];
		}
		const value = range.convert(time, evaluation);
		const isOutside =
			(range.low !== null && range.compare(value, range.low) < 0) ||
			(range.high !== null && range.compare(value, range.high) > 0);
		return isOutside ? 0 : range.low === null || range.high === null ? null : 1;
	};
}

/** Resolves BETWEEN of a TIME column with such a text bound, and without dates. */
export function rangingQuoted(operands: readonly [Operand, Operand, Operand], met: SqlType): Resolution | undefined {
	const [value, ...bounds] = operands;
	const isDated = bounds.some(
		({ type }) => (familyOf(type) === "temporal" && type.name !== "time") || type.name === "json",
	);
	if (isDated || !bounds.some((bound) => isQuotedTime(value, bound))) {
		return undefined;
	}
	return {
		type: truthType,
		nullable: anyNullable(operands),
		compile: ([asked, low, high]) => {
			const test = quotedRange(value.type, bounds, met);
			return (row, evaluation) => {
				const [time, from, to] = [asked!(row, evaluation), low!(row, evaluation), high!(row, evaluation)];
				return time === null ? null : test(time, from, to, evaluation);
			};
		},
	};
}
