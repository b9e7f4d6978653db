/**
 * Weights of `tis620_thai_ci`: Thai in the order of pronunciation, which differs from the written order.
 *
 * A leading vowel is weighed after its consonant. A mark above letters counts only where all letters are equal: it
 * moves to the end, as a byte for the mark and its distance from there. MySQL has one position for marks: the last of
 * several is stored in it, and the letters after each are weighed where they are after the shift.
 *
 *     E0 A1       A1 E0         a leading vowel and its consonant
 *     A1 E8 A2    A1 A2 F3      F3: third mark, behind one letter
 */
import { isAscii } from "../../text/utf8.ts";
import type { ByteString } from "../../value/value.ts";
import type { Weights } from "./weights.ts";

const marks = "\xec\xe7\xe8\xe9\xea\xeb";
const anyMark = new RegExp(`[${marks}]`);
/** Byte of a mark before all letters; each letter before it subtracts a fixed amount. */
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

/** True for a vowel that is written before its consonant. */
function isVowel(byte: number): boolean {
	return byte >= 0xe0 && byte <= 0xe4;
}
