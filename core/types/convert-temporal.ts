/**
 * Conversion to DATE, TIME and DATETIME within expressions.
 *
 * In: both types, and whether zeros in dates are to be let through whatever the mode says (comparisons do).
 * Out: a converter. What is no date becomes NULL with a warning.
 */
import { identity, type Converter } from "./converter.ts";
import { lenientDates, type DateMode } from "./date.ts";
import type { Evaluation } from "./evaluation.ts";
import { fault, shown } from "./fault.ts";
import { movedTemporal, temporalReader } from "./temporal-reading.ts";
import { familyOf, type SqlType } from "./type.ts";

export function toTemporal(from: SqlType, to: SqlType, lenient = false): Converter {
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
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const { value: packed, fault: wrong } = read(value, lenient ? lenientDates : modeOf(evaluation), evaluation);
		if (wrong !== null) {
			if (packed === null && to.name !== "time") {
				fault(evaluation, "incorrectValue", "datetime", shown(value, from));
			} else {
				fault(evaluation, "truncatedWrongValue", kindOf(to), shown(value, from));
			}
		}
		return packed;
	};
}

/** Expressions take a zero in a date whatever the mode says, but not a date that is all zeros. */
function modeOf({ mode }: Evaluation): DateMode {
	return { noZeroDate: mode.noZeroDate, noZeroInDate: false, allowInvalidDates: mode.allowInvalidDates };
}

/** What messages call the type; DATETIME and TIMESTAMP are the same while a statement runs. */
export function kindOf(type: SqlType): "date" | "time" | "datetime" {
	return type.name === "date" || type.name === "time" ? type.name : "datetime";
}
