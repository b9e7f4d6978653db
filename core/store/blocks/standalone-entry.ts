/**
 * Standalone entries of a key range, copied for packing; tombstones are null.
 */
import type { StoredCursor } from "./entry-cursor.ts";
import type { StoredTree } from "./entry-tree.ts";
import { checksumBytes } from "./checksummed-value.ts";
import type { Key } from "../contract.ts";
import { isTombstone } from "./tombstone.ts";

export interface StandaloneEntry {
	readonly key: Key;
	/** `null`: a tombstone. */
	readonly value: Uint8Array | null;
	/** Its value is too large for a block and was not read. */
	readonly isGreat: boolean;
}

/** Undefined if there are more than `bound`. Leaves the cursor at the first entry after those that were read. */
export function standaloneEntries(
	state: StoredTree,
	cursor: StoredCursor,
	from: Key,
	to: Key,
	bound: number,
	greatest: number,
): StandaloneEntry[] | undefined {
	const found: StandaloneEntry[] = [];
	for (
		let isThere = cursor.seek(from);
		isThere && !cursor.isShadow && cursor.compare(to) <= 0;
		isThere = cursor.step()
	) {
		if (found.length === bound) {
			return undefined;
		}
		found.push(readEntry(state, cursor, greatest));
	}
	return found;
}

/** Copies the entry at a cursor. */
export function readEntry(state: StoredTree, cursor: StoredCursor, greatest: number): StandaloneEntry {
	const key = cursor.key();
	const size = cursor.valueSize;
	if (isTombstone(size)) {
		return { key, value: null, isGreat: false };
	}
	if (size - checksumBytes + key.length > greatest) {
		return { key, value: null, isGreat: true };
	}
	return { key, value: state.unseal(key, cursor.valueBytes, size), isGreat: false };
}
