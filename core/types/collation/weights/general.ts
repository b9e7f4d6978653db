/**
 * `_general_ci` of the Unicode charsets: one weight of two bytes a character.
 *
 * Weights are encoded as UTF-8, whose byte order is the order of code points. Most characters are their own weight;
 * the data file names the others. A character beyond U+FFFF weighs fffd.
 */
import { codePointAt, encodeCodePoint, isAscii, validWidth } from "../../text/utf8.ts";
import { FlatParts, partLength } from "../../text/flat-parts.ts";
import type { ByteString } from "../../value/value.ts";
import { invalidLead } from "./code.ts";
import { readRuns, WeightPages } from "../../text/runs.ts";
import { PrintedWeights } from "./printed-weights.ts";
import { capitals, type Fold, type Weights } from "./weights.ts";

const beyond = 0xfffd;
const encodedBeyond = encodeCodePoint(beyond);

/** Makes weights from these tables; later ones override earlier ones. */
export function generalWeights(...texts: readonly string[]): Weights {
	let pages: WeightPages | undefined;
	const weightOf = (character: number): number => {
		pages ??= texts.reduce((read, text) => readRuns(text, read), new WeightPages());
		return (pages.at(character) as number | undefined) ?? character;
	};
	const encoded: ByteString[] = [];
	const encode = (character: number) => (encoded[character] ??= encodeCodePoint(weightOf(character)));
	return {
		ascii: () => capitals,
		fold: (bytes) => {
			if (isAscii(bytes)) {
				return bytes.toUpperCase();
			}
			let weights = "";
			let flat: FlatParts | undefined;
			for (let at = 0; at < bytes.length; ) {
				const width = validWidth(bytes, at);
				weights +=
					width === 0 ? invalidLead + bytes[at] : width === 4 ? encodedBeyond : encode(codePointAt(bytes, at, width));
				at += width || 1;
				if (weights.length >= partLength) {
					flat ??= new FlatParts();
					weights = flat.take(weights);
				}
			}
			return flat === undefined ? weights : flat.with(weights);
		},
		print: printed((character) => (character > 0xffff ? beyond : weightOf(character))),
	};
}

/** An invalid byte sorts above all characters. */
function printed(weigh: (character: number) => number): Fold {
	return (bytes) => {
		const weights = new PrintedWeights(2 * bytes.length);
		for (let at = 0; at < bytes.length; ) {
			const width = validWidth(bytes, at);
			weights.add(width === 0 ? 0xff00 | bytes.charCodeAt(at) : weigh(codePointAt(bytes, at, width)));
			at += width || 1;
		}
		return weights.toText();
	};
}
