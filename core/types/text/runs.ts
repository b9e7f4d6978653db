/**
 * Run-length format of weight tables: runs of characters whose weights increase by equal steps.
 *
 * `tests/weights/print.ts` prints the text from MariaDB's answers. Characters that it does not name have no entry.
 *
 *     text   run, run, ... between blanks
 *     run    [gap] [x count] : delta [/ step]     one weight each
 *            [gap] [x count] =                    no weight: the character is ignored
 *            [gap] = weight , weight ...          several weights
 *
 * All numbers are hexadecimal. The gap is the distance from the character before (1 where omitted), the delta that
 * from the last single weight; a step is added from character to character within the run.
 *
 *     61x1a:41/1      a to z weigh 41 to 5a
 *     df=53,53        two weights
 */
import { invariant } from "../../errors/invariant.ts";

export type WeightList = readonly number[];

/** Weights by character number, in pages of 256. */
export class WeightPages {
	readonly #pages: (Uint32Array | undefined)[] = [];
	readonly #lists = new Map<number, WeightList>();

	/** Returns one weight or several; undefined where the table has none. */
	at(character: number): number | WeightList | undefined {
		const entry = this.#pages[character >> 8]?.[character & 0xff] ?? absent;
		return entry === absent ? undefined : entry === several ? this.#lists.get(character) : entry;
	}

	put(character: number, weights: number | WeightList): void {
		const page = (this.#pages[character >> 8] ??= new Uint32Array(256).fill(absent));
		if (typeof weights === "number") {
			page[character & 0xff] = weights;
		} else {
			page[character & 0xff] = several;
			this.#lists.set(character, weights);
		}
	}

	/** Returns all weights in the table. */
	distinct(): Set<number> {
		const found = new Set<number>();
		for (const page of this.#pages) {
			for (const weight of page ?? []) {
				if (weight !== absent && weight !== several) {
					found.add(weight);
				}
			}
		}
		for (const list of this.#lists.values()) {
			for (const weight of list) {
				found.add(weight);
			}
		}
		return found;
	}
}

/** Two numbers that are neither a weight nor a character. */
const absent = 0x110000;
const several = 0x110001;

const nothing: WeightList = Object.freeze([]);

const shape = /^([0-9a-f]*)(?:x([0-9a-f]+))?([:=])(.*)$/;

/** Adds the entries of a text to the pages, overriding earlier ones. */
export function readRuns(text: string, pages: WeightPages): WeightPages {
	let character = 0;
	let weight = 0;
	for (const run of text.split(/\s+/)) {
		if (run === "") {
			continue;
		}
		const parts = shape.exec(run);
		invariant(parts !== null, `A run of weights has a gap and weights: ${run}`);
		const [, gap, times, kind, rest] = parts as unknown as [string, string, string | undefined, string, string];
		character += gap === "" ? 1 : Number.parseInt(gap, 16);
		const count = times === undefined ? 1 : Number.parseInt(times, 16);
		if (kind === ":") {
			const [delta, step] = rest.split("/");
			weight += Number.parseInt(delta!, 16);
			const increase = step === undefined ? 0 : Number.parseInt(step, 16);
			for (let at = 0; at < count; at++) {
				pages.put(character + at, weight + at * increase);
			}
			weight += (count - 1) * increase;
		} else {
			const weights = rest === "" ? nothing : readWeights(rest);
			for (let at = 0; at < count; at++) {
				pages.put(character + at, weights);
			}
		}
		character += count - 1;
	}
	return pages;
}

function readWeights(text: string): WeightList {
	return text.split(",").map((weight) => Number.parseInt(weight, 16));
}

/** A sequence of characters with a common weight: `63+68=ee2`. */
export interface Contraction {
	readonly characters: readonly number[];
	readonly weights: WeightList;
}

export function readContractions(text: string): Contraction[] {
	return text
		.split(/\s+/)
		.filter((word) => word !== "")
		.map((word) => {
			const [characters, weights] = word.split("=") as [string, string];
			return {
				characters: characters.split("+").map((character) => Number.parseInt(character, 16)),
				weights: readWeights(weights),
			};
		});
}
