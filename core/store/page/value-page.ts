/**
 * Page of values that were looked up by key: the found ones, in the order of the keys. The memory is reused.
 */
import { ByteArea, copyArea, copyBytes } from "../encoding/byte-area.ts";
import type { Page } from "./page.ts";
import type { Key } from "../contract.ts";

const noArea = new ByteArea(new Uint8Array(0));
const firstBytes = 512;

/** Instead of a start: the key was not found. */
const nowhere = 0xffffffff;

export class ValuePage implements Page {
	count = 0;
	// Arrays of up to 64 bytes lie within V8's heap: others cost 0.5 us each to make, and more to collect.
	starts = new Uint32Array(16);
	ends = new Uint32Array(16);
	#area = noArea;
	#keys: readonly Key[] = [];
	#used = 0;
	#found = 0;

	get bytes(): Uint8Array {
		return this.#area.bytes;
	}

	/** Fills the page from keys and their values. */
	fill(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): Page {
		this.begin(keys);
		for (let at = 0; at < values.length; at++) {
			const value = values[at];
			if (value !== undefined) {
				this.put(at, value);
			}
		}
		return this.finish();
	}

	begin(keys: readonly Key[]): void {
		if (keys.length > this.starts.length) {
			this.starts = new Uint32Array(2 * keys.length);
			this.ends = new Uint32Array(2 * keys.length);
		}
		this.starts.fill(nowhere, 0, keys.length);
		this.#keys = keys;
		this.#used = 0;
		this.#found = 0;
	}

	/** Copies the value of the key at an index. */
	put(place: number, value: Uint8Array): void {
		const into = this.#take(place, value.length);
		copyBytes(value, 0, value.length, this.bytes, into);
	}

	/** The same for a value given as bytes. */
	putFrom(place: number, source: ByteArea, start: number, end: number): void {
		const into = this.#take(place, end - start);
		copyArea(source, start, end, this.#area, into);
	}

	/** Reserves room for a value and returns its offset. */
	#take(place: number, length: number): number {
		const start = this.#used;
		const end = start + length;
		this.#used = end;
		if (end > this.bytes.length) {
			this.#grow(start);
		}
		this.starts[place] = start;
		this.ends[place] = end;
		this.#found++;
		return start;
	}

	/** Drops the keys that were not found. */
	finish(): Page {
		this.count = this.#keys.length;
		if (this.#found < this.count) {
			const { starts, ends } = this;
			const keys = this.#keys;
			const found: Key[] = [];
			for (let at = 0; at < keys.length; at++) {
				if (starts[at] !== nowhere) {
					starts[found.length] = starts[at]!;
					ends[found.length] = ends[at]!;
					found.push(keys[at]!);
				}
			}
			this.#keys = found;
			this.count = found.length;
		}
		return this;
	}

	key(at: number): Key {
		return this.#keys[at]!;
	}

	#grow(used: number): void {
		const grown = new Uint8Array(Math.max(firstBytes, 2 * this.#used));
		grown.set(this.bytes.subarray(0, used));
		this.#area = new ByteArea(grown);
	}
}
