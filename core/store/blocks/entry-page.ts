/**
 * Page buffer of an LMDB scan: entries of one block in place, or entries gathered from blocks and standalone entries.
 *
 * The memory is reused for every page. Making it costs 2 us, so ended scans return it to a pool.
 */
import { type BlockMemory, BlockView, blockMemory, maximumBlockBytes } from "./block-view.ts";
import { copyBytes } from "../encoding/byte-area.ts";
import { compareLatin1, readLatin1 } from "../encoding/latin1.ts";
import type { Page } from "../page/page.ts";
import { copyHashed, checksumBytes, checksumOfBytes } from "./checksummed-value.ts";
import type { Key } from "../contract.ts";

/** Entry at a cursor: where its key is, and its value's size. */
interface ReachedEntry {
	readonly keyBytes: Uint8Array;
	readonly keyStart: number;
	readonly keyEnd: number;
	readonly valueSize: number;
}

const maximumPageEntries = 1024;
/** A page of standalone entries is full beyond this. */
const fullBytes = 49152;
const blockPageBytes = 4096;

export class EntryPage implements Page {
	count = 0;
	copyStart = 0;
	bytes: Uint8Array;
	readonly starts = new Uint32Array(maximumPageEntries);
	readonly ends = new Uint32Array(maximumPageEntries);
	/** The open block. */
	readonly view: BlockView;
	readonly #memory: BlockMemory = blockMemory(new ArrayBuffer(blockPageBytes), 0, blockPageBytes);
	/** Gathered values. */
	#gathered = new Uint8Array(8192);
	#used = 0;
	#keys = new Uint8Array(4096);
	#keysUsed = 0;
	/** Of each gathered entry: the end of its key among the keys, or its index in the block as a negative number. */
	readonly #origins = new Int32Array(maximumPageEntries);
	readonly #keyLengths = new Uint16Array(maximumPageEntries);
	/** Entry i of the page is entry `#first` + i * `#step` of the block. 0: entries are gathered. */
	#step = 0;
	#first = 0;

