/**
 * Was a key that a batch writes for the first time written by somebody else meanwhile?
 *
 * In: a batch and the keys that are there. Out: the first that both have, or the first of a range that is to be empty. Others'
 * keys between those of the batch are in nobody's way. It refuses to know engines.
 */
import type { Batch, Key, Unwritten, Write } from "./store.ts";

export function firstTaken({ writes, unwritten, empty }: Batch, keysIn: (unwritten: Unwritten) => Iterable<Key>): Key | undefined {
	if (empty !== undefined) {
		for (const key of keysIn(empty)) {
			return key;
		}
	}
	if (unwritten === undefined) {
		return undefined;
	}
	for (const key of keysIn(unwritten)) {
		if (isWritten(writes, key)) {
			return key;
		}
	}
	return undefined;
}

function isWritten(writes: readonly Write[], key: Key): boolean {
	let low = 0;
	let high = writes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (writes[middle]!.key < key) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return writes[low]?.key === key;
}
