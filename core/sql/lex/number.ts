/**
 * Scans numbers, and names that begin with a digit (`1a`, `0xzz`).
 *
 *     12      integer        1.5  .5  3.    decimal       1e5  1.5e-3    double
 *     0x4142  hex            0b01           bit           1e  2nd  0xg   name
 */
import { TokenKind } from "./tokens.ts";
import { isDigit, isHexDigit, isNamePart } from "./character.ts";

const capitalE = 69;
const smallE = 101;
const plus = 43;
const minus = 45;
const point = 46;

/** Kind in the low four bits, end position above: scanning allocates nothing. */
type Scanned = number;

const scanned = (kind: TokenKind, end: number): Scanned => end * 16 + kind;
export const kindOf = (result: Scanned): TokenKind => (result % 16) as TokenKind;
export const endOf = (result: Scanned): number => Math.floor(result / 16);

export function scanNumber(text: string, start: number): Scanned {
	let at = start;
	const first = text.charCodeAt(at);
	if (first === 48) {
		const radix = scanRadix(text, start);
		if (radix > 0) {
			return radix;
		}
	}
	while (isDigit(text.charCodeAt(at))) {
		at++;
	}
	if (text.charCodeAt(at) === point) {
		at++;
		while (isDigit(text.charCodeAt(at))) {
			at++;
		}
		const exponent = scanExponent(text, at);
		return exponent > 0 ? scanned(TokenKind.double, exponent) : scanned(TokenKind.decimal, at);
	}
	const exponent = scanExponent(text, at);
	if (exponent > 0) {
		return scanned(TokenKind.double, exponent);
	}
	if (!isNamePart(text.charCodeAt(at))) {
		return scanned(TokenKind.integer, at);
	}
	return scanned(TokenKind.name, nameEnd(text, at));
}

/** Returns the position after `e10` or `E-3`, or 0 without an exponent. */
function scanExponent(text: string, at: number): number {
	const code = text.charCodeAt(at);
	if (code !== smallE && code !== capitalE) {
		return 0;
	}
	const sign = text.charCodeAt(at + 1);
	let end = sign === plus || sign === minus ? at + 2 : at + 1;
	if (!isDigit(text.charCodeAt(end))) {
		return 0;
	}
	while (isDigit(text.charCodeAt(end))) {
		end++;
	}
	return end;
}

/** `0x41` and `0b1`, with lower-case letters; returns 0 for anything else. */
function scanRadix(text: string, start: number): Scanned {
	const letter = text[start + 1];
	if (letter !== "x" && letter !== "b") {
		return 0;
	}
	let at = start + 2;
	if (letter === "x") {
		while (isHexDigit(text.charCodeAt(at))) {
			at++;
		}
	} else {
		while (text[at] === "0" || text[at] === "1") {
			at++;
		}
	}
	if (at === start + 2 || isNamePart(text.charCodeAt(at))) {
		return scanned(TokenKind.name, nameEnd(text, at));
	}
	return scanned(letter === "x" ? TokenKind.hex : TokenKind.bit, at);
}

function nameEnd(text: string, at: number): number {
	while (at < text.length && isNamePart(text.charCodeAt(at))) {
		at++;
	}
	return at;
}
