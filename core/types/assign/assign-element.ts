/**
 * Assignment to ENUM and SET columns: looks up elements in the column's collation; numbers are element numbers.
 *
 * 1265 for an unknown element: an error in strict mode, otherwise the empty value 0.
 */
import { charsetNamed, transcoder } from "../text/charset.ts";
import { collationNamed } from "../collation/collation.ts";
import { identity, type Converter } from "../convert/converter.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault } from "../print/fault.ts";
import { integerFromDouble } from "../numeric/integer.ts";
import { integerOfDigits } from "../numeric/number-text.ts";
import { rescaleCutting } from "../numeric/decimal.ts";
import { printer, printText } from "../print/print.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import { canonical, type ByteString, type Integer, type Value } from "../value/value.ts";

function sameElements(a: SqlType, b: SqlType): boolean {
	return (
		a.name === b.name &&
		a.charset === b.charset &&
		a.elements.length === b.elements.length &&
		a.elements.every((element, place) => element === b.elements[place])
	);
}

export function assignElement(from: SqlType, to: SqlType, columnName: string): Converter {
	if (from.name === "null" || sameElements(from, to)) {
		return identity;
	}
	const number = numberReader(from);
	const find = number === null ? finder(from, to) : null;
	const greatest = to.name === "enum" ? to.elements.length : canonical((1n << BigInt(to.elements.length)) - 1n);
	const least = to.name === "enum" ? 1 : 0;
	// The empty value of an ENUM stays empty.
	const isAmongEnums = from.name === "enum" && to.name === "enum";
	return (value, evaluation) => {
		if (value === null || (value === 0 && isAmongEnums)) {
			return value;
		}
		const found = find === null ? within(number!(value), least, greatest) : find(value);
		if (found.unknown) {
			refuse(columnName, () => printText(value, from) ?? "", to, evaluation);
		}
		return found.value;
	};
}

/** `value`: stored if the fault is a warning. */
interface Found {
	readonly value: Integer;
	readonly unknown: boolean;
}

function refuse(columnName: string, text: () => ByteString, to: SqlType, evaluation: Evaluation): void {
	if (evaluation.wrongElement?.(to.name, text(), columnName) === true) {
		return;
	}
	fault(evaluation, "dataTruncated", columnName, evaluation.rowNumber);
}

function within(number: Integer, least: number, greatest: Integer): Found {
	if (number >= least && number <= greatest) {
		return { value: number, unknown: false };
	}
	// A SET keeps the bits that it has elements for, an ENUM nothing.
	const kept = least === 0 ? canonical(BigInt.asUintN(64, BigInt(number)) & BigInt(greatest)) : 0;
	return { value: kept, unknown: true };
}

/** Returns the reader of element numbers, truncated; null for types that give names. */
function numberReader(from: SqlType): ((value: Value) => Integer) | null {
	switch (familyOf(from)) {
		case "integer":
		case "bit":
			return (value) => value as Integer;
		case "decimal":
			return (value) => rescaleCutting(value as Integer, from.scale, 0);
		case "float":
			return (value) => integerFromDouble(Math.trunc(value as number));
		default:
			return null;
	}
}

function finder(from: SqlType, to: SqlType): (value: Value) => Found {
	const print = printer(from);
	const recode = transcoder(from.charset, to.charset);
	const collation = collationNamed(to.collation) ?? collationNamed("binary")!;
	const keys = new Map<ByteString, number>();
	to.elements.forEach((element, place) => {
		const key = collation.groupKey(element);
		if (!keys.has(key)) {
			keys.set(key, place);
		}
	});
	const placeOf = (bytes: ByteString) => keys.get(collation.groupKey(bytes));
	const search = to.name === "enum" ? searchEnum : searchSet;
	return (value) => search(recode(print(value)), placeOf, to);
}

type Search = (text: ByteString, placeOf: (bytes: ByteString) => number | undefined, to: SqlType) => Found;

/** Longer text is not an element number: there are 65,535 at most. */
const longestCount = 5;

/** Longer text is not a bit mask. */
const longestBits = 21;

const searchEnum: Search = (text, placeOf, to) => {
	const place = placeOf(text);
	if (place !== undefined) {
		return { value: place + 1, unknown: false };
	}
	const number = text.length <= longestCount && /^\d+$/.test(text) ? integerOfDigits(text) : 0;
	return within(number, 1, to.elements.length);
};

const searchSet: Search = (text, placeOf, to) => {
	if (text === "") {
		return { value: 0, unknown: false };
	}
	const comma = charsetNamed(to.charset)?.encode(",") ?? ",";
	let mask = 0n;
	let unknown = false;
	for (const part of text.split(comma)) {
		const place = placeOf(part);
		if (place === undefined) {
			unknown = true;
		} else {
			mask |= 1n << BigInt(place);
		}
	}
	if (unknown && mask === 0n && text.length <= longestBits && /^\d+$/.test(text)) {
		const number = integerOfDigits(text);
		return number < 1n << BigInt(to.elements.length) ? { value: number, unknown: false } : { value: 0, unknown: true };
	}
	return { value: canonical(mask), unknown };
};