	constructor() {
		this.view = new BlockView(this.#memory);
		this.bytes = this.#gathered;
	}

	/** Copies the memory of all values; `copyStart` is where the copy began. */
	copy(): Uint8Array {
		const { starts, ends, count } = this;
		if (this.#step === 0) {
			this.copyStart = 0;
			return this.bytes.slice(0, this.#used);
		}
		this.copyStart = Math.min(starts[0], starts[count - 1]);
		return this.bytes.slice(this.copyStart, Math.max(ends[0], ends[count - 1]));
	}

	get gatheredBytes(): number {
		return this.#gathered.length;
	}

	get isFull(): boolean {
		return this.count >= maximumPageEntries || this.#used >= fullBytes;
	}

	reset(): void {
		this.count = 0;
		this.bytes = this.#gathered;
		this.#used = 0;
		this.#keysUsed = 0;
		this.#step = 0;
	}

	/** Copies a block; entries of a block opened before are lost. False if it cannot be a block. */
	openBlock(bytes: Uint8Array, size: number): boolean {
		if (size > blockPageBytes) {
			return false;
		}
		const { bytes: own } = this.#memory;
		own.set(bytes.length === size ? bytes : bytes.subarray(0, size));
		if (this.view.bytes !== own) {
			this.view.turnTo(this.#memory);
		}
		return this.view.open(size);
	}

	/** The same for a block read in place, which must stay there as long as the page is read. */
	mapBlock(memory: BlockMemory, base: number, size: number): boolean {
		if (size > maximumBlockBytes) {
			return false;
		}
		if (this.view.bytes !== memory.bytes) {
			this.view.turnTo(memory);
		}
		return this.view.open(size, base);
	}

	/** Makes entries `from` to `to` of the block the page, in place. The page must be empty. */
	takeBlock(from: number, to: number, reverse: boolean): void {
		const { view, starts, ends } = this;
		this.bytes = view.bytes;
		this.count = to - from;
		let start = view.valueStart(from);
		if (reverse) {
			this.#step = -1;
			this.#first = to - 1;
			for (let entry = from; entry < to; entry++) {
				starts[to - 1 - entry] = start;
				start = view.valueEnd(entry);
				ends[to - 1 - entry] = start;
			}
			return;
		}
		this.#step = 1;
		this.#first = from;
		for (let entry = from; entry < to; entry++) {
			starts[entry - from] = start;
			start = view.valueEnd(entry);
			ends[entry - from] = start;
		}
	}

	/** Adds copies of entries `from` to `to` of the block; their keys are still read from the block. */
	addBlock(from: number, to: number, reverse: boolean): void {
		const { view, starts, ends } = this;
		const low = view.valueStart(from);
		const shift = this.#makeRoom(view.valueEnd(to - 1) - low) - low;
		this.bytes.set(view.bytes.subarray(low, view.valueEnd(to - 1)), this.#used);
		this.#used += view.valueEnd(to - 1) - low;
		for (let step = 0; step < to - from; step++) {
			const entry = reverse ? to - 1 - step : from + step;
			starts[this.count] = view.valueStart(entry) + shift;
			ends[this.count] = view.valueEnd(entry) + shift;
			this.#origins[this.count] = -1 - entry;
			this.count++;
		}
	}

	/**
	 * Adds the entry at a cursor, whose value with checksum begins at `from` in `source`; false if the checksum is
	 * wrong.
	 */
	addSingle({ keyBytes, keyStart, keyEnd, valueSize }: ReachedEntry, source: Uint8Array, from: number): boolean {
		const length = valueSize - checksumBytes;
		const start = this.#makeRoom(length);
		const hash = copyHashed(source, from, length, this.#gathered, start);
		const end = from + length;
		const seal = (source[end]! | (source[end + 1]! << 8) | (source[end + 2]! << 16) | (source[end + 3]! << 24)) >>> 0;
		if (checksumOfBytes(keyBytes, keyStart, keyEnd, hash) !== seal) {
			return false;
		}
		this.starts[this.count] = start;
		this.#used = start + length;
		this.ends[this.count] = this.#used;
		this.#addKey(keyBytes, keyStart, keyEnd);
		return true;
	}

	#addKey(bytes: Uint8Array, from: number, to: number): void {
		const end = this.#keysUsed + to - from;
		if (end > this.#keys.length) {
			const grown = new Uint8Array(2 * end);
			grown.set(this.#keys);
			this.#keys = grown;
		}
		const keys = this.#keys;
		for (let at = from, into = this.#keysUsed; at < to; at++, into++) {
			keys[into] = bytes[at]!;
		}
		this.#keysUsed = end;
		this.#origins[this.count] = end;
		this.#keyLengths[this.count] = to - from;
		this.count++;
	}

	key(at: number): Key {
		if (this.#step !== 0) {
			return this.view.key(this.#first + at * this.#step);
		}
		const origin = this.#origins[at]!;
		return origin < 0 ? this.view.key(-1 - origin) : readLatin1(this.#keys, origin - this.#keyLengths[at]!, origin);
	}

	compare(at: number, key: Key): number {
		const origin = this.#step === 0 ? this.#origins[at]! : -1 - (this.#first + at * this.#step);
		return origin < 0
			? this.view.compare(-1 - origin, key)
			: -compareLatin1(this.#keys, origin - this.#keyLengths[at]!, origin, key);
	}

	copyKey(at: number, from: number, into: Uint8Array, start: number): number {
		const origin = this.#step === 0 ? this.#origins[at]! : -1 - (this.#first + at * this.#step);
		if (origin < 0) {
			return this.view.copyKey(-1 - origin, from, into, start);
		}
		const first = origin - this.#keyLengths[at]! + from;
		copyBytes(this.#keys, first, origin, into, start);
		return start + origin - first;
	}

	/** Returns the offset of the next gathered value. */
	#makeRoom(length: number): number {
		if (this.#used + length > this.#gathered.length) {
			const grown = new Uint8Array(2 * (this.#used + length));
			grown.set(this.#gathered.subarray(0, this.#used));
			this.#gathered = grown;
			this.bytes = grown;
		}
		return this.#used;
	}
}
