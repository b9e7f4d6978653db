/**
 * UTF-8 as bytes: character boundaries and the first invalid byte.
 *
 * Invalid as in Go's decoder: stray or missing continuation bytes, overlong forms, surrogates, and all beyond
 * U+10FFFF.
 *
 *     00..7F
 *     C2..DF  80..BF
 *     E0      A0..BF  80..BF
 *     E1..EF  80..BF  80..BF          (ED: 80..9F, no surrogates)
 *     F0      90..BF  80..BF  80..BF
 *     F1..F4  80..BF  80..BF  80..BF  (F4: 80..8F)
 */
import type { ByteString } from "../value/value.ts";

/** Up to this length a loop beats the call. */
const shortLength = 64;

/** True if every byte is below 80, as in most text: then each byte is a character. */
export function isAscii(bytes: ByteString): boolean {
	if (bytes.length > shortLength) {
		// Each byte from 80 on would take two: a vectorized count in Node.
		return Buffer.byteLength(bytes) === bytes.length;
	}
	for (let at = 0; at < bytes.length; at++) {
		if (bytes.charCodeAt(at) > 0x7f) {
			return false;
		}
	}
	return true;
}

/** Returns the bytes of the character at `at`: 1 to 4, or 0 if it is invalid. */
export function validWidth(bytes: ByteString, at: number): number {
	const lead = bytes.charCodeAt(at);
	if (lead < 0x80) {
		return 1;
	}
	if (lead < 0xc2 || lead > 0xf4) {
		return 0;
	}
	const second = bytes.charCodeAt(at + 1);
	if (lead < 0xe0) {
		return isContinuation(second) ? 2 : 0;
	}
	if (!isContinuation(second) || !isContinuation(bytes.charCodeAt(at + 2))) {
		return 0;
	}
	if (lead < 0xf0) {
		return (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ? 0 : 3;
	}
	if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) {
		return 0;
	}
	return isContinuation(bytes.charCodeAt(at + 3)) ? 4 : 0;
}

/** False for NaN, the char code beyond the end. */
function isContinuation(byte: number): boolean {
	return (byte & 0xc0) === 0x80;
}

/** Returns the width for counting: an invalid byte counts as a character. */
export function utf8Width(bytes: ByteString, at: number): number {
	return bytes.charCodeAt(at) < 0x80 ? 1 : validWidth(bytes, at) || 1;
}

/** Returns the code point of the valid character of `width` bytes at `at`. */
export function codePointAt(bytes: ByteString, at: number, width: number): number {
	const lead = bytes.charCodeAt(at);
	switch (width) {
		case 1:
			return lead;
		case 2:
			return ((lead & 0x1f) << 6) | (bytes.charCodeAt(at + 1) & 0x3f);
		case 3:
			return ((lead & 0x0f) << 12) | ((bytes.charCodeAt(at + 1) & 0x3f) << 6) | (bytes.charCodeAt(at + 2) & 0x3f);
		default:
			return (
				((lead & 0x07) << 18) |
				((bytes.charCodeAt(at + 1) & 0x3f) << 12) |
				((bytes.charCodeAt(at + 2) & 0x3f) << 6) |
				(bytes.charCodeAt(at + 3) & 0x3f)
			);
	}
}

/** Encodes one code point; a surrogate in three bytes, so that weights of any number can be encoded. */
export function encodeCodePoint(codePoint: number): ByteString {
	if (codePoint < 0x80) {
		return String.fromCharCode(codePoint);
	}
	const last = 0x80 | (codePoint & 0x3f);
	if (codePoint < 0x800) {
		return String.fromCharCode(0xc0 | (codePoint >> 6), last);
	}
	const third = 0x80 | ((codePoint >> 6) & 0x3f);
	if (codePoint < 0x10000) {
		return String.fromCharCode(0xe0 | (codePoint >> 12), third, last);
	}
	return String.fromCharCode(0xf0 | (codePoint >> 18), 0x80 | ((codePoint >> 12) & 0x3f), third, last);
}

/** Returns the offset of the first invalid byte from `from` on, or -1. */
export function firstInvalidByte(bytes: ByteString, from = 0): number {
	let at = from;
	while (at < bytes.length) {
		if (bytes.charCodeAt(at) < 0x80) {
			at++;
			continue;
		}
		const width = validWidth(bytes, at);
		if (width === 0) {
			return at;
		}
		at += width;
	}
	return -1;
}

/** Returns the offset of the first four-byte character, or -1. Invalid bytes are skipped. */
export function firstWideCharacter(bytes: ByteString): number {
	for (let at = 0; at < bytes.length; at++) {
		if (bytes.charCodeAt(at) >= 0xf0 && validWidth(bytes, at) === 4) {
			return at;
		}
	}
	return -1;
}

/** Replaces each invalid byte. */
export function replaceInvalid(bytes: ByteString, replacement: ByteString): ByteString {
	let replaced = "";
	let from = 0;
	for (let at = firstInvalidByte(bytes); at >= 0; at = firstInvalidByte(bytes, from)) {
		replaced += bytes.slice(from, at) + replacement;
		from = at + 1;
	}
	return replaced + bytes.slice(from);
}

/** With each invalid byte written as `\xE9`: for messages. */
export function escapeInvalid(bytes: ByteString): ByteString {
	let escaped = "";
	let rest = bytes;
	for (let at = firstInvalidByte(rest); at >= 0; at = firstInvalidByte(rest)) {
		escaped += `${rest.slice(0, at)}${escapeByte(rest.charAt(at))}`;
		rest = rest.slice(at + 1);
	}
	return escaped + rest;
}

/** `\xE9`: a byte that is no text, as messages show it. */
export function escapeByte(byte: ByteString): ByteString {
	return `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
