/**
 * Tombstone: a standalone entry without a value that marks an entry of a block as removed.
 *
 * Every other value has at least the 4 bytes of its checksum, so a tombstone is recognized by its size.
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
