/**
 * Characters that weigh otherwise in a row than alone.
 *
 * In: a collation and the characters that its language changes. Out: all pairs of them, of Latin letters and of
 * combining marks that are contractions, and contractions of three that begin with one of those pairs.
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
	// A triple is one of its own only where a pair and a single character don't explain its weights.
	const real: Contraction[] = [];
	for (const triple of triples) {
		const pair = found.get(String(triple.characters.slice(0, 2)))!;
		if (triple.weights.length <= pair.length) {
			real.push(triple);
		}
	}
	return [...pairs, ...real];
}
