/**
 * Checkpoint: what of the memtable is written into LMDB, in small commits or all at once.
 *
 * The log lease goes with the last commit, since a part of an epoch may be written twice.
 */
import { changesOf } from "../runs/change-entries.ts";
import { logClaimKey } from "../encoding/keys.ts";
import { writesOfRun } from "../runs/run-cursor.ts";
import { runParts } from "../runs/run-order.ts";
import type { Write } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import type { Memtable } from "./memtable.ts";

/** Writes of one LMDB commit of a checkpoint that runs in the background. */
const foldWrites = 1024;
/** Entries of runs of one commit: approximate, since pieces of memory are not split. */
const foldEntries = 4096;

export type CheckpointPart = Pick<FastBatch, "writes" | "runs" | "changes">;

/** In the order in which they must be committed. `claim`: the lease's bytes. */
export function* checkpointParts(overlay: Memtable, claim: Uint8Array): Generator<CheckpointPart> {
	for (const run of overlay.olderRuns()) {
		for (const part of runParts(run, foldEntries)) {
			yield { writes: [], runs: [part] };
		}
	}
	for (const run of overlay.olderChanges()) {
		for (const part of changesOf(run)) {
			yield { writes: [], changes: [part] };
		}
	}
	const writes = overlay.olderWrites();
	let at = 0;
	for (; at + foldWrites < writes.length; at += foldWrites) {
		yield { writes: writes.slice(at, at + foldWrites) };
	}
	yield { writes: [...writes.slice(at), { key: logClaimKey, value: claim }] };
}

/** All of the older part, in the order in which it must be written. */
export function olderEntries(overlay: Memtable): Write[] {
	return [...overlay.olderRuns(), ...overlay.olderChanges()]
		.flatMap((run) => [...writesOfRun(run)])
		.concat(overlay.olderWrites());
}
