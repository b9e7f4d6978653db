/**
 * A tree of entries that lookups and scans read, and that writers of blocks read before they write.
 */
import type { EntryCursor, StoredCursor } from "./entry-cursor.ts";
import type { EntryPage } from "./entry-page.ts";
import type { Key } from "../contract.ts";

export interface EntryTree {
	/** A standalone entry's value; undefined where there is none, or a tombstone. */
	getAlone(key: Key): Uint8Array | undefined;
	/** A copy of a value whose checksum was verified with its block. */
	copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array;
	takeWay(): EntryCursor;
	takePage(): EntryPage;
	/** Returns page and cursors to the pool. */
	giveBack(page: EntryPage, cursors: readonly EntryCursor[]): void;
	/** @throws BrokenStore if the block is damaged. */
	openBlock(cursor: EntryCursor, page: EntryPage): void;
}

/** A tree with the reads that the block writer, compaction and the audit need besides. */
export interface StoredTree extends EntryTree {
	takeCursor(): StoredCursor;
	giveCursor(cursor: StoredCursor): void;
	/** Copies a standalone value that was read, if its checksum is right. */
	unseal(key: Key, bytes: Uint8Array, size: number): Uint8Array;
	/** Whether the key has a standalone entry or a tombstone. */
	hasAlone(key: Key): boolean;
	/** Index of the key in its block, whether overridden or not; negative if no block holds it. */
	findInBlock(key: Key): number;
	/** Called when blocks were made, or may have been, that the cached gaps do not know. */
	forgetGaps(): void;
}

/** Writes of an open write transaction. */
export interface EntryTarget {
	put(key: Key, value: Uint8Array): unknown;
	/** Returns whether the key existed. */
	removeSync(key: Key): boolean;
}
