/**
 * Buffer for a block made from another one: writes the head, takes key suffixes and values, adds the checksum.
 */
import {
	type BlockMemory,
	blockEntryBytes,
	blockFormat,
	blockHeadBytes,
	blockMemory,
	BlockView,
	hashBlock,
} from "./block-view.ts";
import { copyBytes } from "../encoding/byte-area.ts";
import type { Key } from "../contract.ts";

export class BlockDraft {
	readonly memory: BlockMemory;
	/** Offsets of the key suffixes and of the values. */
	rests = 0;
	values = 0;
	readonly #maximumBytes: number;
	readonly #made: BlockView;
	#end = 0;

	constructor(maximumBytes: number) {
		this.#maximumBytes = maximumBytes;
		this.memory = blockMemory(new ArrayBuffer(maximumBytes), 0, maximumBytes);
		this.#made = new BlockView(this.memory);
	}

	/** The last key of the block just made, which has `count` entries. */
	lastKey(count: number): Key {
		this.#made.open(this.memory.bytes.length);
		return this.#made.key(count - 1);
	}

	/** Writes the head; false: the block does not fit. */
	begin(view: BlockView, count: number, keyBytes: number, valueBytes: number): boolean {
		const beginning = blockHeadBytes + blockEntryBytes * count;
		const rests = beginning + view.shared;
		const values = rests + keyBytes;
		if (sizeOf(values + valueBytes) > this.#maximumBytes) {
			return false;
		}
		const { bytes, halves } = this.memory;
		halves[2] = blockFormat;
		halves[3] = count;
		halves[4] = view.shared;
		halves[5] = values;
		copyBytes(view.bytes, view.beginning, view.beginning + view.shared, bytes, beginning);
		this.rests = rests;
		this.values = values;
		this.#end = values + valueBytes;
		return true;
	}

	/** Returns the block's bytes, valid until the next block is begun. */
	finish(): Uint8Array {
		const size = sizeOf(this.#end);
		this.memory.bytes.fill(0, this.#end, size);
		return this.seal(size);
	}

	/** The same for bytes that the caller laid out. */
	seal(size: number): Uint8Array {
		const { bytes, words } = this.memory;
		words[0] = hashBlock(words, size);
		return bytes.subarray(0, size);
	}
}

/** Rounds up: blocks consist of whole words. */
function sizeOf(end: number): number {
	return (end + 3) & ~3;
}
