/**
 * Leaf partitions: the partitions or subpartitions that hold rows, in order, with MySQL's implicit names.
 *
 *     partition by hash (a) partitions 2                       p0, p1
 *     ... subpartition by hash (b) subpartitions 2 (p ...)      psp0, psp1
 */
import type { Part, Partitioning } from "../sql/tree/partitioning.ts";

/** A partition or subpartition. */
export interface Leaf {
	readonly part: Part;
	readonly below: Part | undefined;
	/** Places of both, from 0. */
	readonly at: number;
	readonly belowAt: number;
}

/** Partitions as listed; unnamed ones are p0, p1 ... */
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

/** How many leaves each partition has. */
export function leavesInPart(leaves: readonly Leaf[]): number {
	const end = leaves.findIndex(({ at }) => at > 0);
	return end < 0 ? leaves.length : end;
}

export function numberedParts(count: number, prefix: string): readonly Part[] {
	return Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at}`, parts: [] }));
}
