/**
 * Samples of a range's keys with the number of entries between them, for statistics.
 */
import type { Key } from "../contract.ts";

/** A sampled key, and the number of entries of its series after the sample before it, this one included. */
export interface KeySample {
	readonly key: Key;
	readonly entries: number;
}

/** Takes about this many steps; null at the end. */
export interface KeySampleWalk {
	next(steps: number): readonly KeySample[] | null;
	/** Ends early; not needed after `null`. A walk must end before its snapshot is released. */
	close(): void;
}
