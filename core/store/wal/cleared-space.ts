/**
 * Clears key spaces in LMDB while a log is held, as soon as the log has none of the keys: a checkpoint or the end of
 * the lease removes them, and forcing one costs more than waiting.
 */
import { delay } from "../../async/timers.ts";
import type { Commit } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import type { OwnLog } from "./own-log.ts";

/**
 * Interval of the check whether the log still has keys to be cleared, and the longest wait before the lease is given
 * up for that.
 */
const waitMs = 100;
const mostWaits = 50;

interface ClearingStore {
	/** The log, unless it is being written or has no lease. */
	quietLog(): OwnLog | null | "writing";
	/** Where there is no log. */
	commit(batch: FastBatch): Promise<Commit>;
	/** Has the lease given up for it. */
	gather(batch: FastBatch): Promise<Commit>;
}

export async function clearBeside(store: ClearingStore, batch: FastBatch): Promise<Commit> {
	for (let waits = 0; waits < mostWaits; waits++) {
		const log = store.quietLog();
		if (log === null) {
			return store.commit(batch);
		}
		if (log !== "writing" && batch.cleared!.every((prefix) => log.hasNothingOf(prefix))) {
			return log.commitBeside(batch);
		}
		await delay(waitMs, undefined, { ref: false });
	}
	return store.quietLog() === null ? store.commit(batch) : store.gather(batch);
}
