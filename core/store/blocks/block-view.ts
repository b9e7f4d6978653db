/**
 * View of a block: reads keys and values of the packed entries in place (zero-copy) and verifies the checksum.
 *
 * `block-packer.ts` makes blocks.
 *
 *     | checksum 4 | format 2 | count 2 | shared 2 | values 2 | value ends 2 each | key ends 2 each |
 *     | shared beginning of all keys | rests of the keys ... | values ... | zeros up to 4 |
 *
 * Keys are prefix-compressed: `shared` is the common prefix's length. `values` is the offset of the values, from
 * which value ends count; key ends count from the first suffix. All numbers are little-endian.
 */
import { ByteArea } from "../encoding/byte-area.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";
import { readLatin1 } from "../encoding/latin1.ts";
import type { Key } from "../contract.ts";

/** A value of this size fills one overflow page of LMDB, less its header: no space is wasted. */
export const maximumBlockBytes = 4072;
export const blockFormat = 1;
export const blockHeadBytes = 12;
/** Bytes of an entry besides its key suffix and its value. */
export const blockEntryBytes = 4;

/** Offsets in units of two bytes. */
const formatPlace = 2;
const countPlace = 3;
const sharedPlace = 4;
const valuesPlace = 5;
const endsPlace = 6;

/** The same memory as bytes, 16-bit and 32-bit numbers. */
export interface BlockMemory {
	/** The bytes as a source of copies. */
	readonly area: ByteArea;
	readonly bytes: Uint8Array;
	readonly halves: Uint16Array;
	readonly words: Int32Array;
}

export function blockMemory(buffer: ArrayBufferLike, start: number, byteLength: number): BlockMemory {
	const bytes = new Uint8Array(buffer, start, byteLength);
	return {
		area: new ByteArea(bytes),
		bytes,
		halves: new Uint16Array(buffer, start, byteLength >> 1),
		words: new Int32Array(buffer, start, byteLength >> 2),
	};
}

/** Entry count of the block now in memory, read from the head without checks. */
export function countOfBlock({ halves }: BlockMemory): number {
	return halves[countPlace]!;
}

/**
 * Writes the head of a block whose entries end at `end` and returns the block's bytes. `values`: offset of the first
 * value.
 */
export function closeBlock(
	{ bytes, halves, words }: BlockMemory,
	{ count, shared, values, end }: BlockExtent,
): Uint8Array {
	const size = (end + 3) & ~3;
	bytes.fill(0, end, size);
	halves[2] = blockFormat;
	halves[3] = count;
	halves[4] = shared;
	halves[5] = values;
	words[0] = hashBlock(words, size);
	return bytes.subarray(0, size);
}

interface BlockExtent {
	readonly count: number;
	/** Length of the common key prefix. */
	readonly shared: number;
	readonly values: number;
	readonly end: number;
}

/**
 * Hashes all words of a block but the first, which is the checksum. Four lanes, since one would wait for its own
 * multiplication.
 */
export function hashBlock(words: Int32Array, size: number, first = 0): number {
	const end = first + (size >> 2);
	let a = size;
	let b = 1;
	let c = 2;
	let d = 3;
	let at = first + 1;
	for (; at + 3 < end; at += 4) {
		a = Math.imul(a ^ words[at]!, 0x85ebca6b);
		b = Math.imul(b ^ words[at + 1]!, 0xc2b2ae35);
		c = Math.imul(c ^ words[at + 2]!, 0xcc9e2d51);
		d = Math.imul(d ^ words[at + 3]!, 0x1b873593);
	}
	for (; at < end; at++) {
		a = Math.imul(a ^ words[at]!, 0x85ebca6b);
	}
	return mixed(mixed(mixed(mixed(a) ^ b) ^ c) ^ d);
}

function mixed(hash: number): number {
	const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return Math.imul(half ^ (half >>> 13), 0xc2b2ae35) ^ (half >>> 16);
}

