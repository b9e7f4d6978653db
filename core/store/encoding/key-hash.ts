/**
 * Hash of a key, 32 bits, the same for its byte string and for its bytes.
 */
import type { Key } from "../contract.ts";

/** Of a key as a byte string. */
export function hashOfKey(key: Key): number {
	let hash = key.length;
	for (let at = 0; at < key.length; at++) {
		hash = Math.imul(hash ^ key.charCodeAt(at), 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	return hash ^ (hash >>> 17);
}

/** Of a key within bytes. */
export function hashOfKeyBytes(bytes: Uint8Array, start: number, end: number): number {
	let hash = end - start;
	for (let at = start; at < end; at++) {
		hash = Math.imul(hash ^ bytes[at]!, 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	return hash ^ (hash >>> 17);
}
