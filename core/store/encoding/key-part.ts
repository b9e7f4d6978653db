/**
 * Memcomparable key encoding (sort key): one value as bytes that sort as the value does, and back.
 *
 * Each part is self-delimiting, so the parts of a tuple are concatenated and tuples compare part by part. NULL sorts
 * first in every kind.
 *
 * integer: every integer type, DECIMAL (unscaled, with the column's scale), temporal types, ENUM, SET, BIT, YEAR.
 * Signed and unsigned, number and bigint share one form, so widening a column changes no key.
 *
 *     00                      NULL
 *     40-n  n bytes           below 0: the complement of the n bytes of -value - 1    (n 1 to 32)
 *     40+v                    0 <= v <= 127
 *     c0+n  n bytes           128 and above: the n bytes of the value                 (n 1 to 32)
 *
 * double:
 *
 *     00                      NULL
 *     01    8 bytes           big end first, sign bit flipped; all bits flipped if negative
 *
 * bytes:
 *
 *     00 00                   NULL
 *     bytes  00 01            the bytes; a 00 among them is written 00 ff
 */
import { invariant } from "../../errors/invariant.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { canonical, type ByteString, type Integer, type Value } from "../../types/value/value.ts";

export type KeyKind = "integer" | "double" | "bytes";

/** Reads the parts of a key in turn. */
export interface KeyCursor {
	readonly key: ByteString;
	at: number;
}

export type EncodeKeyPart = (value: Value) => ByteString;
type DecodeKeyPart = (cursor: KeyCursor) => Value;

export function keyKindOf(type: SqlType): KeyKind {
	switch (familyOf(type)) {
		case "float":
			return "double";
		case "text":
		case "bytes":
		case "json":
			return "bytes";
		default:
			return "integer";
	}
}

/** Chosen once per column. */
export function keyPartEncoder(kind: KeyKind): EncodeKeyPart {
	switch (kind) {
		case "integer":
			return (value) => (value === null ? "\x00" : encodeInteger(value as Integer));
		case "double":
			return (value) => (value === null ? "\x00" : encodeDouble(Number(value)));
		case "bytes":
			return (value) => (value === null ? "\x00\x00" : encodeBytes(value as ByteString));
	}
}

/** Chosen once per column. */
export function keyPartDecoder(kind: KeyKind): DecodeKeyPart {
	switch (kind) {
		case "integer":
			return decodeInteger;
		case "double":
			return decodeDouble;
		case "bytes":
			return decodeBytes;
	}
}

/** End of the key part that begins at `at`. */
export function endOfKeyPart(key: ByteString, at: number, kind: KeyKind): number {
	if (kind === "bytes") {
		const end = endOfBytes(key, at);
		return end + 2;
	}
	const head = key.charCodeAt(at);
	if (kind === "double") {
		return head === 0 ? at + 1 : at + 9;
	}
	return at + 1 + magnitudeBytes(head);
}

const character = String.fromCharCode;
const small = Array.from({ length: 128 }, (_, value) => character(0x40 + value));

export function encodeInteger(value: Integer): ByteString {
	if (typeof value === "bigint") {
		return value < 0n ? encodeLarge(-value - 1n, true) : encodeLarge(value, false);
	}
	if (value >= 0) {
		return value < 128 ? small[value] : encodeSafe(value, Math.floor(value / 0x100000000), value | 0, 0xc0, 1);
	}
	const size = -value - 1;
	return encodeSafe(size, ~Math.floor(size / 0x100000000), ~(size | 0), 0x40, -1);
}

/** Bytes of a safe integer, complemented if negative. `high` and `low` are its 32-bit halves. */
function encodeSafe(size: number, high: number, low: number, base: number, step: number): ByteString {
	const a = low & 255;
	if (size < 0x100) {
		return character(base + step, a);
	}
	const b = (low >>> 8) & 255;
	if (size < 0x10000) {
		return character(base + 2 * step, b, a);
	}
	const c = (low >>> 16) & 255;
	if (size < 0x1000000) {
		return character(base + 3 * step, c, b, a);
	}
	const d = low >>> 24;
	if (size < 0x100000000) {
		return character(base + 4 * step, d, c, b, a);
	}
	const e = high & 255;
	if (size < 0x10000000000) {
		return character(base + 5 * step, e, d, c, b, a);
	}
	const f = (high >>> 8) & 255;
	if (size < 0x1000000000000) {
		return character(base + 6 * step, f, e, d, c, b, a);
	}
	return character(base + 7 * step, (high >>> 16) & 255, f, e, d, c, b, a);
}

