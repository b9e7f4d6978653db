/**
 * A way through the entries of an LMDB file, single ones and blocks alike.
 *
 * In: keys. Out: entries one after the other. `LmdbCursor` asks LMDB, which copies each value; `MappedCursor` reads
 * the pages where they lie.
 */
import type { BlockChecksums } from "./block-checksum.ts";
import type { EntryPage } from "./entry-page.ts";
import type { Key } from "../contract.ts";

export interface EntryCursor {
	/** Where the key that was reached lies, until somebody else reads: see `reload`. */
	readonly keyBytes: Uint8Array;
	readonly keyStart: number;
	readonly keyEnd: number;
	/** The value's size, and where it lies once `findValue` has said so. */
	readonly valueSize: number;
	readonly valueBytes: Uint8Array;
	readonly valueStart: number;
	/** Is what was reached a block? Only blocks are kept under such keys. */
	readonly isShadow: boolean;
	/** Goes to the first entry that is not before the key; false if there is none. */
	seek(key: Key): boolean;
	/** Goes to the only block that may hold the key; false if there is none. */
	seekBlock(key: Key): boolean;
	/** Goes to the last entry before the key. From then on steps lead backward. */
	seekBefore(key: Key): boolean;
	/** Goes to the key, which is there. From then on steps lead backward. */
	turnAt(key: Key): boolean;
	step(): boolean;
	/** Somebody else may have read meanwhile. */
	reload(): boolean;
	/** False: the value is too great, and has to be read by its key. */
	findValue(): boolean;
	key(): Key;
	/** Negative if the key that was reached is before this one, positive if behind it. */
	compare(key: Key): number;
	/** Opens the block in the page; false if it is damaged. */
	openBlock(page: EntryPage, seals: BlockChecksums): boolean;
}
