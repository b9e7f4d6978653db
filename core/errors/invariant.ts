/**
 * Our own mistakes, as opposed to users' mistakes (which are in `errors.ts`).
 *
 * In: a condition that holds unless the program is wrong, and a sentence that says it. Out: nothing, or an exception
 * that ends the statement as an internal error.
 */
export class BrokenInvariant extends Error {
	override readonly name = "BrokenInvariant";
}

export function invariant(condition: unknown, sentence: string): asserts condition {
	if (!condition) {
		throw new BrokenInvariant(sentence);
	}
}
