/**
 * Prefix codes for weights of the Unicode collation algorithm (UCA): one to three bytes each.
 *
 * Codes sort as the weights do, and none is a prefix of another. ASCII letters and digits get one byte, so that the
 * sort key of an English text is as long as the text.
 *
 *     00..1f            weights below the space's, which are few (tab, line feed ...)
 *     20                the space
 *     21..f6            one byte each for the other weights of ASCII; between them bytes that begin a code
 *     21..f6  40..ff    all other weights
 *     f7..fc            characters with implicit weights: ideographs (f7..f9), then the rest (fa..fc)
 *     fe                beyond all weights: supplementary characters of the older table
 *     ff                an invalid byte
 *
 * No byte after the first is a space or a control character, which `pad.ts` relies on.
 */
import { invariant } from "../../../errors/invariant.ts";
import type { ByteString } from "../../value/value.ts";

const firstLead = 0x21;
const lastLead = 0xf6;
const firstFollower = 0x40;
const followers = 0x100 - firstFollower;

/** First of the two implicit weights of a character without an entry. */
export const firstImplicit = 0xfb40;
export const beyondAll = 0xfffd;

export const invalidLead = "\xff";

export type WeightCodes = ReadonlyMap<number, ByteString>;

/** Assigns codes to these weights; `short`: those with one byte; `space`: that of the space. */
export function weightCodes(weights: Iterable<number>, short: ReadonlySet<number>, space: number): WeightCodes {
	const sorted = [...new Set(weights)].filter((weight) => weight < firstImplicit).sort((a, b) => a - b);
	const codes = new Map<number, ByteString>();
	const below = sorted.filter((weight) => weight < space);
	invariant(below.length <= 0x20, "At most 32 weights are below the space's.");
	below.forEach((weight, at) => codes.set(weight, String.fromCharCode(at)));
	codes.set(space, " ");
	let lead = firstLead;
	let used = 0;
	for (const weight of sorted) {
		if (weight <= space) {
			continue;
		}
		if (short.has(weight)) {
			lead += used > 0 ? 1 : 0;
			used = 0;
			codes.set(weight, String.fromCharCode(lead++));
			continue;
		}
		if (used === followers) {
			lead++;
			used = 0;
		}
		codes.set(weight, String.fromCharCode(lead, firstFollower + used++));
	}
	invariant(lead <= lastLead, "The weights of a collation fit into the bytes that may begin a code.");
	codes.set(beyondAll, "\xfe");
	return codes;
}

/** Returns the implicit weights of a character: ideographs of the first block, of its extension, all others. */
export function implicitWeights(character: number): readonly [number, number] {
	const isIdeograph = character >= 0x4e00 && character <= 0x9fa5;
	const kind = isIdeograph ? 0xfb40 : character >= 0x3400 && character <= 0x4db5 ? 0xfb80 : 0xfbc0;
	return [kind + (character >> 15), 0x8000 | (character & 0x7fff)];
}

/** Returns the code of such a pair: a byte for the block, then the position in it in two or three bytes. */
export function implicitCode(first: number, second: number): ByteString {
	const kind = first < 0xfb80 ? 0xfb40 : first < 0xfbc0 ? 0xfb80 : 0xfbc0;
	const character = ((first - kind) << 15) | (second & 0x7fff);
	if (character > 0xffff) {
		return (kind === 0xfb80 ? "\xf9" : "\xfc") + inFollowers(character, 3);
	}
	switch (kind) {
		case 0xfb40:
			return `\xf7${inFollowers(character - 0x4e00, 2)}`;
		case 0xfb80:
			return `\xf8${inFollowers(character - 0x3400, 2)}`;
		default:
			return character < 0x8000 ? `\xfa${inFollowers(character, 2)}` : `\xfb${inFollowers(character - 0x8000, 2)}`;
	}
}

function inFollowers(value: number, count: number): ByteString {
	invariant(value >= 0, "A character stands behind the first of its kind.");
	let bytes = "";
	for (let left = count, rest = value; left > 0; left--, rest = Math.floor(rest / followers)) {
		bytes = String.fromCharCode(firstFollower + (rest % followers)) + bytes;
	}
	return bytes;
}
