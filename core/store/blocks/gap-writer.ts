/**
 * Entries where no block is: packed into new ones.
 *
 * In: entries in order, in the open write transaction. Out: blocks; what fills none stands alone. `run-writer.ts`
 * does the same for entries that lie in runs.
 */
import { BlockPacker, bytesOfEntries, type PackedEntry, sharedByEntries } from "./block-packer.ts";
import type { Key } from "../contract.ts";

/** A block has at least so many entries, or so many bytes with a few of them. */
const minimumEntries = 16;
export const minimumFew = 4;
const fewPart = 0.4;
/** Of a block, for its head. */
const reservedBytes = 16;
/** Fewer blocks are filled wholly, since what is left over will soon be followed by more. */
const evenedBlocks = 8;

/** Where blocks and entries go. */
export interface BlockTarget {
	/** A greater entry stays alone. */
	readonly greatestEntry: number;
	putAlone(key: Key, value: Uint8Array): void;
	/** A block, under its last key, where none is. */
	putPacked(last: Key, block: Uint8Array): void;
	/** Takes away what stands alone under one of `count` keys that are written; false if more stands between them. */
	clear(first: Key, last: Key, count: number, isWritten: (key: Key) => boolean): boolean;
}

/** Is so much worth a block? */
export function fillsBlock(count: number, bytes: number, blockBytes: number): boolean {
	return count >= minimumEntries || (count >= minimumFew && bytes >= Math.floor(blockBytes * fewPart));
}

/**
 * A size at which `count` entries of so many bytes fill so many blocks alike as they need, rather than all but the
 * last wholly. It is asked anew for each block: what one falls short of it would gather until the last is none, and
 * entries that stay alone between blocks cost every read of a key a look of its own (of 10 M rows 1.5 us of a select
 * by primary key).
 */
export function evenBlockBytes(bytes: number, count: number, blockBytes: number): number {
	// Keys take less than here, since a block has what they begin with once.
	const room = blockBytes - reservedBytes;
	// The entry that does not fit any more leaves half of its size free, as a mean; the last block has all that is
	// left.
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

	/** `isCrowded`: others may stand alone among them. `isPart`: of so many that they are packed in steps. */
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
	 * As many of the entries as fill blocks wholly; tells how many that are. They stand alone until they are removed.
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
