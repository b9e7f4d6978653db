/**
 * Which keys were surely never written: what isn't among them needs no walk down a tree.
 *
 * In: keys. Out: maybe, or no. It refuses to forget, and to hold keys.
 *
 *     words   | 32 bits | 32 bits | ...     a key's hash says which bit is its own, and others'
 *
 * Why not a set: it was one, of as many strings as a segment has writes. A look into it cost two or three misses of
 * the processor's caches, in a statement that comes once in a while the dearest of all; this has one. Of 20,000 keys,
 * which a segment has, 7 in 100 others seem to be there, and are looked for in the tree.
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

	/** The same for a key among bytes. */
	mayHaveBytes(bytes: Uint8Array, start: number, end: number): boolean {
		return this.#words !== undefined && this.#mayHave(this.#words, hashOfKeyBytes(bytes, start, end));
	}

	#mayHave(words: Int32Array, hash: number): boolean {
		return (words[(hash >>> 5) & (wordCount - 1)]! & (1 << (hash & 31))) !== 0;
	}
}
