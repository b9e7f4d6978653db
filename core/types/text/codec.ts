/**
 * Codecs: a charset's bytes to JavaScript text and back, and the width of its characters.
 *
 * Made on first use, since a server seldom needs more than three. An unmappable character is encoded as `?`, an
 * unmappable byte decoded as U+FFFD.
 */
import iconv from "iconv-lite";
import { isAscii, utf8Width } from "./utf8.ts";
import { decodeText, type ByteString } from "../value/value.ts";

export interface Codec {
	decode(bytes: ByteString): string;
	encode(text: string): ByteString;
	/** Returns the bytes of the character at `at`; an invalid one is as wide as the smallest. May exceed the end. */
	width(bytes: ByteString, at: number): number;
}

const one = () => 1;

function withoutSurrogates(text: string): string {
	return text.replace(/[\ud800-\udfff]/gu, "?");
}

function encodeUtf8(text: string): ByteString {
	return isAscii(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** Unpaired surrogates become `?`; in utf8mb4 all else can be encoded. */
export const utf8mb4Codec: Codec = {
	decode: decodeText,
	encode: (text) => encodeUtf8(withoutSurrogates(text)),
	width: utf8Width,
};

export const binaryCodec: Codec = {
	decode: (bytes) => bytes,
	encode: encodeUtf8,
	width: one,
};

/** Codec of a single-byte charset from its 256 characters; U+FFFD: unmapped. */
export function singleByteCodec(table: () => string): Codec {
	let characters = "";
	let bytesOf: Map<string, number> | undefined;
	const load = () => {
		characters = table();
		bytesOf = new Map();
		for (let byte = 255; byte >= 0; byte--) {
			if (characters[byte] !== "\ufffd") {
				bytesOf.set(characters[byte]!, byte);
			}
		}
		return bytesOf;
	};
	return {
		decode(bytes) {
			bytesOf ?? load();
			let text = "";
			for (let at = 0; at < bytes.length; at++) {
				text += characters[bytes.charCodeAt(at)];
			}
			return text;
		},
		encode(text) {
			const map = bytesOf ?? load();
			let bytes = "";
			for (const character of text) {
				bytes += String.fromCharCode(map.get(character) ?? 0x3f);
			}
			return bytes;
		},
		width: one,
	};
}

/** Returns iconv-lite's 256 characters of a single-byte encoding. */
export function tableOf(encoding: string): string {
	return iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), encoding);
}

/** Replaces some bytes of a table: `[first byte, characters from there on]`. */
export function patched(table: string, ...patches: (readonly [number, string])[]): string {
	const characters = [...table];
	for (const [first, replacement] of patches) {
		characters.splice(first, replacement.length, ...replacement);
	}
	return characters.join("");
}

/** Codec of a multi-byte encoding of iconv-lite. */
export function iconvCodec(encoding: string, width: Codec["width"]): Codec {
	return {
		decode: (bytes) => iconv.decode(Buffer.from(bytes, "latin1"), encoding, { stripBOM: false }),
		encode: (text) => iconv.encode(text, encoding).toString("latin1"),
		width,
	};
}

/** ASCII is single bytes; any byte in `lead` begins a pair. */
export function pairs(isLead: (byte: number) => boolean): Codec["width"] {
	return (bytes, at) => (isLead(bytes.charCodeAt(at)) && at + 1 < bytes.length ? 2 : 1);
}

/** EUC: 8F begins three bytes, 8E and A1..FE two. */
export function eucWidth(bytes: ByteString, at: number): number {
	const lead = bytes.charCodeAt(at);
	return lead === 0x8f ? 3 : lead === 0x8e || lead >= 0xa1 ? 2 : 1;
}

/** GB18030: a digit as second byte makes four bytes. */
export function gb18030Width(bytes: ByteString, at: number): number {
	if (bytes.charCodeAt(at) < 0x81) {
		return 1;
	}
	const second = bytes.charCodeAt(at + 1);
	return second >= 0x30 && second <= 0x39 ? 4 : 2;
}

/** UTF-16: D8..DB in the high byte begins a surrogate pair. `high`: the offset of the high byte. */
export function utf16Width(high: 0 | 1): Codec["width"] {
	return (bytes, at) => ((bytes.charCodeAt(at + high) & 0xfc) === 0xd8 ? 4 : 2);
}

/** UCS-2: big-endian pairs, no surrogates. */
export const ucs2Codec: Codec = {
	...iconvCodec("utf-16be", () => 2),
	encode: (text) => iconv.encode(text.replace(/[\u{10000}-\u{10ffff}]/gu, "?"), "utf-16be").toString("latin1"),
};
