/**
 * Exceptions of a store that cannot serve: a refused request, or a broken store.
 *
 * Neither a user's mistake (`core/errors/catalogue.ts`) nor ours (`core/errors/invariant.ts`); the sentence is for
 * the operator of the server.
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
