/**
 * Converts a lookup value to the indexed column's type without changing which rows it finds.
 *
 * Returns the nearest value of the column's type and its side relative to the wanted one, or `unclear` where the
 * conversion would warn and the index cannot be used.
 *
 *     int column = 5.5      nearest 6, above: no row is equal; `< 5.5` finds all below 6
 */
import { compile } from "../../plan/compile/compile.ts";
import { isText } from "../../functions/definition/result.ts";
import { comparator, comparisonConverter } from "../../types/compare/comparison.ts";
import { converter, identity, type Converter } from "../../types/assign/conversion.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { silentEvaluation } from "../rows/silent-evaluation.ts";
import type { SpanValue } from "../../plan/tree/query-plan.ts";

/** `side` of `value` relative to the wanted one: negative below, 0 equal, positive above. */
interface IndexLookupValue {
	readonly value: Value;
	readonly side: number;
}

export const unclear = Symbol("unclear");

export type IndexLookup = (row: Row, execution: Execution) => IndexLookupValue | typeof unclear;

/** No value of the column's type is equal. */
export const unequal = Symbol("unequal");

/** The same for equality, whose value is looked up as it is in most plans. */
export function equalLookupFor(
	span: SpanValue,
	column: SqlType,
): (row: Row, execution: Execution) => Value | typeof unclear | typeof unequal {
	const { value, meeting } = span;
	if (isDirect(column, meeting) && comparisonConverter(value.type, meeting) === identity) {
		return compile(value);
	}
	const lookUp = indexLookupFor(span, column);
	return (row, execution) => {
		const found = lookUp(row, execution);
		return found === unclear ? unclear : found.side === 0 ? found.value : unequal;
	};
}

export function indexLookupFor({ value, meeting }: SpanValue, column: SqlType): IndexLookup {
	const compiled = compile(value);
	const meet = comparisonConverter(value.type, meeting);
	const direct = isDirect(column, meeting);
	if (direct && meet === identity) {
		return (row, execution) => ({ value: compiled(row, execution), side: 0 });
	}
	const narrow = direct ? identity : narrowing(meeting, column);
	const widen = direct ? identity : comparisonConverter(column, meeting);
	const compare = comparator(meeting);
	return (row, execution) => {
		const wanted = compiled(row, execution);
		if (wanted === null) {
			return { value: null, side: 0 };
		}
		const met = quietly(meet, wanted, execution);
		if (met === unclear || met === null || direct) {
			return met === unclear || met === null ? unclear : { value: met, side: 0 };
		}
		const nearest = converted(narrow, met, execution);
		const back = nearest === null ? null : converted(widen, nearest, execution);
		return back === null ? unclear : { value: nearest, side: compare(back, met) };
	};
}

/** CAST keeps the bits of a negative double, which would be a large unsigned number; the nearest value is 0. */
function narrowing(meeting: SqlType, column: SqlType): Converter {
	const convert = converter(meeting, column);
	const keepsBits = column.unsigned && familyOf(column) === "integer" && familyOf(meeting) === "float";
	return keepsBits ? (value, evaluation) => ((value as number) < 0 ? 0 : convert(value, evaluation)) : convert;
}

function isDirect(column: SqlType, meeting: SqlType): boolean {
	return isText(column) || isSameDomain(column, meeting);
}

/** True if equal values mean the same in both types and fit both keys. */
function isSameDomain(column: SqlType, meeting: SqlType): boolean {
	const family = familyOf(column);
	if (family !== familyOf(meeting) || column.name === "float") {
		return false;
	}
	return (
		family === "integer" ||
		(column.scale === meeting.scale && (family !== "temporal" || isClock(column) === isClock(meeting)))
	);
}

/** DATE counts days, DATETIME seconds. */
function isClock(type: SqlType): boolean {
	return type.name !== "date";
}

/** Returns the value, or `unclear` if the conversion warns. */
function quietly(convert: Converter, value: Value, execution: Execution): Value | typeof unclear {
	let warned = false;
	const result = convert(
		value,
		silentEvaluation(execution, () => {
			warned = true;
		}),
	);
	return warned ? unclear : result;
}

/** Truncated and clipped values are expected here. */
function converted(convert: Converter, value: Value, execution: Execution): Value {
	return convert(
		value,
		silentEvaluation(execution, () => undefined),
	);
}
