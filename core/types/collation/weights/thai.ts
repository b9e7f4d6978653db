/**
 * `tis620_thai_ci`: Thai as it is spoken, which is not how it is written.
 *
 * In: bytes of tis620. Out: bytes that are weights. A vowel that is written before its consonant is weighed behind
 * it. A mark above the letters weighs only where all letters are equal: it goes to the end, as a byte that says which
 * mark it is and how far it stood from there. MySQL has one place for that: of several marks the last is in it, and
 * the letters behind each are weighed as they lie after the others were shifted.
 *
 *     E0 A1       A1 E0         a leading vowel and its consonant
 *     A1 E8 A2    A1 A2 F3      F3: third mark, behind one letter
 */
import { isAscii } from "../../text/utf8.ts";
import type { ByteString } from "../../value/value.ts";
import type { Weights } from "./weights.ts";

const marks = "\xec\xe7\xe8\xe9\xea\xeb";
const anyMark = new RegExp(`[${marks}]`);
/** A mark before all letters; each letter before it takes so much. */
const firstMark = 0xf8;
const stepPerLetter = 8;

export const thaiWeights: Weights = {
	fold,
	print: fold,
	ascii: () => smallLetters,
	letters: (bytes) => bytes.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()),
	unsettled: (bytes) => {
		const mark = bytes.search(anyMark);
		const settled = mark < 0 ? bytes.length : mark;
		return bytes.length - (isVowel(bytes.charCodeAt(settled - 1)) ? settled - 1 : settled);
	},
};

const smallLetters = Int16Array.from({ length: 256 }, (_, byte) => (byte > 0x7f ? -1 : smallLetter(byte)));

function fold(bytes: ByteString): ByteString {
	return isAscii(bytes) ? bytes.toLowerCase() : rearranged(Buffer.from(bytes, "latin1")).toString("latin1");
}

function rearranged(text: Buffer): Buffer {
	let mark = firstMark;
	let at = 0;
	for (let left = text.length; left > 0; left--) {
		const byte = text[at]!;
		if (byte < 0x80 || isConsonant(byte)) {
			mark -= stepPerLetter;
			text[at++] = smallLetter(byte);
		} else if (isVowel(byte) && left > 1 && isConsonant(text[at + 1]!)) {
			text[at] = text[at + 1]!;
			text[at + 1] = byte;
			at += 2;
			left--;
		} else {
			const place = marks.indexOf(String.fromCharCode(byte)) + 1;
			if (place > 0) {
				text.copyWithin(at, at + 1, at + left);
				text[text.length - 1] = (mark + place) & 0xff;
			} else {
				at++;
			}
		}
	}
	return text;
}

function smallLetter(byte: number): number {
	return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function isConsonant(byte: number): boolean {
	return byte >= 0xa1 && byte <= 0xce;
}

/** Of those that are written before the consonant. */
function isVowel(byte: number): boolean {
	return byte >= 0xe0 && byte <= 0xe4;
}
