/**
 * Kinds of literals that can be lifted, and what their text means.
 *
 * In: the text of a literal that the scanner found. Out: its value, its length as far as scanning needs it. It
 * refuses to know types: whoever gives parameters a type goes by the kind.
 *
 *     1        integer of up to 15 digits
 *     2, 3     text in ASCII; other text
 *     14 + n   decimal of up to 15 digits, n of them behind the point
 *
 * A kind is a control character, which no text holds outside of quotes: so it can stand in the literal's place.
 */
import type { ByteString, Value } from "../../types/value.ts";
import { decodeString } from "../lex/string.ts";
import { isDigit, isNamePart } from "../lex/character.ts";

export const integerKind = 1;
export const asciiKind = 2;
export const textKind = 3;
/** Of a decimal without digits behind the point. */
export const decimalKind = 14;

const point = 46;
/** A number of so many digits is exact in a double. */
const maximumDigits = 15;

/** Ends of numbers are negative where the number is none that can be lifted. */
export const noNumber = -1;

/**
 * Where the number that begins here ends; `noNumber` where it is too long, has an exponent or is the start of a name.
 */
export function numberEnd(text: ByteString, start: number): number {
	let at = start;
	while (isDigit(text.charCodeAt(at))) {
		at++;
	}
	if (text.charCodeAt(at) === point) {
		do {
			at++;
		} while (isDigit(text.charCodeAt(at)));
		if (at - start - 1 > maximumDigits) {
			return noNumber;
		}
	} else if (at - start > maximumDigits) {
		return noNumber;
	}
	return isNamePart(text.charCodeAt(at)) || text.charCodeAt(at) === point ? noNumber : at;
}

/** The kind of the number between two places. */
export function numberKind(text: ByteString, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		if (text.charCodeAt(at) === point) {
			return decimalKind + end - at - 1;
		}
	}
	return integerKind;
}

/** The value as `types/value.ts` has it: decimals without their point. */
export function literalValue(text: ByteString, start: number, end: number, kind: number): Value {
	return kind === asciiKind || kind === textKind ? decodeString(text, start, end, true) : numberValue(text, start, end);
}

function numberValue(text: ByteString, start: number, end: number): number {
	let value = 0;
	for (let at = start; at < end; at++) {
		const code = text.charCodeAt(at);
		if (code !== point) {
			value = value * 10 + code - 48;
		}
	}
	return value;
}
