/**
 * Where blocks stand: under the key of their last entry, with the first bit set.
 *
 * In: a key. Out: its shadow and back. So all blocks lie behind all entries that are kept alone, in the order of
 * their keys, and the first block whose shadow is not before a key's is the only one that may hold the key.
 *
 *     entries    40 47 40 01     40 47 40 02     40 47 40 03  ...       every key's first byte is below 80
 *     blocks                                     c0 47 40 03  ...
 */
import type { Key } from "../contract.ts";

export const blockKeyBit = 0x80;

/** Behind all keys of entries. */
export const entriesEnd: Key = "\x80";

export function blockKey(key: Key): Key {
	return key.length === 0 ? entriesEnd : String.fromCharCode(key.charCodeAt(0) | blockKeyBit) + key.slice(1);
}

/** The key whose shadow this is. */
export function plainKey(shadow: Key): Key {
	return String.fromCharCode(shadow.charCodeAt(0) & ~blockKeyBit) + shadow.slice(1);
}
