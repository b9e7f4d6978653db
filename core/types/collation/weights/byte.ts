/**
 * Weights of charsets whose characters are one or two bytes.
 *
 * Weights are bytes themselves, so that printed and compared weights are the same. In double-byte charsets ASCII is
 * case-folded, and a pair is its own weight (or, in `gbk`, its position in a list).
 */
import { charsetNamed } from "../../text/charset.ts";
import { isAscii } from "../../text/utf8.ts";
import { readRuns, WeightPages } from "../../text/runs.ts";
import { capitals, type Fold, type Weights } from "./weights.ts";

/** Makes weights from a table of one or two weights a byte; bytes without an entry are their own weight. */
export function byteWeights(runs: string): Weights {
	let table: readonly string[] | undefined;
	const read = () => {
		const pages = readRuns(runs, new WeightPages());
		table = Array.from({ length: 256 }, (_, byte) => {
			const weights = pages.at(byte) ?? byte;
			return typeof weights === "number" ? String.fromCharCode(weights) : String.fromCharCode(...weights);
		});
		return table;
	};
	const fold: Fold = (bytes) => {
		const weights = table ?? read();
		let folded = "";
		for (let at = 0; at < bytes.length; at++) {
			folded += weights[bytes.charCodeAt(at)];
		}
		return folded;
	};
	// Where ASCII is compared in upper case, V8's own function is several times as fast.
	const isPlain = () =>
		(table ?? read()).every((weight, byte) => byte > 0x7f || weight.charCodeAt(0) === capitals[byte]);
	let plain: boolean | undefined;
	return {
		fold: (bytes) => ((plain ??= isPlain()) && isAscii(bytes) ? bytes.toUpperCase() : fold(bytes)),
		print: fold,
		ascii: () =>
			(plain ??= isPlain())
				? capitals
				: Int16Array.from(table ?? read(), (weight, byte) =>
						byte > 0x7f || weight.length > 1 ? -1 : weight.charCodeAt(0),
					),
	};
}

/** Compares ASCII in upper case; `weigh` returns the weight of a pair. */
export function pairWeights(charset: string, weigh: Fold = (pair) => pair): Weights {
	const width = charsetNamed(charset)!.width;
	const fold: Fold = (bytes) => {
		if (isAscii(bytes)) {
			return bytes.toUpperCase();
		}
		let weights = "";
		for (let at = 0; at < bytes.length; ) {
			const next = at + width(bytes, at);
			const character = bytes.slice(at, next);
			weights += next === at + 1 ? character.replace(/[a-z]/, (letter) => letter.toUpperCase()) : weigh(character);
			at = next;
		}
		return weights;
	};
	return { fold, print: fold, ascii: () => capitals };
}
