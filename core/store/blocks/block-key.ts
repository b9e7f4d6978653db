/**
 * Block key: the key of a block's last entry with the first bit set.
 *
 * So all blocks sort after all standalone entries, in the order of their keys, and the first block whose key is not
 * before a key's block key is the only one that may hold that key.
 *
 *     entries    40 47 40 01     40 47 40 02     40 47 40 03  ...       every key's first byte is below 80
 *     blocks                                     c0 47 40 03  ...
 */
import type { Key } from "../contract.ts";

export const blockKeyBit = 0x80;

/** After all keys of standalone entries. */
export const entriesEnd: Key = "\x80";

export function blockKey(key: Key): Key {
	return key.length === 0 ? entriesEnd : String.fromCharCode(key.charCodeAt(0) | blockKeyBit) + key.slice(1);
}

/** Returns the entry key of a block key. */
export function plainKey(shadow: Key): Key {
	return String.fromCharCode(shadow.charCodeAt(0) & ~blockKeyBit) + shadow.slice(1);
}
