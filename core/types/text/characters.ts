/**
 * Characters of byte strings: counts, offsets and cuts at a charset's character boundaries.
 *
 * Invalid bytes count as characters; whether a character exists in Unicode does not matter here.
 */
import { charsetNamed } from "./charset.ts";
import type { Codec } from "./codec.ts";
import { isAscii, utf8Width } from "./utf8.ts";
import type { ByteString } from "../value/value.ts";
import { ownPart } from "./own-part.ts";

/** Returns the width function if characters may have several bytes in this text. */
export function widthIn(bytes: ByteString, charset: string): Codec["width"] | undefined {
	const known = charsetNamed(charset);
	if (known === undefined || known.maxBytes === 1 || (known.minBytes === 1 && isAscii(bytes))) {
		return undefined;
	}
	return known.width;
}

export function countCharacters(bytes: ByteString, charset: string): number {
	const width = widthIn(bytes, charset);
	if (width === undefined) {
		return bytes.length;
	}
	let count = 0;
	for (let at = 0; at < bytes.length; at += width(bytes, at)) {
		count++;
	}
	return count;
}

/** Returns the offset of character number `count` (from 0), or the length if there are fewer. */
export function characterOffset(bytes: ByteString, charset: string, count: number): number {
	const width = widthIn(bytes, charset);
	if (width === undefined) {
		return Math.min(Math.max(count, 0), bytes.length);
	}
	let at = 0;
	for (let left = count; left > 0 && at < bytes.length; left--) {
		at += width(bytes, at);
	}
	return Math.min(at, bytes.length);
}

/** Returns the first `count` characters. */
export function cutCharacters(bytes: ByteString, charset: string, count: number): ByteString {
	if (bytes.length <= count) {
		return bytes;
	}
	const end = characterOffset(bytes, charset, count);
	return end === bytes.length ? bytes : ownPart(bytes, 0, end);
}

/** Truncates to whole characters within `most` bytes. */
export function cutBytes(bytes: ByteString, charset: string, most: number): ByteString {
	if (bytes.length <= most) {
		return bytes;
	}
	const width = widthIn(bytes, charset);
	let end = most;
	if (width !== undefined) {
		end = 0;
		for (let next = 0; next <= most; next = end + width(bytes, end)) {
			end = next;
		}
	}
	return ownPart(bytes, 0, end);
}

/** Returns the bytes of the character at an offset; never beyond the end. */
export function characterWidth(bytes: ByteString, at: number, charset: string): number {
	const width = (charsetNamed(charset)?.width ?? utf8Width)(bytes, at);
	return Math.min(width, bytes.length - at);
}

export function splitCharacters(bytes: ByteString, charset: string): ByteString[] {
	const width = widthIn(bytes, charset);
	if (width === undefined) {
		return bytes.split("");
	}
	const characters: ByteString[] = [];
	for (let at = 0; at < bytes.length; ) {
		const next = at + width(bytes, at);
		characters.push(bytes.slice(at, next));
		at = next;
	}
	return characters;
}
