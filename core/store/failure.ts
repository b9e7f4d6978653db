/**
 * The two ways in which a store says that it can't serve.
 *
 * In: a sentence for the person who runs the server. Out: an exception that is neither a user's mistake
 * (`core/errors/catalogue.ts`) nor ours (`core/errors/invariant.ts`). It refuses to know SQL states and codes.
 */

/** A store can't be opened, or must not be: another program's files, another format, no permission. */
export class StoreRefusal extends Error {
	override readonly name = "StoreRefusal";
}

/** A store failed while it served. It stays broken: only opening it anew tells what reached the disk. */
export class BrokenStore extends Error {
	override readonly name = "BrokenStore";
}

/** The sentence in anything that was thrown. */
export function reasonOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
