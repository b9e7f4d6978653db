/**
 * One block: many entries with consecutive keys packed into one value of the store's file.
 *
 * In: memory that holds a block. Out: its keys, where its values lie, and whether its checksum is right. It refuses
 * to know where blocks are kept and what is written over them. `block-packer.ts` makes them.
 *
 *     | checksum 4 | format 2 | count 2 | shared 2 | values 2 | value ends 2 each | key ends 2 each |
 *     | shared beginning of all keys | rests of the keys ... | values ... | zeros up to 4 |
 *
 * `shared` is the beginning's length; `values` says where values begin, and value ends count from there; key ends
 * count from where the rests begin. All numbers are little end first.
 */
import { ByteArea } from "../encoding/byte-area.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";
import { readLatin1 } from "../encoding/latin1.ts";
import type { Key } from "../contract.ts";

/**
 * A value of this size fills one page of the file that LMDB keeps beside its tree, less its header: nothing is
 * wasted.
 */
export const maximumBlockBytes = 4072;
export const blockFormat = 1;
export const blockHeadBytes = 12;
/** What an entry costs besides its key's rest and its value. */
export const blockEntryBytes = 4;

/** Places in units of two bytes. */
const formatPlace = 2;
const countPlace = 3;
const sharedPlace = 4;
const valuesPlace = 5;
const endsPlace = 6;

/** Memory seen as bytes, halves and words. */
export interface BlockMemory {
	/** The bytes, to be copied from. */
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

/** How many entries the block has that is in memory now, which is not looked at. */
export function countOfBlock({ halves }: BlockMemory): number {
	return halves[countPlace]!;
}

/**
 * Writes the head over a block whose entries end at `end`, and answers with its bytes. `values`: where the first
 * value begins.
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
	/** So many bytes all keys begin with. */
	readonly shared: number;
	readonly values: number;
	readonly end: number;
}

/**
 * Hashes all words of a block but the first, which is the checksum. In four lanes, since one would wait for its own
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
	/** Where values begin. */
	values = 0;
	size = 0;
	/** How many bytes all keys begin with alike. */
	shared = 0;
	/** Where the block begins: at a word. */
	#base = 0;
	/** Where value ends begin, in halves. */
	#ends = endsPlace;
	/** Where the beginning of all keys lies; behind it the rests. */
	beginning = 0;

	constructor({ area, bytes, halves, words }: BlockMemory) {
		this.area = area;
		this.bytes = bytes;
		this.halves = halves;
		this.words = words;
	}

	/** From now on blocks lie in this memory. */
	turnTo({ area, bytes, halves, words }: BlockMemory): void {
		this.area = area;
		this.bytes = bytes;
		this.halves = halves;
		this.words = words;
	}

	/**
	 * Looks at the block of `size` bytes that is in memory now; false if it cannot be one. Its checksum is not looked
	 * at.
	 */
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

	/** Writes a key from its byte `from` on; answers where it ends. */
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

	/** The first entry whose key is not before this one; `count` if there is none. */
	firstNotBefore(key: Key): number {
		const order = this.#compareBeginning(key);
		if (order !== 0) {
			return order < 0 ? 0 : this.count;
		}
		return this.#search(key, 0, this.count);
	}

	/** The same, among entries from `from` on, and near it first: for keys in order. */
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
	 * The first entry from `low` up to `high` that is not before the key, whose beginning all of them share; `high` if
	 * there is none.
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
	 * As `nextNotBefore` for a key that lies in bytes, and as many entries on as keys in order are apart. `count` where
	 * the block ends before the key.
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

	/** As `isKey` for a key that lies in bytes. */
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

	/** Negative if the key is before the entry's, positive if behind it. */
	compare(at: number, key: Key): number {
		const order = this.#compareBeginning(key);
		return order !== 0 ? order : this.#compareRest(at, key);
	}

	/** Does it stand where it belongs? `bytes` hold the last entry's key in its shadow form. */
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

	/** Where a key's rest begins, counted from the first one. */
	restStart(at: number): number {
		return at === 0 ? 0 : this.halves[this.#ends - 1 + this.count + at]!;
	}

	restEnd(at: number): number {
		return this.halves[this.#ends + this.count + at]!;
	}

	/** Where a key stands to all that begin as this block's do: before, among them or behind. */
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
