/**
 * List of keys as bytes side by side, without a string or an object for any.
 *
 *     bytes   | key 0 | key 1 | key 2 | ...
 *                     ^ ends[0]
 */
import { ByteArea, compareArea, copyArea } from "../encoding/byte-area.ts";
import { compareLatin1, readLatin1, writeLatin1 } from "../encoding/latin1.ts";
import type { Key } from "../contract.ts";

export class KeyList {
	count = 0;
	area = new ByteArea(new Uint8Array(1024));
	ends = new Uint32Array(64);
	/** Each key is after the one before. */
	isAscending = true;

	get bytes(): Uint8Array {
		return this.area.bytes;
	}

	clear(): void {
		this.count = 0;
		this.isAscending = true;
	}

	start(at: number): number {
		return at === 0 ? 0 : this.ends[at - 1]!;
	}

	key(at: number): Key {
		return readLatin1(this.bytes, this.start(at), this.ends[at]!);
	}

	/** Negative if `key` is before the one at the index, positive if after it. */
	compare(at: number, key: Key): number {
		return -compareLatin1(this.bytes, this.start(at), this.ends[at]!, key);
	}

	/** Reserves bytes for the next key and returns their offset. */
	room(length: number): number {
		const start = this.start(this.count);
		if (start + length > this.bytes.length) {
			const grown = new Uint8Array(2 * (start + length));
			grown.set(this.bytes.subarray(0, start));
			this.area = new ByteArea(grown);
		}
		return start;
	}

	/** Adds the key written into the reserved bytes. */
	finish(end: number): void {
		const { count } = this;
		if (count === this.ends.length) {
			const grown = new Uint32Array(2 * count);
			grown.set(this.ends);
			this.ends = grown;
		}
		this.ends[count] = end;
		this.count = count + 1;
		if (this.isAscending && count > 0) {
			const start = this.ends[count - 1]!;
			this.isAscending = compareArea(this.area, this.start(count - 1), start, this.area, start, end) < 0;
		}
	}

	/** Adds a key given as bytes. */
	add(area: ByteArea, from: number, to: number): void {
		const start = this.room(to - from);
		copyArea(area, from, to, this.area, start);
		this.finish(start + to - from);
	}

	addKey(key: Key): void {
		const start = this.room(key.length);
		writeLatin1(this.bytes, key, start);
		this.finish(start + key.length);
	}

	/** The first `count` keys, in the same memory. Nothing may be added to the result. */
	firstOnes(count: number): KeyList {
		const list = new KeyList();
		list.area = this.area;
		list.ends = this.ends;
		list.count = count;
		return list;
	}

	/** All keys as strings. */
	texts(): Key[] {
		const texts: Key[] = [];
		for (let at = 0; at < this.count; at++) {
			texts.push(this.key(at));
		}
		return texts;
	}

	/** First index from `from` on whose key is not before `key` (exponential search). The keys must be ascending. */
	firstNotBefore(key: Key, from = 0): number {
		let low = from;
		let high = from;
		for (let step = 1; high < this.count && this.compare(high, key) > 0; step *= 2) {
			low = high + 1;
			high += step;
		}
		high = Math.min(high, this.count);
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.compare(middle, key) > 0) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}
}
