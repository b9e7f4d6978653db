/**
 * Quoted strings and names: finds the end, decodes escapes, and quotes bytes for printing.
 *
 * Bytes from 128 pass unchanged, valid UTF-8 or not.
 *
 *     \0 \' \" \b \n \r \t \Z \\   the byte meant      \% \_   both bytes stay, for LIKE      \x   x
 *     ''  inside '...'             one quote           ""  inside "..."  likewise
 */
import type { ByteString } from "../../types/value/value.ts";
import { ownPart } from "../../types/text/own-part.ts";

const backslash = 92;

/** Up to this length a literal or name may keep the text that it stands in. */
export const shortText = 4096;

/** Returns the position after the closing quote, or -1. A doubled quote does not close. */
export function scanQuoted(text: string, start: number, escapes: boolean): number {
	const quote = text.charCodeAt(start);
	let at = start + 1;
	for (;;) {
		if (at >= text.length) {
			return -1;
		}
		const code = text.charCodeAt(at);
		if (code === quote) {
			if (text.charCodeAt(at + 1) !== quote) {
				return at + 1;
			}
			at += 2;
		} else {
			at += escapes && code === backslash ? 2 : 1;
		}
	}
}

/** Decodes a string literal; `start` and `end` include the quotes. */
export function decodeString(text: string, start: number, end: number, escapes: boolean): ByteString {
	const inner = ownPart(text, start + 1, end - 1, shortText);
	const quote = text[start]!;
	if (!inner.includes(quote) && !(escapes && inner.includes("\\"))) {
		return inner;
	}
	const parts: string[] = [];
	let from = 0;
	for (let at = 0; at < inner.length; at++) {
		const code = inner[at];
		if (code === quote) {
			parts.push(inner.slice(from, at));
			from = ++at;
		} else if (code === "\\" && escapes) {
			parts.push(inner.slice(from, at), unescape(inner[at + 1]!));
			from = ++at + 1;
		}
	}
	parts.push(inner.slice(from));
	return parts.join("");
}

function unescape(letter: string): string {
	switch (letter) {
		case "0":
			return "\0";
		case "b":
			return "\b";
		case "n":
			return "\n";
		case "r":
			return "\r";
		case "t":
			return "\t";
		case "Z":
			return "\x1a";
		case "%":
			return "\\%";
		case "_":
			return "\\_";
		default:
			return letter;
	}
}

/** Decodes a quoted name; `start` and `end` include the quotes. */
export function decodeName(text: string, start: number, end: number): ByteString {
	const inner = ownPart(text, start + 1, end - 1, shortText);
	const quote = text[start]!;
	return inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner;
}

/** Quotes bytes as a string literal, for modes in which backslashes escape (the default). */
export function encodeString(bytes: ByteString): ByteString {
	let plain = true;
	for (let at = 0; at < bytes.length && plain; at++) {
		const code = bytes.charCodeAt(at);
		plain = code >= 32 && code !== 39 && code !== backslash;
	}
	if (plain) {
		return `'${bytes}'`;
	}
	const parts = ["'"];
	for (const letter of bytes) {
		parts.push(escape(letter));
	}
	parts.push("'");
	return parts.join("");
}

function escape(letter: string): string {
	switch (letter) {
		case "'":
			return "''";
		case "\\":
			return "\\\\";
		case "\0":
			return "\\0";
		case "\n":
			return "\\n";
		case "\r":
			return "\\r";
		case "\x1a":
			return "\\Z";
		default:
			return letter;
	}
}

/** Quotes a name with backticks. */
export function encodeName(name: ByteString): ByteString {
	return `\`${name.replaceAll("`", "``")}\``;
}
