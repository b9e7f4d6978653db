/**
 * Conversion to DATE, TIME and DATETIME within expressions.
 *
 * Invalid dates become NULL with a warning. In a comparison they are the zero date, and dates with zeros and the 31st
 * of any month are accepted in every mode.
 */
import { identity, type Converter } from "./converter.ts";
import { anyDates, type DateMode } from "../temporal/date.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, shown } from "../print/fault.ts";
import type { TemporalComparisonTypes } from "./temporal-comparison.ts";
import { movedTemporal, temporalReader } from "./temporal-reading.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import { encodeText } from "../value/value.ts";

export function toTemporal(from: SqlType, to: SqlType, words?: TemporalComparisonTypes): Converter {
	const family = familyOf(from);
	if (family === "null") {
		return identity;
	}
	if (family === "temporal") {
		if (kindOf(from) === kindOf(to) && from.scale === to.scale) {
			return identity;
		}
		const move = movedTemporal(from, to);
		return (value, evaluation) => (value === null ? null : move(value, evaluation));
	}
	const read = temporalReader(from, to);
	// Text is clipped to 838:59:59; a greater number is invalid.
	const isUnbounded =
		to.name === "time" && words === undefined && (family === "integer" || family === "decimal" || family === "float");
	// Compared with a date, a YEAR is the moment before its first day.
	const days = from.name === "year" && words !== undefined ? 10000 : 1;
	const isNumber = family === "integer" || family === "bit" || family === "decimal" || family === "float";
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const { value: packed, fault: wrong } = read(
			days === 1 ? value : (value as number) * days,
			words === undefined ? modeOf(evaluation, isNumber) : anyDates,
			evaluation,
		);
		if (wrong !== null) {
			if (words !== undefined && to.name !== "time") {
				faultOfMeeting(words, shown(value, from), evaluation);
			} else if (packed === null && to.name !== "time") {
				fault(evaluation, "incorrectValue", "datetime", shown(value, from));
			} else {
				fault(evaluation, "truncatedWrongValue", kindOf(to), shown(value, from));
			}
		}
		if (isUnbounded && wrong === "outOfRange") {
			return null;
		}
		return packed === null && words !== undefined ? 0 : packed;
	};
}

function faultOfMeeting(
	{ kind = "datetime", column }: TemporalComparisonTypes,
	text: string,
	evaluation: Evaluation,
): void {
	if (column === undefined) {
		fault(evaluation, "incorrectValue", kind, text);
	} else {
		fault(evaluation, "incorrectColumnValue", kind, text, encodeText(column), 1);
	}
}

/** Expressions accept zeros in a date in every mode, but not a text of zeros only; the number 0 is the zero date. */
function modeOf({ mode }: Evaluation, isNumber: boolean): DateMode {
	return { noZeroDate: mode.noZeroDate && !isNumber, noZeroInDate: false, allowInvalidDates: mode.allowInvalidDates };
}

/** Returns the type's name in messages; DATETIME and TIMESTAMP are the same while a statement runs. */
export function kindOf(type: SqlType): "date" | "time" | "datetime" {
	return type.name === "date" || type.name === "time" ? type.name : "datetime";
}
