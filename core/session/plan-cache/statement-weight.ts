/**
 * Estimates of what a statement takes in memory, by the words of its text.
 *
 * Measured by V8's heap, bytes a word: syntax trees 48 to 58; plans 140 (columns of a select list), 560 (OR), 600
 * (sums), 950 (numbers of IN).
 */
import type { ByteString } from "../../types/value/value.ts";

const usualTree = 500;
const treeOfWord = 60;
const usualPlan = 4000;
const planOfWord = 700;

/** Words, signs and quoted texts. */
export function countWords(text: ByteString): number {
	let words = 0;
	let isWithin = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === apostrophe || code === quote || code === backtick) {
			const end = text.indexOf(text[at]!, at + 1);
			at = end < 0 ? text.length : end;
			words++;
			isWithin = false;
			continue;
		}
		const isLetter = (code >= zero && code <= nine) || code >= capitalA;
		if (code > space && !(isLetter && isWithin)) {
			words++;
		}
		isWithin = isLetter;
	}
	return words;
}

const [space, quote, apostrophe, zero, nine, capitalA, backtick] = [0x20, 0x22, 0x27, 0x30, 0x39, 0x41, 0x60];

/** Bytes of a statement's text and tree. */
export function treeWeight(textLength: number, words: number): number {
	return usualTree + textLength + words * treeOfWord;
}

/** Bytes of one plan. */
export function planWeight(words: number): number {
	return usualPlan + words * planOfWord;
}
