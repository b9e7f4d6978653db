/**
 * Meaning of a CHARACTER SET and COLLATE clause as MySQL reads it: a pair in canonical names.
 *
 * The words are known to exist and to fit each other: the charset-clause questions come first.
 */
import { charsetNamed } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import type { CharsetPair, Clause } from "./facts.ts";

/**
 * @param charset a charset's name
 * @returns its default collation; for an unknown charset the name with `_bin`
 */
export function defaultCollation(charset: string): string {
	return charsetNamed(charset)?.defaultCollation ?? `${charset}_bin`;
}

/**
 * @param name a charset's name; letter case does not count
 * @returns the canonical name: `utf8mb3` is another name of utf8
 */
export function canonicalCharset(name: string): string {
	return charsetNamed(name)?.name ?? name;
}

/**
 * Resolves a clause: its own words first, then what they imply of each other, then the surroundings.
 * @param written the clause
 * @param around the pair in force around it
 */
export function resolveClause(written: Clause, around: CharsetPair): CharsetPair {
	if (written.charset !== undefined) {
		const charset = canonicalCharset(written.charset);
		return { charset, collation: canonicalCollation(written.collation) ?? defaultCollation(charset) };
	}
	const collation = canonicalCollation(written.collation);
	if (collation !== undefined) {
		return { charset: collationNamed(collation)?.charset ?? around.charset, collation };
	}
	return { charset: around.charset, collation: around.collation || defaultCollation(around.charset) };
}

/**
 * Fills in empty words: the charset from another pair, the collation from the charset.
 * @param pair words that may be empty
 * @param fallback the pair whose charset fills in
 */
export function filledPair(pair: CharsetPair, fallback: CharsetPair): CharsetPair {
	if (pair.charset === "") {
		return pair.collation === ""
			? filledPair(fallback, fallback)
			: { charset: fallback.charset, collation: pair.collation };
	}
	return { charset: pair.charset, collation: pair.collation || defaultCollation(pair.charset) };
}

/** @returns whether a clause names a charset or a collation */
export function isWritten(clause: Clause): boolean {
	return clause.charset !== undefined || clause.collation !== undefined;
}

/**
 * @param collation a collation's name
 * @returns the charset it belongs to; undefined for an unknown one
 */
export function charsetOfCollation(collation: string): string | undefined {
	return collationNamed(collation)?.charset;
}

/**
 * @param name a charset's name
 * @returns whether the kernel has it
 */
export function isCharset(name: string): boolean {
	return charsetNamed(name) !== undefined;
}

function canonicalCollation(name: string | undefined): string | undefined {
	return name === undefined ? undefined : (collationNamed(name)?.name ?? name);
}
