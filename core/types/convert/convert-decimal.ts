/**
 * Conversion to DECIMAL within expressions: to the target's scale, rounding half away from zero.
 *
 * A number with too many digits is clipped, with a warning that names the expression.
 */
import { identity, type Converter } from "./converter.ts";
import { numericForm, toDouble } from "./convert-float.ts";
import { treeOf } from "../json/json-text.ts";
import { clampDecimal, decimalFromDouble, decimalOfNumber, fitsDecimal, rescaleDecimal } from "../numeric/decimal.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, jsonFault, shown } from "../print/fault.ts";
import { isExactTemporalComparison } from "./temporal-comparison.ts";
import { scanNumber } from "../numeric/number-text.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import { wholeDigits } from "../text/width.ts";
import { canonical, type ByteString, type Integer, type Value } from "../value/value.ts";

/** Reads a number at the target's scale, with its own warnings. */
type Reader = (value: Value, evaluation: Evaluation) => Integer;

export function toDecimal(from: SqlType, to: SqlType, label: string, source = ""): Converter {
	const family = familyOf(from);
	if (family === "null") {
		return identity;
	}
	if ((family === "text" || family === "bytes") && isExactTemporalComparison(to)) {
		return toExactMeeting(from, to);
	}
	const read = decimalReader(from, to.scale, source);
	const exact = family === "integer" || family === "decimal" || family === "bit";
	const fits =
		exact &&
		wholeDigits(from) <= to.length - to.scale &&
		(family !== "decimal" || from.scale <= to.scale) &&
		!to.unsigned;
	if (fits) {
		if (to.scale === (family === "decimal" ? from.scale : 0)) {
			return identity;
		}
		return (value, evaluation) => (value === null ? null : read(value, evaluation));
	}
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const unscaled = read(value, evaluation);
		if (to.unsigned && unscaled < 0) {
			fault(evaluation, "outOfRange", label, evaluation.rowNumber);
			return 0;
		}
		if (fitsDecimal(unscaled, to.length)) {
			return unscaled;
		}
		fault(evaluation, "outOfRange", label, evaluation.rowNumber);
		return clampDecimal(unscaled, to.length);
	};
}

/**
 * A number with more digits than the target keeps only its position between two values. Warnings are those of a
 * double.
 */
function toExactMeeting(from: SqlType, to: SqlType): Converter {
	const readable = readableDigits(from);
	const asDouble = toDouble(from);
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const number = scanNumber(readable(value as ByteString));
		if (!number.complete) {
			asDouble(value, evaluation);
		}
		const { unscaled, scale } = decimalOfNumber(number);
		const near = rescaleDecimal(unscaled, scale, to.scale - 1);
		const back = rescaleDecimal(near, to.scale - 1, scale);
		const isExact = scale < to.scale || back === unscaled;
		const beside = isExact ? 0n : back < unscaled ? 5n : -5n;
		return clampDecimal(canonical(BigInt(near) * 10n + beside), to.length);
	};
}

function decimalReader(from: SqlType, scale: number, source: string): Reader {
	switch (familyOf(from)) {
		case "integer":
		case "bit":
		case "enum":
		case "set":
			return (value) => rescaleDecimal(value as Integer, 0, scale);
		case "decimal":
			return (value) => rescaleDecimal(value as Integer, from.scale, scale);
		case "float":
			return (value) => decimalFromDouble(value as number, scale);
		case "temporal": {
			const numeric = numericForm(from);
			return (value) => rescaleDecimal(numeric(value), from.scale, scale);
		}
		case "json":
			return (value, evaluation) => decimalOfJson(value as ByteString, scale, source, evaluation);
		default:
			return textReader(from, scale);
	}
}

function textReader(from: SqlType, scale: number): Reader {
	const readable = readableDigits(from);
	return (value, evaluation) => {
		const number = scanNumber(readable(value as ByteString));
		if (!number.complete) {
			fault(evaluation, "truncatedWrongValue", "DECIMAL", shown(value, from));
		}
		const { unscaled, scale: own } = decimalOfNumber(number);
		return rescaleDecimal(unscaled, own, scale);
	};
}

function decimalOfJson(value: ByteString, scale: number, source: string, evaluation: Evaluation): Integer {
	const tree = treeOf(value);
	switch (tree.kind) {
		case "integer":
			return rescaleDecimal(tree.value, 0, scale);
		case "double":
			return decimalFromDouble(tree.value, scale);
		case "decimal":
			return rescaleDecimal(tree.unscaled, tree.scale, scale);
		case "boolean":
			return rescaleDecimal(Number(tree.value), 0, scale);
		case "string": {
			const number = scanNumber(tree.value);
			if (!number.complete) {
				jsonFault(evaluation, "DECIMAL", source);
			}
			const { unscaled, scale: own } = decimalOfNumber(number);
			return rescaleDecimal(unscaled, own, scale);
		}
		default:
	}
	jsonFault(evaluation, "DECIMAL", source);
	return 0;
}
