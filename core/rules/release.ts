/**
 * Order of release names such as `a.b` or `a.b.c`. Which releases exist is known to the plugins only.
 */

/**
 * Compares release names. A missing part counts as 0, and so does `x`: `a.b` is the first of its line.
 * @returns negative where `a` is older than `b`
 */
export function compareReleases(a: string, b: string): number {
	return compareParts(parts(a, 0), parts(b, 0));
}

/** Releases from `from` to `to`, inclusive; an absent end is open. `to: "a.b.x"` includes every third number. */
export interface ReleaseRange {
	readonly from?: string;
	readonly to?: string;
}

/** @returns whether a release is in a range */
export function holdsRelease(range: ReleaseRange, release: string): boolean {
	const at = parts(release, 0);
	return (
		(range.from === undefined || compareParts(parts(range.from, 0), at) <= 0) &&
		(range.to === undefined || compareParts(at, parts(range.to, Number.POSITIVE_INFINITY)) <= 0)
	);
}

/** @returns whether two ranges have a release in common */
export function overlaps(a: ReleaseRange, b: ReleaseRange): boolean {
	return beginsBeforeEnd(a, b) && beginsBeforeEnd(b, a);
}

function beginsBeforeEnd({ from }: ReleaseRange, { to }: ReleaseRange): boolean {
	return (
		from === undefined || to === undefined || compareParts(parts(from, 0), parts(to, Number.POSITIVE_INFINITY)) <= 0
	);
}

function parts(release: string, any: number): readonly number[] {
	const [first = 0, second = 0, third = 0] = release.split(".").map((part) => (part === "x" ? any : Number(part)));
	return [first, second, third];
}

function compareParts(a: readonly number[], b: readonly number[]): number {
	const at = a.findIndex((part, position) => part !== b[position]);
	return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}
