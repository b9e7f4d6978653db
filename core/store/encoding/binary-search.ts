/**
 * Binary search of sorted writes, which tries places near the start first (exponential search).
 */
import type { Key, Write } from "../contract.ts";

/** Returns the first index from which on `holds` is true; tries those near `from` first. */
export function binarySearch(writes: readonly Write[], from: number, to: number, holds: (key: Key) => boolean): number {
	let low = from;
	let high = from;
	for (let step = 1; high < to && !holds(writes[high].key); step *= 2) {
		low = high + 1;
		high += step;
	}
	high = Math.min(high, to);
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(writes[middle].key)) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return low;
}
