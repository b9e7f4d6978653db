/**
 * Variable-length integers of rows: two's complement in the fewest bytes, little-endian; 0 takes none.
 *
 * The form does not depend on the column's type, so widening a column rewrites no row.
 *
 *     0      no bytes           1      01              -1     ff
 *     200    c8 00              bigint 8 bytes, beyond 64 bits as many as needed
 */
import { canonical, type Integer } from "../../types/value/value.ts";

const twoTo32 = 0x100000000;

/** Number of bytes that `writeInteger` will write. */
export function integerBytes(value: Integer): number {
	if (typeof value === "bigint") {
		return bigintBytes(value);
	}
	if (value === (value | 0)) {
		if (value === 0) {
			return 0;
		}
		const size = value < 0 ? ~value : value;
		return size < 0x80 ? 1 : size < 0x8000 ? 2 : size < 0x800000 ? 3 : 4;
	}
	const size = value < 0 ? -value - 1 : value;
	return size < 0x8000000000 ? 5 : size < 0x800000000000 ? 6 : 7;
}

function bigintBytes(value: bigint): number {
	if (value === BigInt.asIntN(64, value)) {
		return 8;
	}
	const size = value < 0n ? -value - 1n : value;
	// One more bit for the sign.
	return (size.toString(2).length >> 3) + 1;
}

/** Writes `length` bytes of the value at `start`. */
export function writeInteger(bytes: Uint8Array, value: Integer, start: number, length: number): void {
	if (typeof value === "bigint") {
		writeBigint(bytes, value, start, length);
		return;
	}
	let half = value | 0;
	for (let at = 0; at < length; at++) {
		if (at === 4) {
			half = Math.floor(value / twoTo32) | 0;
		}
		bytes[start + at] = half;
		half >>= 8;
	}
}

function writeBigint(bytes: Uint8Array, value: bigint, start: number, length: number): void {
	let rest = value;
	for (let at = 0; at < length; at += 4) {
		const word = Number(BigInt.asIntN(32, rest));
		rest >>= 32n;
		for (let byte = at; byte < length && byte < at + 4; byte++) {
			bytes[start + byte] = word >> ((byte - at) * 8);
		}
	}
}

/** Reads the integer in bytes `start` to `end`. */
export function readInteger(bytes: Uint8Array, start: number, end: number): Integer {
	switch (end - start) {
		case 0:
			return 0;
		case 1:
			return (bytes[start] << 24) >> 24;
		case 2:
			return ((bytes[start] | (bytes[start + 1] << 8)) << 16) >> 16;
		case 3:
			return (readTriple(bytes, start) << 8) >> 8;
		case 4:
			return readWord(bytes, start);
		case 5:
			return ((bytes[start + 4] << 24) >> 24) * twoTo32 + (readWord(bytes, start) >>> 0);
		case 6:
			return (((bytes[start + 4] | (bytes[start + 5] << 8)) << 16) >> 16) * twoTo32 + (readWord(bytes, start) >>> 0);
		case 7:
			return ((readTriple(bytes, start + 4) << 8) >> 8) * twoTo32 + (readWord(bytes, start) >>> 0);
		default:
			return readBigint(bytes, start, end);
	}
}

function readTriple(bytes: Uint8Array, start: number): number {
	return bytes[start] | (bytes[start + 1] << 8) | (bytes[start + 2] << 16);
}

function readWord(bytes: Uint8Array, start: number): number {
	return bytes[start] | (bytes[start + 1] << 8) | (bytes[start + 2] << 16) | (bytes[start + 3] << 24);
}

function readBigint(bytes: Uint8Array, start: number, end: number): Integer {
	let at = end - 4;
	let value = BigInt(readWord(bytes, at));
	while (at - 4 >= start) {
		at -= 4;
		value = (value << 32n) | BigInt(readWord(bytes, at) >>> 0);
	}
	while (at > start) {
		at--;
		value = (value << 8n) | BigInt(bytes[at]);
	}
	return canonical(value);
}
