/**
 * Background sweep of a store: removes the entries of dropped tables when the process is idle.
 */
import { setTimeout } from "../../async/timers.ts";
import { sweep } from "../../catalog/sweep.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { Log } from "../log/log.ts";

/** Runs one sweep at a time, when the process is idle. */
export function sweeper(store: FastStore, log: Log): () => void {
	let isWanted = false;
	let isRunning = false;
	const run = async (): Promise<void> => {
		isRunning = true;
		try {
			while (isWanted) {
				isWanted = false;
				await sweep(store);
			}
		} catch (failure) {
			if (isUsable(store)) {
				log.warn(`The sweep stopped: ${String(failure)}`);
			}
		} finally {
			isRunning = false;
		}
	};
	return () => {
		isWanted = true;
		if (!isRunning) {
			setTimeout(run, 100).unref();
		}
	};
}

/** False where the store is closed, which is no error of the sweep's, or can only be read: the disk is full. */
export function isUsable(store: FastStore): boolean {
	try {
		store.check();
		return true;
	} catch {
		return false;
	}
}
