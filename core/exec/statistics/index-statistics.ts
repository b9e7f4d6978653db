/**
 * Index statistics: distinct values per key prefix, the share of the most frequent, an equi-depth histogram of keys.
 *
 * Shares are relative; the current number of entries is the table's row count.
 *
 *     bounds     "b"   "f"   "m"   "z"          keys, in order
 *     shares     0.25  0.5   0.75  1            cumulative share of entries up to each bound
 */
import type { Key } from "../../store/contract.ts";
import { firstWhere } from "../../types/compare/bisection.ts";

export interface IndexStatistics {
	/** Rows of the table at the time of the survey. */
	readonly rows: number;
	/** Distinct values of the first part, of the first two ... */
	readonly distinct: readonly number[];
	/**
	 * Share of the most frequent value of the first part, of the first two ..., from 0 to 1: at least, and less by a
	 * bucket of the histogram at most. Undefined: surveyed before it was asked.
	 */
	readonly greatest?: readonly number[] | undefined;
	readonly bounds: readonly Key[];
	readonly shares: readonly number[];
	/** Time of the survey: milliseconds since 1970 UTC. */
	readonly madeMs: number;
	/** Number of the survey in this server. */
	readonly version: number;
}

/** Estimates the share of entries between two keys; never below the histogram's resolution. */
export function shareBetween({ bounds, shares }: IndexStatistics, from: Key, to: Key): number {
	if (bounds.length === 0) {
		return 0;
	}
	return Math.max(shareBefore(bounds, shares, to) - shareBefore(bounds, shares, from), 0);
}

/** Assumes the middle of a bucket. */
function shareBefore(bounds: readonly Key[], shares: readonly number[], key: Key): number {
	const bucket = firstWhere(bounds.length, (at) => bounds[at]! >= key);
	const before = bucket === 0 ? 0 : shares[bucket - 1]!;
	return bucket === bounds.length ? 1 : (before + shares[bucket]!) / 2;
}
