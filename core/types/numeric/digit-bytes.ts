/**
 * Digits of integers as ASCII bytes in memory that has room, without a JavaScript string in between.
 *
 * Integers of more than 31 bits are printed and copied.
 */
import type { Integer } from "../value/value.ts";

/** The two digits of a number below 100, side by side. */
const pairs = Uint8Array.from({ length: 200 }, (_, at) => 48 + ((at & 1) === 0 ? Math.floor(at / 20) : (at >> 1) % 10));
const greatestShort = 0x7fffffff;
const minus = 45;

/** Whether it has at most 31 bits. */
export function isShort(value: Integer): value is number {
	return typeof value === "number" && value <= greatestShort && value >= -greatestShort;
}

/** Writes the last `count` digits, zeros in front; the number has at most 31 bits. Returns the end. */
export function writeDigits(target: Uint8Array, at: number, value: number, count: number): number {
	const end = at + count;
	let place = end;
	let rest = value;
	while (place - at >= 2) {
		const hundredth = (rest / 100) | 0;
		const pair = (rest - hundredth * 100) << 1;
		target[place - 1] = pairs[pair + 1] as number;
		target[place - 2] = pairs[pair] as number;
		place -= 2;
		rest = hundredth;
	}
	if (place > at) {
		target[at] = 48 + (rest % 10);
	}
	return end;
}

/** Returns how many digits a number of at most 31 bits has. */
export function digitCount(value: number): number {
	if (value < 100000) {
		return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : value < 10000 ? 4 : 5;
	}
	return value < 10000000 ? (value < 1000000 ? 6 : 7) : value < 100000000 ? 8 : value < 1000000000 ? 9 : 10;
}

/**
 * Writes an integer; returns the end.
 *
 * Most integers of rows are short: those below 10,000 are written without a loop.
 */
export function writeInteger(target: Uint8Array, at: number, value: Integer): number {
	if (!isShort(value)) {
		return writeAscii(target, at, String(value));
	}
	if (value >= 0) {
		return value < 10000 ? writeFew(target, at, value) : writeDigits(target, at, value, digitCount(value));
	}
	target[at] = minus;
	return writeDigits(target, at + 1, -value, digitCount(-value));
}

/** Writes a number below 10,000. */
function writeFew(target: Uint8Array, at: number, value: number): number {
	if (value < 10) {
		target[at] = 48 + value;
		return at + 1;
	}
	const hundredth = (value / 100) | 0;
	const pair = (value - hundredth * 100) << 1;
	if (hundredth === 0) {
		target[at] = pairs[pair] as number;
		target[at + 1] = pairs[pair + 1] as number;
		return at + 2;
	}
	if (hundredth < 10) {
		target[at] = 48 + hundredth;
		target[at + 1] = pairs[pair] as number;
		target[at + 2] = pairs[pair + 1] as number;
		return at + 3;
	}
	target[at] = pairs[hundredth << 1] as number;
	target[at + 1] = pairs[(hundredth << 1) + 1] as number;
	target[at + 2] = pairs[pair] as number;
	target[at + 3] = pairs[pair + 1] as number;
	return at + 4;
}

/** Writes a text in ASCII; returns the end. */
export function writeAscii(target: Uint8Array, at: number, text: string): number {
	for (let place = 0; place < text.length; place++) {
		target[at + place] = text.charCodeAt(place);
	}
	return at + text.length;
}
