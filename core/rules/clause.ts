/**
 * What a CHARACTER SET and COLLATE clause means by MySQL's own reading.
 *
 * In: a clause as written, and the pair in force around it. Out: a pair in canonical names. The words are known to exist
 * and to fit each other; `checkClause` is how the kernel makes sure, with MySQL's errors.
 */
import { sqlError } from "../errors.ts";
import { charsetNamed } from "../types/charset.ts";
import { collationNamed } from "../types/collation.ts";
import { encodeText } from "../types/value.ts";
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

/** Throws 1115 for an unknown charset, 1273 for an unknown collation, 1253 for one of another charset. */
export function checkClause(written: Clause): void {
	const charset = written.charset === undefined ? undefined : charsetNamed(written.charset);
	if (written.charset !== undefined && charset === undefined) {
		throw sqlError("unknownCharset", encodeText(written.charset));
	}
	const collation = written.collation === undefined ? undefined : collationNamed(written.collation);
	if (written.collation !== undefined && collation === undefined) {
		throw sqlError("unknownCollation", encodeText(written.collation));
	}
	if (charset !== undefined && collation !== undefined && collation.charset !== charset.name) {
		throw sqlError("collationCharsetMismatch", collation.name, charset.name);
	}
}

function canonicalCollation(name: string | undefined): string | undefined {
	return name === undefined ? undefined : (collationNamed(name)?.name ?? name);
}
