/**
 * Prints weights as the shortest runs, in the text form that `core/types/text/runs.ts` reads.
 */
import type { Contraction, WeightList } from "../../core/types/text/runs.ts";

export type CharacterWeights = readonly (readonly [character: number, weights: WeightList])[];

const hex = (value: number) => (value < 0 ? `-${(-value).toString(16)}` : value.toString(16));

export function printRuns(entries: CharacterWeights): string[] {
	const runs: string[] = [];
	let character = 0;
	let weight = 0;
	for (let at = 0; at < entries.length; ) {
		const [first, weights] = entries[at]!;
		const gap = first - character === 1 ? "" : hex(first - character);
		const count = runLength(entries, at);
		const times = count === 1 ? "" : `x${hex(count)}`;
		if (weights.length === 1) {
			const step = count === 1 ? 0 : entries[at + 1]![1][0]! - weights[0]!;
			runs.push(`${gap}${times}:${hex(weights[0]! - weight)}${step === 0 ? "" : `/${hex(step)}`}`);
			weight = weights[0]! + (count - 1) * step;
		} else {
			runs.push(`${gap}${times}=${weights.map(hex).join(",")}`);
		}
		character = first + count - 1;
		at += count;
	}
	return runs;
}

/**
 * Number of consecutive characters whose weights increase by the same step, or that have none; a character with
 * several weights is a run of its own.
 */
function runLength(entries: CharacterWeights, from: number): number {
	const [first, weights] = entries[from]!;
	if (weights.length > 1) {
		return 1;
	}
	let count = 1;
	let step: number | undefined;
	for (;;) {
		const next = entries[from + count];
		if (next === undefined || next[0] !== first + count || next[1].length !== weights.length) {
			return count;
		}
		if (weights.length === 1) {
			const increase = next[1][0]! - entries[from + count - 1]![1][0]!;
			if (step !== undefined && increase !== step) {
				return count;
			}
			step = increase;
		}
		count++;
	}
}

export function printContractions(contractions: readonly Contraction[]): string[] {
	return contractions.map(
		({ characters, weights }) => `${characters.map(hex).join("+")}=${weights.map(hex).join(",")}`,
	);
}

/** Joins words into lines of at most this many characters. */
export function inLines(words: readonly string[], width: number): string {
	const lines: string[] = [];
	let line = "";
	for (const word of words) {
		if (line !== "" && line.length + 1 + word.length > width) {
			lines.push(line);
			line = "";
		}
		line += line === "" ? word : ` ${word}`;
	}
	return [...lines, line].join("\n");
}
