/**
 * Well-formedness of byte strings: the first byte that begins no character of the charset.
 *
 * Lead and trail bytes are those of MySQL's charsets; whether the character exists in Unicode does not matter here.
 * All bytes are text in single-byte charsets, except that ASCII ends at 7F.
 */
import { charsetNamed, isUtf8 } from "./charset.ts";
import { firstInvalidByte, isAscii } from "./utf8.ts";
import type { ByteString } from "../value/value.ts";

/** Bytes of the character at `at`; 0: none begins there. */
type Measure = (bytes: ByteString, at: number) => number;

const within = (byte: number, first: number, last: number): boolean => byte >= first && byte <= last;

/** One byte below 80, or a lead and a trail byte. */
function pairs(isLead: (byte: number) => boolean, isTrail: (byte: number) => boolean, isLone = isBelow80): Measure {
	return (bytes, at) => {
		const lead = bytes.charCodeAt(at);
		return isLone(lead) ? 1 : isLead(lead) && isTrail(bytes.charCodeAt(at + 1)) ? 2 : 0;
	};
}

function isBelow80(byte: number): boolean {
	return byte < 0x80;
}

const sjis = pairs(
	(byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
	(byte) => within(byte, 0x40, 0x7e) || within(byte, 0x80, 0xfc),
	(byte) => byte < 0x80 || within(byte, 0xa1, 0xdf),
);

const isEuc = (byte: number): boolean => within(byte, 0xa1, 0xfe);

/** 8E and a half-width katakana, 8F and two bytes, or two bytes. */
const eucJapanese: Measure = (bytes, at) => {
	const lead = bytes.charCodeAt(at);
	const second = bytes.charCodeAt(at + 1);
	if (lead < 0x80) {
		return 1;
	}
	if (lead === 0x8e) {
		return within(second, 0xa0, 0xdf) ? 2 : 0;
	}
	if (lead === 0x8f) {
		return isEuc(second) && isEuc(bytes.charCodeAt(at + 2)) ? 3 : 0;
	}
	return isEuc(lead) && isEuc(second) ? 2 : 0;
};

const gb18030: Measure = (bytes, at) => {
	const [lead, second, third, fourth] = [0, 1, 2, 3].map((offset) => bytes.charCodeAt(at + offset)) as [
		number,
		number,
		number,
		number,
	];
	if (lead < 0x80) {
		return 1;
	}
	if (!within(lead, 0x81, 0xfe)) {
		return 0;
	}
	if (within(second, 0x30, 0x39)) {
		return within(third, 0x81, 0xfe) && within(fourth, 0x30, 0x39) ? 4 : 0;
	}
	return within(second, 0x40, 0x7e) || within(second, 0x80, 0xfe) ? 2 : 0;
};

/** `high`: offset of the high byte of a unit. */
function utf16(high: 0 | 1): Measure {
	return (bytes, at) => {
		if (at + 2 > bytes.length) {
			return 0;
		}
		const kind = bytes.charCodeAt(at + high) & 0xfc;
		if (kind !== 0xd8) {
			return kind === 0xdc ? 0 : 2;
		}
		return (bytes.charCodeAt(at + 2 + high) & 0xfc) === 0xdc && at + 4 <= bytes.length ? 4 : 0;
	};
}

const measures: Readonly<Record<string, Measure>> = {
	big5: pairs(
		(byte) => within(byte, 0xa1, 0xf9),
		(byte) => within(byte, 0x40, 0x7e) || isEuc(byte),
	),
	gbk: pairs(
		(byte) => within(byte, 0x81, 0xfe),
		(byte) => within(byte, 0x40, 0x7e) || within(byte, 0x80, 0xfe),
	),
	gb2312: pairs((byte) => within(byte, 0xa1, 0xf7), isEuc),
	euckr: pairs(
		(byte) => within(byte, 0x81, 0xfe),
		(byte) => within(byte, 0x41, 0x5a) || within(byte, 0x61, 0x7a) || within(byte, 0x81, 0xfe),
	),
	sjis,
	cp932: sjis,
	ujis: eucJapanese,
	eucjpms: eucJapanese,
	gb18030,
	ucs2: (bytes, at) => (at + 2 <= bytes.length ? 2 : 0),
	utf16: utf16(0),
	utf16le: utf16(1),
	utf32: (bytes, at) =>
		at + 4 <= bytes.length && bytes.charCodeAt(at) === 0 && bytes.charCodeAt(at + 1) <= 0x10 ? 4 : 0,
	ascii: (bytes, at) => (isBelow80(bytes.charCodeAt(at)) ? 1 : 0),
};

/** True where not every byte string is text in the charset. */
export function mayBeIllFormed(charset: string): boolean {
	const name = charsetNamed(charset)?.name ?? "";
	return isUtf8(name) || measures[name] !== undefined;
}

/** Returns where the first byte is that begins no character of the charset, or -1. */
export function firstIllFormed(bytes: ByteString, charset: string): number {
	const known = charsetNamed(charset);
	if (known === undefined || (known.minBytes === 1 && isAscii(bytes))) {
		return -1;
	}
	if (isUtf8(known.name)) {
		return firstInvalidByte(bytes);
	}
	const measure = measures[known.name];
	if (measure === undefined) {
		return -1;
	}
	for (let at = 0; at < bytes.length; ) {
		const width = measure(bytes, at);
		if (width === 0) {
			return at;
		}
		at += width;
	}
	return -1;
}

/** Text for UTF-8 clients: bytes that are no character show as question marks, as where MySQL converts a statement. */
export function shownInUtf8(text: ByteString): ByteString {
	let at = firstInvalidByte(text);
	if (at < 0) {
		return text;
	}
	// A text of megabytes may have nothing else.
	const shown = Buffer.from(text, "latin1");
	for (; at >= 0; at = firstInvalidByte(text, at + 1)) {
		shown[at] = questionMark;
	}
	return shown.toString("latin1");
}

const questionMark = 63;

const shownBytes = 3;

/** Returns the bytes in hexadecimal as error 1300 shows them. */
export function shownIllFormed(bytes: ByteString, at: number): ByteString {
	return Buffer.from(bytes.slice(at, at + shownBytes), "latin1")
		.toString("hex")
		.toUpperCase();
}
