/**
 * Standalone entries over a block that is to be rewritten, with a known key range that has none.
 *
 * Why: a run of writes goes from block to block, and the search that finds nothing over one block finds the next entry
 * behind many others.
 */
import { entriesEnd } from "./block-key.ts";
import type { Key } from "../contract.ts";
import type { StoredCursor } from "./entry-cursor.ts";
import type { StoredTree } from "./entry-tree.ts";
import { type StandaloneEntry, standaloneEntries } from "./standalone-entry.ts";

/** More standalone entries over one block are left to compaction, which works in steps. */
const maximumAbsorbed = 4096;

/** Where entries are read: an open write transaction, and a cursor in it. */
interface Reading {
	readonly state: StoredTree;
	readonly cursor: StoredCursor;
}

export class OverlyingEntries {
	/** Key range without standalone entries; the end is exclusive. */
	#bareFrom: Key = entriesEnd;
	#bareTo: Key = entriesEnd;
	/** A larger entry is not copied. */
	readonly #greatest: number;

	constructor(greatest: number) {
		this.#greatest = greatest;
	}

	/** Called when a standalone entry was written, or a transaction begins. */
	forget(): void {
		this.#bareTo = "";
	}

	/** Whether the keys are known to have no standalone entries. */
	isBare(first: Key, last: Key): boolean {
		return this.#bareFrom <= first && last < this.#bareTo;
	}

	/** Copies the standalone entries from `first` to `last`; undefined: there are too many. */
	copy(first: Key, last: Key, { state, cursor }: Reading): StandaloneEntry[] | undefined {
		if (this.isBare(first, last)) {
			return [];
		}
		const entries = standaloneEntries(state, cursor, first, last, maximumAbsorbed, this.#greatest);
		if (entries?.length === 0) {
			this.#bareUpTo(first, cursor);
		}
		return entries;
	}

	/**
	 * Keys of standalone entries from `first` to `last` that are written; undefined: others are among the `count` that
	 * there may be.
	 */
	writtenKeys(
		first: Key,
		last: Key,
		count: number,
		isWritten: (key: Key) => boolean,
		{ cursor }: Reading,
	): Key[] | undefined {
		if (this.isBare(first, last)) {
			return [];
		}
		const written: Key[] = [];
		let left = count;
		for (
			let isThere = cursor.seekKey(first);
			isThere && !cursor.isShadow && cursor.compare(last) <= 0;
			isThere = cursor.step()
		) {
			if (left-- === 0) {
				return undefined;
			}
			const key = cursor.key();
			if (isWritten(key)) {
				written.push(key);
			}
		}
		if (left === count) {
			this.#bareUpTo(first, cursor);
		}
		return written;
	}

	/** Records that no standalone entry is between the key and the cursor. */
	#bareUpTo(first: Key, cursor: StoredCursor): void {
		this.#bareFrom = first;
		this.#bareTo = cursor.isAtEnd || cursor.isShadow ? entriesEnd : cursor.key();
	}
}
