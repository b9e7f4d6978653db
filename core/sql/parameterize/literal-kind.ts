/**
 * Kinds of literals that can become parameters, and their values.
 *
 *     1        integer of up to 15 digits
 *     2, 3     text in ASCII; other text
 *     6        double: a number with an exponent, as drivers write every float
 *     7        longer integer, up to the greatest signed one: ids that servers give out by time
 *     14 + n   decimal of up to 15 digits, n of them after the point
 *     32 + n   longer decimal: a float as others write it
 *
 * In a fingerprint a control character replaces the literal, which no statement contains outside of quotes; a kind from
 * 32 on follows one.
 */
import { canonical, type ByteString, type Value } from "../../types/value/value.ts";
import { decodeString } from "../lex/string.ts";
import { isNamePart } from "../lex/character.ts";

export const integerKind = 1;
export const asciiKind = 2;
export const textKind = 3;
export const doubleKind = 6;
export const longIntegerKind = 7;
/** A decimal without fraction digits. */
export const decimalKind = 14;
export const longDecimalKind = 32;

/** Precedes kinds from 32 on. */
const longMark = "\b";

const point = 46;
/** Numbers of this many digits are exact in a double. */
const maximumDigits = 15;
/** Of a DECIMAL: more are rounded. */
const maximumFraction = 30;
const maximumWhole = 30;
const greatestSigned = "9223372036854775807";
const nine = 57;

/** Negative ends mark numbers that cannot become parameters. */
export const noNumber = -1;

/** End of the number that begins here; `noNumber` if it is too long, is no double or begins a name. */
export function numberEnd(text: ByteString, start: number): number {
	let at = start;
	let code = text.charCodeAt(at);
	while (code >= 48 && code <= nine) {
		code = text.charCodeAt(++at);
	}
	const whole = at - start;
	let fraction = -1;
	if (code === point) {
		do {
			code = text.charCodeAt(++at);
			fraction++;
		} while (code >= 48 && code <= nine);
	}
	if (isNamePart(code)) {
		return (code | 32) === 101 ? exponentEnd(text, start, at) : noNumber;
	}
	if (code === point || (whole + fraction > maximumDigits && isTooLong(text, start, whole, fraction))) {
		return noNumber;
	}
	return at;
}

function isTooLong(text: ByteString, start: number, whole: number, fraction: number): boolean {
	if (fraction >= 0) {
		return whole > maximumWhole || fraction > maximumFraction;
	}
	const { length } = greatestSigned;
	return whole > length || (whole === length && text.slice(start, start + whole) > greatestSigned);
}

/** End of a number with an exponent at `at`; `noNumber` if it is none, or infinite. */
function exponentEnd(text: ByteString, start: number, at: number): number {
	let end = at + 1;
	let code = text.charCodeAt(end);
	if (code === 43 || code === 45) {
		code = text.charCodeAt(++end);
	}
	if (!(code >= 48 && code <= nine)) {
		return noNumber;
	}
	while (code >= 48 && code <= nine) {
		code = text.charCodeAt(++end);
	}
	const isPlain = !isNamePart(code) && code !== point && end - start <= maximumDouble;
	return isPlain && Number.isFinite(Number(text.slice(start, end))) ? end : noNumber;
}

/** Characters of a double that is read here. */
const maximumDouble = 64;

/** Kind of the number between two positions. */
export function numberKind(text: ByteString, start: number, end: number): number {
	let scale = -1;
	for (let at = start; at < end; at++) {
		const code = text.charCodeAt(at);
		if (code === point) {
			scale = end - at - 1;
		} else if (code > nine) {
			return doubleKind;
		}
	}
	if (scale < 0) {
		return end - start > maximumDigits ? longIntegerKind : integerKind;
	}
	return (end - start - 1 > maximumDigits ? longDecimalKind : decimalKind) + scale;
}

const marks = Array.from({ length: 128 }, (_, kind) =>
	kind % 64 < longDecimalKind ? String.fromCharCode(kind) : `${longMark}${String.fromCharCode(kind)}`,
);

/** Mark of a literal in a fingerprint. `kind`: also with 64 added. */
export function markOf(kind: number): string {
	return marks[kind]!;
}

/** Of a number: its digits, read one by one, are exact in a double. */
export function isShortNumber(kind: number): boolean {
	return kind === integerKind || (kind >= decimalKind && kind < longDecimalKind);
}

/** The value as in `types/value/value.ts`: decimals as scaled integers. */
export function literalValue(text: ByteString, start: number, end: number, kind: number): Value {
	if (kind === asciiKind || kind === textKind) {
		return decodeString(text, start, end, true);
	}
	if (kind === doubleKind) {
		return Number(text.slice(start, end));
	}
	if (!isShortNumber(kind)) {
		return canonical(BigInt(text.slice(start, end).replace(".", "")));
	}
	let value = 0;
	for (let at = start; at < end; at++) {
		const code = text.charCodeAt(at);
		if (code !== point) {
			value = value * 10 + code - 48;
		}
	}
	return value;
}
