/**
 * Weights: what stands for a text when a collation ignores case and accents.
 *
 * In: text as bytes of a charset. Out: its weights as a byte string: the code point of each character's base
 * letter in capitals, in UTF-8, whose byte order is the order of code points. Exact tables of a collation take
 * the place of these functions without a change elsewhere. It refuses to know padding (`pad.ts`) and names.
 */
import { charsetNamed, transcoder } from "./charset.ts";
import { codePointAt, encodeCodePoint, isAscii, validWidth } from "./utf8.ts";
import type { ByteString } from "./value.ts";

export type Fold = (bytes: ByteString) => ByteString;

/** Characters whose weight is not the base letter that Unicode's decomposition gives. */
const general = new Map([["ß", 0x53], ["ı", 0x49], ["ſ", 0x53]]);
const unicode = new Map([["ß", "SS"], ["æ", "AE"], ["Æ", "AE"], ["œ", "OE"], ["Œ", "OE"], ["ı", "I"], ["ſ", "S"]]);

/** All characters beyond the first plane weigh the same. */
const BEYOND = encodeCodePoint(0xfffd);

function baseLetter(character: string): number {
	const base = String.fromCodePoint(character.normalize("NFD").codePointAt(0)!);
	const upper = base.toUpperCase();
	return (upper.length === base.length ? upper : base).codePointAt(0)!;
}

/** A weight for each code point of the first plane, found on first use. */
function weightTable(weigh: (character: string) => ByteString): (codePoint: number) => ByteString {
	const table: (ByteString | undefined)[] = [];
	return (codePoint) => {
		if (codePoint > 0xffff) {
			return BEYOND;
		}
		return (table[codePoint] ??= weigh(String.fromCharCode(codePoint)));
	};
}

const generalWeight = weightTable((character) => encodeCodePoint(general.get(character) ?? baseLetter(character)));

const combining = /^\p{Mn}$/u;

const unicodeWeight = weightTable((character) =>
	combining.test(character) ? "" : (unicode.get(character) ?? encodeCodePoint(baseLetter(character))));

function foldUtf8(weight: (codePoint: number) => ByteString): Fold {
	return (bytes) => {
		if (isAscii(bytes)) {
			return bytes.toUpperCase();
		}
		let weights = "";
		for (let at = 0; at < bytes.length; ) {
			const width = validWidth(bytes, at);
			weights += width === 0 ? BEYOND : weight(codePointAt(bytes, at, width));
			at += width || 1;
		}
		return weights;
	};
}

/** `_general_ci`: one weight a character. */
export const generalFold = foldUtf8(generalWeight);

/** `_unicode_ci` and its languages: some letters weigh as two, combining marks nothing. */
export const unicodeFold = foldUtf8(unicodeWeight);

/** ASCII capitals; for charsets of which only bytes below 80 have case. */
export const asciiFold: Fold = (bytes) =>
	isAscii(bytes) ? bytes.toUpperCase() : bytes.replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Characters of two bytes as they are (their second byte may look like a letter), ASCII in capitals. */
export function wideFold(charset: string): Fold {
	const width = charsetNamed(charset)!.width;
	return (bytes) => {
		if (isAscii(bytes)) {
			return bytes.toUpperCase();
		}
		let weights = "";
		for (let at = 0; at < bytes.length; ) {
			const next = at + width(bytes, at);
			const character = bytes.slice(at, next);
			weights += next === at + 1 ? asciiFold(character) : character;
			at = next;
		}
		return weights;
	};
}

/** Text of another charset by the weights of its Unicode characters. */
export function convertedFold(charset: string, fold: Fold): Fold {
	const convert = transcoder(charset, "utf8mb4");
	return (bytes) => fold(convert(bytes));
}

/** A charset of single bytes by a table of one weight a byte. */
export function tableFold(weights: readonly number[]): Fold {
	const table = weights.map((weight) => String.fromCharCode(weight));
	return (bytes) => {
		if (isAscii(bytes)) {
			return bytes.toUpperCase();
		}
		let folded = "";
		for (let at = 0; at < bytes.length; at++) {
			folded += table[bytes.charCodeAt(at)];
		}
		return folded;
	};
}

/** `latin1_swedish_ci`: Å, Ä and Ö come after Z, Ü is Y. Bytes C0 to FF; those before weigh as themselves. */
const swedish = [
	65, 65, 65, 65, 92, 91, 92, 67, 69, 69, 69, 69, 73, 73, 73, 73,
	68, 78, 79, 79, 79, 79, 93, 215, 216, 85, 85, 85, 89, 89, 222, 223,
	65, 65, 65, 65, 92, 91, 92, 67, 69, 69, 69, 69, 73, 73, 73, 73,
	68, 78, 79, 79, 79, 79, 93, 247, 216, 85, 85, 85, 89, 89, 222, 255,
];

export const swedishFold = tableFold(
	Array.from({ length: 256 }, (_, byte) => (byte >= 0xc0 ? swedish[byte - 0xc0]! : byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte)),
);
