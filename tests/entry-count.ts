/**
 * Entries of a store under a prefix, counted.
 */
import { readAll } from "../core/catalog/read-entries.ts";
import type { Key } from "../core/store/contract.ts";
import type { FastStore } from "../core/store/fast-store.ts";

export async function countEntries(store: FastStore, prefix: Key): Promise<number> {
	const snapshot = store.snapshot();
	try {
		return (await readAll(snapshot, prefix)).length;
	} finally {
		snapshot.release();
	}
}