function encodeLarge(size: bigint, negative: boolean): ByteString {
	const digits = size.toString(16);
	const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
	invariant(bytes.length <= 32, "An integer in a key has at most 32 bytes.");
	if (negative) {
		for (let at = 0; at < bytes.length; at++) {
			bytes[at] ^= 0xff;
		}
	}
	return character(negative ? 0x40 - bytes.length : 0xc0 + bytes.length) + bytes.toString("latin1");
}

/** Number of bytes after an integer's first. */
export function magnitudeBytes(head: number): number {
	if (head === 0 || (head >= 0x40 && head < 0xc0)) {
		return 0;
	}
	return head < 0x40 ? 0x40 - head : head - 0xc0;
}

function decodeInteger(cursor: KeyCursor): Integer | null {
	const { key, at } = cursor;
	const head = key.charCodeAt(at);
	const length = magnitudeBytes(head);
	cursor.at = at + 1 + length;
	if (length === 0) {
		return head === 0 ? null : head - 0x40;
	}
	const flip = head < 0x40 ? 0xff : 0;
	if (length <= 6) {
		let size = 0;
		for (let next = at + 1; next <= at + length; next++) {
			size = size * 256 + (key.charCodeAt(next) ^ flip);
		}
		return flip === 0 ? size : -size - 1;
	}
	let size = 0n;
	for (let next = at + 1; next <= at + length; next++) {
		size = (size << 8n) | BigInt(key.charCodeAt(next) ^ flip);
	}
	return canonical(flip === 0 ? size : -size - 1n);
}

const doubles = new Float64Array(1);
const doubleBytes = new Uint8Array(doubles.buffer);

function encodeDouble(value: number): ByteString {
	// Adding 0 makes -0 the same key as 0.
	doubles[0] = value + 0;
	const flip = doubleBytes[7] >= 0x80 ? 0xff : 0;
	const first = flip === 0 ? doubleBytes[7] | 0x80 : doubleBytes[7] ^ 0xff;
	return character(
		1,
		first,
		doubleBytes[6] ^ flip,
		doubleBytes[5] ^ flip,
		doubleBytes[4] ^ flip,
		doubleBytes[3] ^ flip,
		doubleBytes[2] ^ flip,
		doubleBytes[1] ^ flip,
		doubleBytes[0] ^ flip,
	);
}

function decodeDouble(cursor: KeyCursor): number | null {
	const { key, at } = cursor;
	if (key.charCodeAt(at) === 0) {
		cursor.at = at + 1;
		return null;
	}
	cursor.at = at + 9;
	const first = key.charCodeAt(at + 1);
	const flip = first >= 0x80 ? 0 : 0xff;
	doubleBytes[7] = flip === 0 ? first & 0x7f : first ^ 0xff;
	for (let byte = 6; byte >= 0; byte--) {
		doubleBytes[byte] = key.charCodeAt(at + 8 - byte) ^ flip;
	}
	return doubles[0];
}

export function encodeBytes(value: ByteString): ByteString {
	return `${escapeBytes(value)}\x00\x01`;
}

/** Prefix of byte strings, without the end mark: for ranges of all strings with this prefix (LIKE 'abc%'). */
export function escapeBytes(value: ByteString): ByteString {
	return value.includes("\x00") ? value.replaceAll("\x00", "\x00\xff") : value;
}

function decodeBytes(cursor: KeyCursor): ByteString | null {
	const { key, at } = cursor;
	const end = endOfBytes(key, at);
	cursor.at = end + 2;
	if (key.charCodeAt(end + 1) === 0) {
		return null;
	}
	const escaped = key.slice(at, end);
	return escaped.includes("\x00") ? escaped.replaceAll("\x00\xff", "\x00") : escaped;
}

/** Offset of the two bytes that end a part of kind bytes. */
function endOfBytes(key: ByteString, at: number): number {
	let end = key.indexOf("\x00", at);
	while (key.charCodeAt(end + 1) === 0xff) {
		end = key.indexOf("\x00", end + 2);
	}
	invariant(end >= 0, "A byte string in a key has an end.");
	return end;
}
