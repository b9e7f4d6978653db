/**
 * Bisection: the first of ordered places from which on something holds.
 */

/** The first place at which `holds`, which does at all that follow; `count`: at none. */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
	let [low, high] = [0, count];
	while (low < high) {
		const middle = (low + high) >>> 1;
		[low, high] = holds(middle) ? [low, middle] : [middle + 1, high];
	}
	return low;
}
