/**
 * The one error catalogue: every mistake that a user can make has a name, a code, an SQL state and a sentence.
 *
 * Sentences are MySQL 5.7's. Codes are never used again for another meaning. Warnings come from the same catalogue.
 * Our own mistakes are failed invariants (`invariant.ts`).
 */
import { encodeText, type ByteString } from "../types/value/value.ts";
import { definitionErrors } from "./definition-errors.ts";
import { serverErrors } from "./server-errors.ts";
import { SqlError } from "./sql-error.ts";
import { statementErrors } from "./statement-errors.ts";
import { valueErrors } from "./value-errors.ts";

export { type Decision, SqlError } from "./sql-error.ts";

export const catalogue = { ...definitionErrors, ...statementErrors, ...valueErrors, ...serverErrors } as const;

export type ErrorName = keyof typeof catalogue;

/**
 * Returns the error `name` with its sentence filled in.
 *
 * @param name - the error's name in the catalogue
 * @param args - one for each `%s`, as byte strings: pass names through `encodeText` if they may hold more than ASCII
 * @returns the error, to be thrown
 */
export function sqlError(name: ErrorName, ...args: (ByteString | number | bigint)[]): SqlError {
	const [code, state, sentence] = catalogue[name];
	return new SqlError(code, state, fillSentence(sentence, args));
}

/** As long as in MySQL, whose buffer has 512 bytes. */
const mostBytes = 511;

/** Replaces each `%s` of a sentence by the next argument; what is too long is cut before a character. */
export function fillSentence(sentence: string, args: readonly (ByteString | number | bigint)[]): ByteString {
	let next = 0;
	const filled = encodeText(sentence).replace(/%s/g, () => String(args[next++] ?? ""));
	if (filled.length <= mostBytes) {
		return filled;
	}
	let end = mostBytes;
	while (end > mostBytes - 3 && (filled.charCodeAt(end) & 0xc0) === 0x80) {
		end--;
	}
	return filled.slice(0, end);
}
