/**
 * A tree of entries that lookups and scans read: cursors, pages and values of one state.
 */
import type { EntryCursor } from "./entry-cursor.ts";
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
