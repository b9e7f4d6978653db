/**
 * Packs sorted entries into new blocks in a key range without blocks; what fills no block stays standalone.
 *
 * `run-writer.ts` does the same for runs of entries.
 */
import { BlockPacker, bytesOfEntries, type PackedEntry, sharedByEntries } from "./block-packer.ts";
import type { Key } from "../contract.ts";

/** Minimum entries of a block, or minimum bytes with a few entries. */
const minimumEntries = 16;
export const minimumFew = 4;
const fewPart = 0.4;
/** Reserved for a block's head. */
const reservedBytes = 16;
/** Fewer blocks are filled completely: more entries will soon follow those left over. */
const evenedBlocks = 8;

/** Receives blocks and entries. */
export interface BlockTarget {
	/** A larger entry stays standalone. */
	readonly greatestEntry: number;
	putAlone(key: Key, value: Uint8Array): void;
	/** Stores a block under its last key, where none is. */
	putPacked(last: Key, block: Uint8Array): void;
	/** Removes the standalone entries of the `count` keys that are written; false if others are among them. */
	clear(first: Key, last: Key, count: number, isWritten: (key: Key) => boolean): boolean;
}

/** Whether these entries and bytes are worth a block. */
export function fillsBlock(count: number, bytes: number, blockBytes: number): boolean {
	return count >= minimumEntries || (count >= minimumFew && bytes >= Math.floor(blockBytes * fewPart));
}

/**
 * Block size at which `count` entries fill the fewest possible blocks evenly, instead of all but the last completely.
 *
 * Computed anew for each block: otherwise the shortfalls would add up until the last block is not worth one, and
 * standalone entries between blocks cost every read of a key a search of its own (1.5 us of a select by primary key
 * among 10 M rows).
 */
export function evenBlockBytes(bytes: number, count: number, blockBytes: number): number {
	// An overestimate: a block has the common key prefix once.
	const room = blockBytes - reservedBytes;
	// The first entry that does not fit leaves on average half its size free; the last block takes the remainder.
	const halfEntry = bytes / count / 2;
	const blocks = bytes <= room ? 1 : Math.max(2, Math.ceil(bytes / (room - halfEntry)));
	return Math.min(blockBytes, Math.ceil(bytes / blocks + halfEntry) + reservedBytes);
}

export class GapWriter {
	readonly #target: BlockTarget;
	readonly #packer: BlockPacker;
	readonly #blockBytes: number;

	constructor(target: BlockTarget, blockBytes: number) {
		this.#target = target;
		this.#packer = new BlockPacker(blockBytes);
		this.#blockBytes = blockBytes;
	}

	/** `isCrowded`: others may be among them. `isPart`: one step of a larger packing. */
	pack(entries: readonly PackedEntry[], isCrowded: boolean, isPart = false): void {
		const packer = this.#packer;
		const shared = sharedByEntries(entries);
		let left = bytesOfEntries(entries, 0, entries.length, shared);
		const isEven = !isCrowded || isPart || left >= evenedBlocks * this.#blockBytes;
		for (let at = 0; at < entries.length; ) {
			const size = isEven ? evenBlockBytes(left + shared, entries.length - at, this.#blockBytes) : undefined;
			const count = packer.fitting(entries, at, entries.length, size);
			const end = at + count;
			if (fillsBlock(count, packer.fittingBytes, this.#blockBytes) && (!isCrowded || this.#clear(entries, at, end))) {
				this.#putBlock(entries, at, end);
			} else {
				for (let each = at; each < end; each++) {
					this.#target.putAlone(entries[each].key, entries[each].value!);
				}
			}
			left -= bytesOfEntries(entries, at, end, shared);
			at = end;
		}
	}

	/**
	 * Packs as many entries as fill whole blocks and returns how many. They also stay standalone until they are
	 * removed.
	 */
	packFull(entries: readonly PackedEntry[]): number {
		let at = 0;
		for (;;) {
			const end = at < entries.length ? at + this.#packer.fitting(entries, at, entries.length) : entries.length;
			if (end === entries.length) {
				return at;
			}
			this.#putBlock(entries, at, end);
			at = end;
		}
	}

	#clear(entries: readonly PackedEntry[], from: number, to: number): boolean {
		let place = from;
		return this.#target.clear(entries[from].key, entries[to - 1].key, to - from, (key) => {
			while (entries[place].key < key) {
				place++;
			}
			return entries[place].key === key;
		});
	}

	#putBlock(entries: readonly PackedEntry[], from: number, to: number): void {
		this.#target.putPacked(entries[to - 1].key, this.#packer.pack(entries, from, to));
	}
}
