/**
 * Key filter (a Bloom filter with one hash): keys that were certainly never written need no lookup in the memtable.
 *
 *     words   | 32 bits | 32 bits | ...     a key's hash selects a bit, which other keys share
 *
 * A set of as many strings as a segment has writes cost two or three cache misses a lookup; this has one. With the
 * 20,000 keys of a full segment 7 in 100 other keys are false positives and are looked up in the tree.
 */
import { hashOfKey, hashOfKeyBytes } from "../encoding/key-hash.ts";
import type { Key } from "../contract.ts";

const wordCount = 1 << 13;

export class KeyFilter {
	#words: Int32Array | undefined;

	get isEmpty(): boolean {
		return this.#words === undefined;
	}

	add(key: Key): void {
		this.#words ??= new Int32Array(wordCount);
		const hash = hashOfKey(key);
		this.#words[(hash >>> 5) & (wordCount - 1)] |= 1 << (hash & 31);
	}

	mayHave(key: Key): boolean {
		return this.#words !== undefined && this.#mayHave(this.#words, hashOfKey(key));
	}

	/** The same for a key given as bytes. */
	mayHaveBytes(bytes: Uint8Array, start: number, end: number): boolean {
		return this.#words !== undefined && this.#mayHave(this.#words, hashOfKeyBytes(bytes, start, end));
	}

	#mayHave(words: Int32Array, hash: number): boolean {
		return (words[(hash >>> 5) & (wordCount - 1)]! & (1 << (hash & 31))) !== 0;
	}
}
