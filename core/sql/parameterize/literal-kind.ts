/**
 * Kinds of literals that can become parameters, and their values.
 *
 *     1        integer of up to 15 digits
 *     2, 3     text in ASCII; other text
 *     14 + n   decimal of up to 15 digits, n of them after the point
 *
 * A kind is a control character, which no statement contains outside of quotes: so it can replace the literal.
 */
import type { ByteString, Value } from "../../types/value/value.ts";
import { decodeString } from "../lex/string.ts";
import { isNamePart } from "../lex/character.ts";

export const integerKind = 1;
export const asciiKind = 2;
export const textKind = 3;
/** A decimal without fraction digits. */
export const decimalKind = 14;

const point = 46;
/** Numbers of this many digits are exact in a double. */
const maximumDigits = 15;

/** Negative ends mark numbers that cannot become parameters. */
export const noNumber = -1;

/** End of the number that begins here; `noNumber` if it is too long, has an exponent or begins a name. */
export function numberEnd(text: ByteString, start: number): number {
	let at = start;
	let code = text.charCodeAt(at);
	while (code >= 48 && code <= 57) {
		code = text.charCodeAt(++at);
	}
	if (code === point) {
		do {
			code = text.charCodeAt(++at);
		} while (code >= 48 && code <= 57);
		if (at - start - 1 > maximumDigits) {
			return noNumber;
		}
	} else if (at - start > maximumDigits) {
		return noNumber;
	}
	return isNamePart(code) || code === point ? noNumber : at;
}

/** Kind of the number between two positions. */
export function numberKind(text: ByteString, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		if (text.charCodeAt(at) === point) {
			return decimalKind + end - at - 1;
		}
	}
	return integerKind;
}

/** The value as in `types/value/value.ts`: decimals as scaled integers. */
export function literalValue(text: ByteString, start: number, end: number, kind: number): Value {
	if (kind === asciiKind || kind === textKind) {
		return decodeString(text, start, end, true);
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
