/**
 * Entries that stand alone in a range, as who packs them into blocks needs them.
 *
 * In: a state that is being written, and a range of keys, both ends in it. Out: copies, tombstones as null.
 */
import type { LmdbCursor } from "../lmdb/lmdb-cursor.ts";
import type { LmdbState } from "../lmdb/lmdb-state.ts";
import { checksumBytes } from "./checksummed-value.ts";
import type { Key } from "../contract.ts";
import { isTombstone } from "./tombstone.ts";

export interface StandaloneEntry {
	readonly key: Key;
	/** `null`: a tombstone. */
	readonly value: Uint8Array | null;
	/** Its value is too great for a block, and was not read. */
	readonly isGreat: boolean;
}

/** Undefined if there are more than `bound`. The cursor then stands on the entry behind those that were read. */
export function standaloneEntries(
	state: LmdbState,
	cursor: LmdbCursor,
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

/** The entry a cursor stands on. */
export function readEntry(state: LmdbState, cursor: LmdbCursor, greatest: number): StandaloneEntry {
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
