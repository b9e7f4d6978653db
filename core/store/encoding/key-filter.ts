/**
 * Key filter (a Bloom filter with one hash): keys that were certainly never written need no lookup in the memtable.
 *
 *     words   | 32 bits | 32 bits | ...     a key's hash selects a bit, which other keys share
 *
 * A set of as many strings as a segment has writes cost two or three cache misses a lookup; this has one. With the
 * 20,000 keys of a full segment 7 in 100 other keys are false positives and are looked up in the tree.
 */
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

/** Returns a hash of 32 bits, the same as of the key's bytes. */
export function hashOfKey(key: Key): number {
	let hash = key.length;
	for (let at = 0; at < key.length; at++) {
		hash = Math.imul(hash ^ key.charCodeAt(at), 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	return hash ^ (hash >>> 17);
}

/** The same of a key within bytes. */
export function hashOfKeyBytes(bytes: Uint8Array, start: number, end: number): number {
	let hash = end - start;
	for (let at = start; at < end; at++) {
		hash = Math.imul(hash ^ bytes[at]!, 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	return hash ^ (hash >>> 17);
}
