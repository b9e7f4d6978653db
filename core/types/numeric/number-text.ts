/**
 * Numeric prefix of a text, such as `' 12.50e3abc'`: the longest number at its start.
 *
 * Also reports whether text follows, which implicit conversion warns of.
 */
import { canonical, type ByteString, type Integer } from "../value/value.ts";

export interface NumberText {
	readonly negative: boolean;
	/** Digits before the point, or empty. */
	readonly whole: string;
	/** Digits after the point, or empty. */
	readonly fraction: string;
	readonly exponent: number;
	/** False without any digit; then all parts are empty. */
	readonly found: boolean;
	/** The number without leading spaces and rest, in a syntax valid in JavaScript and SQL. */
	readonly text: string;
	/** True if the whole text is the number and spaces around it. */
	readonly complete: boolean;
}

function isDigit(byte: number): boolean {
	return byte >= 0x30 && byte <= 0x39;
}

/** True for ASCII white space, as the C library's isspace. */
export function isSpace(byte: number): boolean {
	return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

export function digitsEnd(bytes: ByteString, from: number): number {
	let at = from;
	while (isDigit(bytes.charCodeAt(at))) {
		at++;
	}
	return at;
}

export function spacesEnd(bytes: ByteString, from: number): number {
	let at = from;
	while (isSpace(bytes.charCodeAt(at))) {
		at++;
	}
	return at;
}

/** True for `+` and `-`. */
function isSign(byte: number): boolean {
	return byte === 0x2b || byte === 0x2d;
}

/** Returns the end of an exponent that begins at `from`; `from` if there is none. */
function exponentEnd(bytes: ByteString, from: number): number {
	if ((bytes.charCodeAt(from) | 0x20) !== 0x65) {
		return from;
	}
	const digits = isSign(bytes.charCodeAt(from + 1)) ? from + 2 : from + 1;
	const end = digitsEnd(bytes, digits);
	return end > digits ? end : from;
}

export function scanNumber(bytes: ByteString): NumberText {
	const start = spacesEnd(bytes, 0);
	const signed = isSign(bytes.charCodeAt(start));
	const wholeStart = signed ? start + 1 : start;
	const wholeEnd = digitsEnd(bytes, wholeStart);
	const hasPoint = bytes.charCodeAt(wholeEnd) === 0x2e;
	const fractionEnd = hasPoint ? digitsEnd(bytes, wholeEnd + 1) : wholeEnd;
	const fraction = hasPoint ? bytes.slice(wholeEnd + 1, fractionEnd) : "";
	if (wholeEnd === wholeStart && fraction === "") {
		return { negative: false, whole: "", fraction: "", exponent: 0, found: false, text: "", complete: false };
	}
	const end = exponentEnd(bytes, fractionEnd);
	return {
		negative: bytes.charCodeAt(start) === 0x2d,
		whole: bytes.slice(wholeStart, wholeEnd),
		fraction,
		exponent: end > fractionEnd ? Number(bytes.slice(fractionEnd + 1, end)) : 0,
		found: true,
		text: bytes.slice(start, end),
		complete: spacesEnd(bytes, end) === bytes.length,
	};
}

/** Returns the integer of decimal digits; 0 for none. */
export function integerOfDigits(digits: string): Integer {
	return digits.length <= 15 ? Number(digits) : canonical(BigInt(digits));
}
