/**
 * Finds contractions: sequences of characters whose weights differ from those of the single characters.
 *
 * Tries all pairs of the characters that a language's collation changes, of Latin letters and of combining marks, and
 * triples that begin with such a pair.
 */
import type { Contraction } from "../../core/types/text/runs.ts";
import type { WeightSource } from "./mariadb.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].map((letter) => letter.charCodeAt(0));
const marks = Array.from({ length: 0x70 }, (_, at) => 0x300 + at);

export async function findContractions(
	source: WeightSource,
	collation: string,
	changed: readonly number[],
): Promise<Contraction[]> {
	const heads = [...new Set([...letters, ...changed])];
	const pairs = await source.contractions(
		collation,
		heads.flatMap((head) => [...heads, ...marks].map((next) => [head, next])),
	);
	const triples = await source.contractions(
		collation,
		pairs.flatMap(({ characters }) => letters.map((next) => [...characters, next])),
	);
	const found = new Map(pairs.map(({ characters, weights }) => [String(characters), weights]));
	// A triple is listed only if a pair and a single character do not explain its weights.
	const real: Contraction[] = [];
	for (const triple of triples) {
		const pair = found.get(String(triple.characters.slice(0, 2)))!;
		if (triple.weights.length <= pair.length) {
			real.push(triple);
		}
	}
	return [...pairs, ...real];
}
