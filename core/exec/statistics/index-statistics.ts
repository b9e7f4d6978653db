/**
 * What is known of an index's entries: how many values they have, and where they lie.
 *
 * In: bounds and counts, from a survey. Out: shares of all entries. It refuses to know how many entries there are by
 * now: counts are kept with tables.
 *
 *     bounds     "b"   "f"   "m"   "z"          keys, in order
 *     shares     0.25  0.5   0.75  1            of all entries, up to and with each
 */
import type { Key } from "../../store/store.ts";

export interface IndexStatistics {
	/** When it was surveyed: rows of the table. */
	readonly rows: number;
	/** Of the first part, of the first two ...: how many different values there were. */
	readonly distinct: readonly number[];
	readonly bounds: readonly Key[];
	readonly shares: readonly number[];
	/** When that was: milliseconds since 1970 UTC. */
	readonly madeMs: number;
	/** Counts each survey of the server. */
	readonly version: number;
}

/** About what share of the entries lies between two keys; never less than what can't be told apart. */
export function shareBetween({ bounds, shares }: IndexStatistics, from: Key, to: Key): number {
	if (bounds.length === 0) {
		return 0;
	}
	return Math.max(shareBefore(bounds, shares, to) - shareBefore(bounds, shares, from), 0);
}

/** Within a bucket nothing is known: the middle is taken. */
function shareBefore(bounds: readonly Key[], shares: readonly number[], key: Key): number {
	let low = 0;
	let high = bounds.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (bounds[middle]! < key) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	const before = low === 0 ? 0 : shares[low - 1]!;
	return low === bounds.length ? 1 : (before + shares[low]!) / 2;
}
