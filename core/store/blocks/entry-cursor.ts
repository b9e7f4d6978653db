/**
 * Cursor over the entries of an LMDB file, standalone ones and blocks alike.
 *
 * `LmdbCursor` reads through LMDB, which copies each value; `MappedCursor` reads the pages in place.
 */
import type { BlockChecksums } from "./block-checksum.ts";
import type { EntryPage } from "./entry-page.ts";
import type { Key } from "../contract.ts";

export interface EntryCursor {
	/** Memory of the current key, valid until another read: see `reload`. */
	readonly keyBytes: Uint8Array;
	readonly keyStart: number;
	readonly keyEnd: number;
	/** The value's size, and its offset once `findValue` was called. */
	readonly valueSize: number;
	readonly valueBytes: Uint8Array;
	readonly valueStart: number;
	/** Whether the current entry is a block: only blocks have such keys. */
	readonly isShadow: boolean;
	/** Moves to the first entry not before the key; false if there is none. */
	seek(key: Key): boolean;
	/** Moves to the only block that may hold the key; false if there is none. */
	seekBlock(key: Key): boolean;
	/** Moves to the last entry before the key. From then on steps go backward. */
	seekBefore(key: Key): boolean;
	/** Moves to the key, which exists. From then on steps go backward. */
	turnAt(key: Key): boolean;
	step(): boolean;
	/** Reads the current entry again after another read may have overwritten it. */
	reload(): boolean;
	/** False: the value is too large and must be read by its key. */
	findValue(): boolean;
	key(): Key;
	/** Negative if the current key is before `key`, positive if after it. */
	compare(key: Key): number;
	/** Opens the block in the page; false if it is damaged. */
	openBlock(page: EntryPage, seals: BlockChecksums): boolean;
}

/** A cursor that reads through LMDB: the only kind in a write transaction, whose pages are not mapped yet. */
export interface StoredCursor extends EntryCursor {
	/** There is no current entry. */
	readonly isAtEnd: boolean;
	/** As `seek`, without reading the value. */
	seekKey(key: Key): boolean;
	/** Must be called before the transaction ends. */
	close(): void;
}
