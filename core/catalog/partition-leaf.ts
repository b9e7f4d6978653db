/**
 * The parts of a table that hold rows, in order.
 *
 * In: PARTITION BY, read. Out: its parts, or those below them, with the names they have where none was written. It
 * refuses to know rows.
 *
 *     partition by hash (a) partitions 2                       p0, p1
 *     ... subpartition by hash (b) subpartitions 2 (p ...)      psp0, psp1
 */
import type { Part, Partitioning } from "../sql/tree/partitioning.ts";

/** A part, or one below it. */
export interface Leaf {
	readonly part: Part;
	readonly below: Part | undefined;
	/** Places of both, from 0. */
	readonly at: number;
	readonly belowAt: number;
}

/** Parts as they are listed; those that were not named are p0, p1 ... */
export function namedParts({ parts, count = 1 }: Partitioning): readonly Part[] {
	return parts.length > 0 ? parts : numberedParts(count, "p");
}

export function leavesOf(partitioning: Partitioning): readonly Leaf[] {
	const { below } = partitioning;
	return namedParts(partitioning).flatMap((part, at): Leaf[] => {
		const inner =
			below === undefined ? [] : part.parts.length > 0 ? part.parts : numberedParts(below.count ?? 1, `${part.name}sp`);
		return inner.length === 0
			? [{ part, below: undefined, at, belowAt: 0 }]
			: inner.map((each, belowAt) => ({ part, below: each, at, belowAt }));
	});
}

export function numberedParts(count: number, prefix: string): readonly Part[] {
	return Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at}`, parts: [] }));
}