export class BlockView {
	area: ByteArea;
	bytes: Uint8Array;
	halves: Uint16Array;
	words: Int32Array;
	count = 0;
	/** Offset of the values. */
	values = 0;
	size = 0;
	/** Length of the common key prefix. */
	shared = 0;
	/** Offset of the block, a multiple of 4. */
	#base = 0;
	/** Offset of the value ends, in 16-bit units. */
	#ends = endsPlace;
	/** Offset of the common key prefix, which the suffixes follow. */
	beginning = 0;

	constructor({ area, bytes, halves, words }: BlockMemory) {
		this.area = area;
		this.bytes = bytes;
		this.halves = halves;
		this.words = words;
	}

	/** Sets the memory that blocks are read from. */
	turnTo({ area, bytes, halves, words }: BlockMemory): void {
		this.area = area;
		this.bytes = bytes;
		this.halves = halves;
		this.words = words;
	}

	/** Opens the block of `size` bytes now in memory; false if it cannot be one. Does not verify the checksum. */
	open(size: number, base = 0): boolean {
		const { halves } = this;
		const half = base >> 1;
		const count = halves[half + countPlace]!;
		this.size = size;
		this.count = count;
		this.#base = base;
		this.#ends = half + endsPlace;
		this.shared = halves[half + sharedPlace]!;
		this.values = base + halves[half + valuesPlace]!;
		this.beginning = base + blockHeadBytes + blockEntryBytes * count;
		return (
			size >= blockHeadBytes &&
			halves[half + formatPlace] === blockFormat &&
			count > 0 &&
			this.beginning + this.shared <= this.values &&
			this.values <= base + size
		);
	}

