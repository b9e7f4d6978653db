/**
 * Conversion to DOUBLE within expressions: text is parsed as the number at its start, with a warning for the rest.
 */
import { identity, type Converter } from "./converter.ts";
import { numberOfDate } from "../temporal/date.ts";
import { numberOfDatetime } from "../temporal/datetime.ts";
import { decimalToDouble } from "../numeric/decimal.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, jsonFault, shown } from "../print/fault.ts";
import { doubleOfNumber } from "../numeric/float.ts";
import { treeOf } from "../json/json-text.ts";
import { scanNumber, spacesEnd } from "../numeric/number-text.ts";
import { numberOfTime } from "../temporal/time.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

const ofInteger: Converter = (value) => (value === null ? null : Number(value));

/** `source`: the origin of JSON that is not a number, for the message. */
export function toDouble(from: SqlType, source = ""): Converter {
	const { name, scale } = from;
	switch (familyOf(from)) {
		case "null":
		case "float":
			return identity;
		case "integer":
			return name === "bigint" ? ofInteger : identity;
		case "bit":
		case "enum":
		case "set":
			return ofInteger;
		case "decimal":
			return (value) => (value === null ? null : decimalToDouble(value as Integer, scale));
		case "temporal": {
			const numeric = numericForm(from);
			return (value) => (value === null ? null : decimalToDouble(numeric(value), scale));
		}
		case "json":
			return (value, evaluation) => (value === null ? null : doubleOfJson(value as ByteString, source, evaluation));
		default:
			return ofText(from);
	}
}

function ofText(from: SqlType): Converter {
	const readable = readableDigits(from);
	return (value, evaluation) => {
		if (value === null) {
			return null;
		}
		const text = readable(value as ByteString);
		const number = scanNumber(text);
		if (!number.complete && !isBlank(text)) {
			fault(evaluation, "truncatedWrongValue", "DOUBLE", shown(value, from));
		}
		return doubleOfNumber(number);
	};
}

/** Empty text is 0 without a warning here, unlike elsewhere. */
function isBlank(text: ByteString): boolean {
	return spacesEnd(text, 0) === text.length;
}

/** Returns the numeric form of a temporal type as an unscaled decimal with the type's scale: 20101231235959. */
export function numericForm({ name, scale }: SqlType): (value: Value) => Integer {
	switch (name) {
		case "date":
			return (value) => numberOfDate(value as number);
		case "time":
			return (value) => numberOfTime(value as number, scale);
		default:
			return (value) => numberOfDatetime(value as Integer, scale);
	}
}

function doubleOfJson(value: ByteString, source: string, evaluation: Evaluation): number {
	const tree = treeOf(value);
	switch (tree.kind) {
		case "integer":
		case "double":
		case "boolean":
			return Number(tree.value);
		case "decimal":
			return decimalToDouble(tree.unscaled, tree.scale);
		case "string": {
			const number = scanNumber(tree.value);
			if (!number.complete) {
				jsonFault(evaluation, "DOUBLE", source);
			}
			return doubleOfNumber(number);
		}
		default:
	}
	jsonFault(evaluation, "DOUBLE", source);
	return 0;
}
