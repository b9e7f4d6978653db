/**
 * What says that an entry of a block has been removed: an entry of the same key that stands alone and is nothing
 * itself.
 *
 * In: a key. Out: its tombstone. Every other value has at least the 4 bytes of its seal, so the size tells.
 *
 *     | hash of the key, 3 bytes |
 */
import { checksumOf } from "./checksummed-value.ts";
import type { Key } from "../contract.ts";

const tombstoneBytes = 3;

export function isTombstone(size: number): boolean {
	return size === tombstoneBytes;
}

export function tombstoneOf(key: Key): Uint8Array {
	const hash = checksumOf(key, 0);
	return Uint8Array.of(hash, hash >>> 8, hash >>> 16);
}