	get checksum(): number {
		return this.words[this.#base >> 2]!;
	}

	isSound(): boolean {
		return (this.size & 3) === 0 && hashBlock(this.words, this.size, this.#base >> 2) === this.checksum;
	}

	key(at: number): Key {
		const rests = this.beginning + this.shared;
		return (
			readLatin1(this.bytes, this.beginning, rests) +
			readLatin1(this.bytes, rests + this.restStart(at), rests + this.restEnd(at))
		);
	}

	/** Copies a key from its byte `from` on; returns the end of the copy. */
	copyKey(at: number, from: number, into: Uint8Array, start: number): number {
		const { bytes, beginning, shared } = this;
		let place = start;
		for (let byte = beginning + from; byte < beginning + shared; byte++) {
			into[place++] = bytes[byte]!;
		}
		const rests = beginning + shared;
		const end = rests + this.restEnd(at);
		for (let byte = rests + this.restStart(at) + Math.max(0, from - shared); byte < end; byte++) {
			into[place++] = bytes[byte]!;
		}
		return place;
	}

	valueStart(at: number): number {
		return at === 0 ? this.values : this.values + this.halves[this.#ends - 1 + at]!;
	}

	valueEnd(at: number): number {
		return this.values + this.halves[this.#ends + at]!;
	}

	/** Index of the first entry whose key is not before `key`; `count` if there is none. */
	firstNotBefore(key: Key): number {
		const order = this.#compareBeginning(key);
		if (order !== 0) {
			return order < 0 ? 0 : this.count;
		}
		return this.#search(key, 0, this.count);
	}

	/** The same from index `from` on, nearby entries first: for keys in order. */
	nextNotBefore(key: Key, from: number): number {
		let low = from;
		let high = from;
		for (let step = 1; high < this.count && this.compare(high, key) > 0; step *= 2) {
			low = high + 1;
			high += step;
		}
		return this.#search(key, low, Math.min(high, this.count));
	}

	/**
	 * Binary search: first entry from `low` to `high` that is not before the key, which has the common prefix; else
	 * `high`.
	 */
	#search(key: Key, low: number, high: number): number {
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#compareRest(middle, key) > 0) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/**
	 * As `nextNotBefore` for a key given as bytes, with the step predicted from the distance of the last keys. `count`
	 * if the block ends before the key.
	 */
	nextFrom(bytes: Uint8Array, start: number, end: number, from: number): number {
		const order = this.#orderOfBeginning(bytes, start, end);
		if (order !== 0) {
			return order < 0 ? from : this.count;
		}
		let low = from;
		let high = from;
		for (let step = 1; high < this.count && this.#orderOfRest(high, bytes, start, end) > 0; step *= 2) {
			low = high + 1;
			high += step;
		}
		high = Math.min(high, this.count);
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#orderOfRest(middle, bytes, start, end) > 0) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** As `isKey` for a key given as bytes. */
	isAt(at: number, bytes: Uint8Array, start: number, end: number): boolean {
		return (
			at < this.count &&
			this.#orderOfBeginning(bytes, start, end) === 0 &&
			this.#orderOfRest(at, bytes, start, end) === 0
		);
	}

	#orderOfBeginning(bytes: Uint8Array, start: number, end: number): number {
		const { bytes: own, beginning, shared } = this;
		const common = Math.min(shared, end - start);
		for (let at = 0; at < common; at++) {
			const order = bytes[start + at]! - own[beginning + at]!;
			if (order !== 0) {
				return order;
			}
		}
		return common < shared ? -1 : 0;
	}

	#orderOfRest(at: number, bytes: Uint8Array, start: number, end: number): number {
		const rests = this.beginning + this.shared;
		const rest = start + this.shared;
		return compareBytes(bytes, rest, end, this.bytes, rests + this.restStart(at), rests + this.restEnd(at));
	}

	isKey(at: number, key: Key): boolean {
		return at < this.count && this.#compareBeginning(key) === 0 && this.#compareRest(at, key) === 0;
	}

	/** Negative if `key` is before the entry's key, positive if after it. */
	compare(at: number, key: Key): number {
		const order = this.#compareBeginning(key);
		return order !== 0 ? order : this.#compareRest(at, key);
	}

	/** Whether the block is stored under its own block key, which `bytes` hold. */
	standsAt(bytes: Uint8Array, start: number, end: number): boolean {
		const rests = this.beginning + this.shared;
		const from = this.restStart(this.count - 1);
		const restLength = this.restEnd(this.count - 1) - from;
		if (end - start !== this.shared + restLength) {
			return false;
		}
		for (let at = 0; at < this.shared; at++) {
			if (this.bytes[this.beginning + at] !== (at === 0 ? bytes[start]! & 0x7f : bytes[start + at])) {
				return false;
			}
		}
		for (let at = 0; at < restLength; at++) {
			if (this.bytes[rests + from + at] !== bytes[start + this.shared + at]) {
				return false;
			}
		}
		return true;
	}

	/** Start of a key suffix, relative to the first one. */
	restStart(at: number): number {
		return at === 0 ? 0 : this.halves[this.#ends - 1 + this.count + at]!;
	}

	restEnd(at: number): number {
		return this.halves[this.#ends + this.count + at]!;
	}

	/** Compares a key with the common prefix: before, having it (0) or after. */
	#compareBeginning(key: Key): number {
		const { bytes } = this;
		const start = this.beginning;
		const shared = this.shared;
		for (let at = 0; at < shared; at++) {
			if (at === key.length) {
				return -1;
			}
			const order = key.charCodeAt(at) - bytes[start + at]!;
			if (order !== 0) {
				return order;
			}
		}
		return 0;
	}

	#compareRest(at: number, key: Key): number {
		const { bytes } = this;
		const shared = this.shared;
		const start = this.beginning + shared + this.restStart(at);
		const length = this.restEnd(at) - this.restStart(at);
		const common = Math.min(length, key.length - shared);
		for (let place = 0; place < common; place++) {
			const order = key.charCodeAt(shared + place) - bytes[start + place]!;
			if (order !== 0) {
				return order;
			}
		}
		return key.length - shared - length;
	}
}
