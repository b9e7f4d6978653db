/**
 * Release names and their order.
 *
 * In: names such as `a.b` or `a.b.c`. Out: their order. It knows no release by name: the list is the plugins'.
 */

/** Negative where `a` is older than `b`. A missing part counts as 0, so `a.b` is the first of its line. */
export function compareReleases(a: string, b: string): number {
	const left = a.split(".").map(Number);
	const right = b.split(".").map(Number);
	for (let part = 0; part < 3; part++) {
		const difference = (left[part] ?? 0) - (right[part] ?? 0);
		if (difference !== 0) {
			return difference;
		}
	}
	return 0;
}

/** Releases from `from` to `to`, both included; an absent end is open. */
export interface ReleaseRange {
	readonly from?: string;
	readonly to?: string;
}

export function holdsRelease(range: ReleaseRange, release: string): boolean {
	return (
		(range.from === undefined || compareReleases(range.from, release) <= 0) &&
		(range.to === undefined || compareReleases(release, range.to) <= 0)
	);
}
