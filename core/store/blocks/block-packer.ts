/**
 * Packs sorted entries into blocks: a block is full when the next entry would not fit. Layout: `block-view.ts`.
 */
import { blockEntryBytes, blockHeadBytes, blockMemory, closeBlock } from "./block-view.ts";
import { writeLatin1 } from "../encoding/latin1.ts";
import type { Key } from "../contract.ts";

export interface PackedEntry {
	readonly key: Key;
	readonly value: Uint8Array | null;
}

export class BlockPacker {
	readonly #maximumBytes: number;
	readonly #memory;
	/** Size of the block that `fitting` planned. */
	fittingBytes = 0;

	constructor(maximumBytes: number) {
		this.#maximumBytes = maximumBytes;
		this.#memory = blockMemory(new ArrayBuffer(maximumBytes), 0, maximumBytes);
	}

	/** How many of entries `from` to `to` fit in one block; at least one, which then may not fit. */
	fitting(entries: readonly PackedEntry[], from: number, to: number, maximumBytes = this.#maximumBytes): number {
		const first = entries[from]!.key;
		let shared = first.length;
		let keyBytes = 0;
		let valueBytes = 0;
		for (let at = from; at < to; at++) {
			const { key, value } = entries[at]!;
			shared = sharedLength(first, key, shared);
			keyBytes += key.length;
			valueBytes += value!.length;
			const count = at - from + 1;
			const size = blockHeadBytes + blockEntryBytes * count + shared + keyBytes - shared * count + valueBytes;
			if (size > maximumBytes) {
				return Math.max(1, at - from);
			}
			this.fittingBytes = size;
		}
		return to - from;
	}

	/** Returns the block of these entries, which must fit, in memory that the next call overwrites. */
	pack(entries: readonly PackedEntry[], from: number, to: number): Uint8Array {
		const { bytes, halves } = this.#memory;
		const count = to - from;
		const first = entries[from]!.key;
		const shared = sharedLength(first, entries[to - 1]!.key, first.length);
		let at = blockHeadBytes + blockEntryBytes * count;
		writeLatin1(bytes, first.slice(0, shared), at);
		const rests = at + shared;
		at = rests;
		for (let entry = 0; entry < count; entry++) {
			const { key } = entries[from + entry]!;
			const rest = key.slice(shared);
			writeLatin1(bytes, rest, at);
			at += rest.length;
			halves[6 + count + entry] = at - rests;
		}
		const values = at;
		for (let entry = 0; entry < count; entry++) {
			const value = entries[from + entry]!.value!;
			bytes.set(value, at);
			at += value.length;
			halves[6 + entry] = at - values;
		}
		return closeBlock(this.#memory, { count, shared, values, end: at });
	}
}

/** Estimates the bytes of entries in blocks, without block heads, given the length of their common key prefix. */
export function bytesOfEntries(entries: readonly PackedEntry[], from: number, to: number, shared: number): number {
	let bytes = 0;
	for (let at = from; at < to; at++) {
		const { key, value } = entries[at]!;
		bytes += blockEntryBytes + key.length - shared + value!.length;
	}
	return bytes;
}

/** Length of the common prefix of sorted entries' keys. */
export function sharedByEntries(entries: readonly PackedEntry[]): number {
	const [first] = entries;
	return first === undefined ? 0 : sharedLength(first.key, entries[entries.length - 1]!.key, first.key.length);
}

/** Length of two keys' common prefix, at most `bound`. */
function sharedLength(one: Key, other: Key, bound: number): number {
	const end = Math.min(bound, other.length);
	let at = 0;
	while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) {
		at++;
	}
	return at;
}
