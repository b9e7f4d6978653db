/**
 * Stages of a commit on its way to the disk; crash tests end the process at a stage.
 *
 *     begun      the write transaction is open, nothing is written
 *     partly     a part of it is written in it, and the event loop may turn
 *     applied    everything is written in it
 *     durable    it is on disk, and not yet acknowledged
 */
import type { FastBatch } from "./fast-store.ts";

export type CommitStage = "begun" | "partly" | "applied" | "durable";

/** Called during a commit: may end the process, and must do nothing else that takes time. */
export type WatchCommit = (stage: CommitStage, batches: readonly FastBatch[]) => void;
