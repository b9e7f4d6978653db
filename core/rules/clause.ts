/**
 * What a CHARACTER SET and COLLATE clause means by MySQL's own reading.
 *
 * In: a clause as written, and the pair in force around it. Out: a pair in canonical names. The words are known to
 * exist and to fit each other: the charset-clause questions come first.
 */
import { charsetNamed } from "../types/text/charset.ts";
import { collationNamed } from "../types/collation/collation.ts";
import type { CharsetPair, Clause } from "./facts.ts";

/** The default collation of a charset; for an unknown name the name with `_bin`. */
export function defaultCollation(charset: string): string {
	return charsetNamed(charset)?.defaultCollation ?? `${charset}_bin`;
}

/** `utf8mb3` is another name of utf8, and letter case does not count. */
export function canonicalCharset(name: string): string {
	return charsetNamed(name)?.name ?? name;
}

/** The clause's own words first, then what they imply of each other, then the surroundings. */
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

/** A pair whose empty words are filled in: the charset from another pair, the collation from the charset. */
export function filledPair(pair: CharsetPair, fallback: CharsetPair): CharsetPair {
	if (pair.charset === "") {
		return pair.collation === ""
			? filledPair(fallback, fallback)
			: { charset: fallback.charset, collation: pair.collation };
	}
	return { charset: pair.charset, collation: pair.collation || defaultCollation(pair.charset) };
}

/** Does a clause say anything? */
export function isWritten(clause: Clause): boolean {
	return clause.charset !== undefined || clause.collation !== undefined;
}

/** The charset a collation belongs to; undefined for an unknown one. */
export function charsetOfCollation(collation: string): string | undefined {
	return collationNamed(collation)?.charset;
}

export function isCharset(name: string): boolean {
	return charsetNamed(name) !== undefined;
}

function canonicalCollation(name: string | undefined): string | undefined {
	return name === undefined ? undefined : (collationNamed(name)?.name ?? name);
}
