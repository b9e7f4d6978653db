/**
 * Exceptions of a store that cannot serve: a refused request, or a broken store.
 *
 * Neither a client's error (`core/errors/catalogue.ts`) nor a bug (`core/errors/invariant.ts`); the message is for
 * the operator of the server.
 */

/** A store cannot be opened, or must not be: another program's files, another format, no permission. */
export class StoreRefusal extends Error {
	override readonly name = "StoreRefusal";
}

/** A store failed while it served. It stays broken: only reopening it shows what reached the disk. */
export class BrokenStore extends Error {
	override readonly name = "BrokenStore";
}

/** Returns the message of anything thrown. */
export function reasonOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
