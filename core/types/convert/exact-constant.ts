/**
 * Exact constants: converts a constant to a column's type where that changes no comparison with the column.
 *
 * Undefined where the conversion would lose something ('1.5' for an INT). So `d >= '2010-01-01'` compares dates, and
 * can become an index range.
 */
import { isSameText, transcoder } from "../text/charset.ts";
import { numericForm } from "./convert-float.ts";
import { lenientDates, type DateMode } from "../temporal/date.ts";
import { decimalFromDouble, decimalOfNumber, decimalToDouble, rescaleDecimal } from "../numeric/decimal.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { scanNumber } from "../numeric/number-text.ts";
import { temporalReader } from "./temporal-reading.ts";
import { familyOf, sqlType, type SqlType } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

export function exactConstant(value: Value, from: SqlType, to: SqlType, evaluation: Evaluation): Value | undefined {
	if (value === null || from.name === "null") {
		return null;
	}
	switch (familyOf(to)) {
		case "integer":
		case "bit":
			return exactDecimal(value, from, 0);
		case "decimal":
			return exactDecimal(value, from, to.scale);
		case "float":
			return to.name === "double" ? exactDouble(value, from) : undefined;
		case "temporal":
			return exactTemporal(value, from, to, lenientDates, evaluation);
		case "text":
		case "bytes":
			return exactText(value as ByteString, from, to);
		default:
			return undefined;
	}
}

interface Scaled {
	readonly unscaled: Integer;
	readonly scale: number;
}

/** Returns the constant's exact number, if it has one. */
function numberOf(value: Value, from: SqlType): Scaled | undefined {
	switch (familyOf(from)) {
		case "integer":
		case "bit":
			return { unscaled: value as Integer, scale: 0 };
		case "decimal":
			return { unscaled: value as Integer, scale: from.scale };
		case "float":
			return Number.isInteger(value) && Math.abs(value as number) < 1e30
				? { unscaled: decimalFromDouble(value as number, 0), scale: 0 }
				: undefined;
		case "temporal":
			return { unscaled: numericForm(from)(value), scale: from.scale };
		case "text":
		case "bytes": {
			const number = scanNumber(readableDigits(from)(value as ByteString));
			return number.complete ? decimalOfNumber(number) : undefined;
		}
		default:
			return undefined;
	}
}

function exactDecimal(value: Value, from: SqlType, scale: number): Integer | undefined {
	const number = numberOf(value, from);
	if (number === undefined) {
		return undefined;
	}
	const rescaled = rescaleDecimal(number.unscaled, number.scale, scale);
	return number.scale <= scale || rescaleDecimal(rescaled, scale, number.scale) === number.unscaled
		? rescaled
		: undefined;
}

/** Numbers and text are compared with a DOUBLE as doubles in any case. */
function exactDouble(value: Value, from: SqlType): number | undefined {
	if (familyOf(from) === "float") {
		return value as number;
	}
	const number = numberOf(value, from);
	return number && decimalToDouble(number.unscaled, number.scale);
}

function exactTemporal(
	value: Value,
	from: SqlType,
	to: SqlType,
	mode: DateMode,
	evaluation: Evaluation,
): Integer | undefined {
	if ((from.name === "time") !== (to.name === "time") && familyOf(from) === "temporal") {
		return undefined;
	}
	const reading = temporalReader(from, to)(value, mode, evaluation);
	if (reading.value === null || reading.fault !== null || reading.lost) {
		return undefined;
	}
	if (to.name === "date" || to.scale === 6) {
		return reading.value;
	}
	// With all digits the value must be the same: otherwise rounding has changed it.
	const finest = sqlType(to.name, { scale: 6 });
	const fine = temporalReader(from, finest)(value, mode, evaluation).value;
	return fine !== null && rescaleDecimal(reading.value, to.scale, 6) === fine ? reading.value : undefined;
}

/** Constants take the column's collation. Text that the column's charset cannot represent is not converted. */
function exactText(value: ByteString, from: SqlType, to: SqlType): ByteString | undefined {
	const family = familyOf(from);
	if (family !== "text" && family !== "bytes") {
		return undefined;
	}
	if (to.charset === "binary" || isSameText(from.charset, to.charset)) {
		return from.charset === "binary" && to.charset !== "binary" ? undefined : value;
	}
	const converted = transcoder(from.charset, to.charset)(value);
	return transcoder(to.charset, from.charset)(converted) === value ? converted : undefined;
}
