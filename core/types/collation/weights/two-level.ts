/**
 * `cp1250_czech_cs`: compares letters first, then their case and accents.
 *
 * The first weights of all letters are followed by their second weights; `ch` is one letter.
 *
 *     "Ch a"    AD 82 A4  21  42 41 42       21 ends the first weights; the second ones are small and are raised above it
 */
import type { ByteString } from "../../value/value.ts";
import { withoutTrailingSpaces } from "../../text/pad.ts";
import { readRuns, WeightPages } from "../../text/runs.ts";
import type { Weights } from "./weights.ts";

const levelEnd = "!";
const lift = 0x40;
/** Pairs that are one letter and differ in the second weight only. */
const togethers: Readonly<Record<string, readonly [first: number, second: number]>> = {
	CH: [0xad, 1],
	Ch: [0xad, 2],
	ch: [0xad, 3],
};

/** In pieces, since arguments are on the stack. */
const longestPiece = 4096;

function textOfCodes(codes: readonly number[]): ByteString {
	let text = "";
	for (let at = 0; at < codes.length; at += longestPiece) {
		text += String.fromCharCode(...codes.slice(at, at + longestPiece));
	}
	return text;
}

type Levels = readonly [first: readonly number[], second: readonly number[]];

export function twoLevelWeights(runs: string): Weights {
	let pages: WeightPages | undefined;
	const weigh = (bytes: ByteString): Levels => {
		pages ??= readRuns(runs, new WeightPages());
		const levels: [number[], number[]] = [[], []];
		for (let at = 0; at < bytes.length; ) {
			const together = togethers[bytes.slice(at, at + 2)];
			const known = together ?? pages.at(bytes.charCodeAt(at));
			at += together === undefined ? 1 : 2;
			if (typeof known === "object") {
				levels[0].push(known[0]!);
				levels[1].push(known[1]!);
			}
		}
		return levels;
	};
	return {
		fold: (bytes) => {
			const [first, second] = weigh(withoutTrailingSpaces(bytes));
			return first.length === 0
				? ""
				: textOfCodes(first) + levelEnd + textOfCodes(second.map((weight) => weight + lift));
		},
		print: (bytes) => weigh(bytes).map(textOfCodes).join(""),
		letters: (bytes) => bytes,
		unsettled: (bytes) => bytes.length,
	};
}
