/**
 * Quantiles of measured times: the time that a part of them does not exceed.
 */

/** Returns them by part: 0.5 is the median, 1 the largest; 0 where nothing was measured. */
export function quantilesOf(times: readonly number[]): (part: number) => number {
	const sorted = [...times].sort((one, other) => one - other);
	return (part) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}
