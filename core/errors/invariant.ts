/**
 * Invariants: assertions about the program, as opposed to users' errors (`catalogue.ts`).
 *
 * A failed one ends the statement as an internal error.
 */
export class BrokenInvariant extends Error {
	override readonly name = "BrokenInvariant";
}

export function invariant(condition: unknown, sentence: string): asserts condition {
	if (!condition) {
		throw new BrokenInvariant(sentence);
	}
}
