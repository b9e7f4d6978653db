/**
 * Decides which batches are too large for the log: they go into LMDB directly, where they are written once, not
 * twice.
 */
import type { FastBatch } from "../fast-store.ts";
import { bytesOfRuns, bytesOfWrites } from "./log-group.ts";

const largestBytes = 1 << 20;
/** Larger values gain nothing from a group. */
const greatestValueBytes = 1 << 16;
/** More changes stay bytes side by side. */
const fewChanges = 512;

export function isLarge({ writes, runs = [], changes = [], cleared }: FastBatch): boolean {
	const writeBytes = bytesOfWrites(writes);
	return (
		cleared !== undefined ||
		writeBytes > greatestValueBytes * Math.max(1, writes.length >> 6) ||
		writeBytes + changes.reduce((sum, run) => sum + (run.isOnlyReliedOn ? 0 : run.takenBytes), bytesOfRuns(runs)) >
			largestBytes
	);
}

export function hasManyChanges({ changes = [] }: FastBatch): boolean {
	return changes.reduce((sum, { count }) => sum + count, 0) > fewChanges;
}
