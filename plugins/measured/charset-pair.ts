/**
 * Whether a collation belongs to a charset, as the real servers look it up.
 *
 * In: two words, either of which may be empty. Out: yes or no, and the error that names the charset even where the
 * collation is the fault. An empty charset is taken as utf8 at every release; letter case does not count.
 */
import { type CharsetPair, type Refusal, charsetOfCollation, refuse } from "../../core/rules/index.ts";

export const knownCharsets: readonly string[] = ["utf8", "utf8mb4", "ascii", "latin1", "binary"];

export function isPair({ charset, collation }: CharsetPair): boolean {
	const name = charset === "" ? "utf8" : charset.toLowerCase();
	return knownCharsets.includes(name) && (collation === "" || charsetOfCollation(collation) === name);
}

export function refusePair(pair: CharsetPair): Refusal | undefined {
	return isPair(pair) ? undefined : refuse(1115, "42000", `Unknown character set: '${pair.charset}'`);
}
