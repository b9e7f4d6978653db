/**
 * Write transaction filled in slices of the event loop: other requests read the last committed state meanwhile.
 *
 * The transaction belongs to a thread of the package, which waits for the work and then writes pages and syncs. All
 * reads of the package use an open write transaction, whatever transaction they name: so it is hidden between slices.
 * It is a child of that thread's transaction, so that work that throws writes nothing; the same holds for a process
 * that ends in between, which would otherwise wait for itself forever.
 */
import type { LmdbDatabase } from "./lmdb-environment.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { usesFastPath } from "../../async/fast-path.ts";
import { runSlice, runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";

export function writeInSlices<T>(database: LmdbDatabase, begin: () => CooperativeTask<T>): Promise<T> {
	return database.childTransaction(() => fill(database, begin()));
}

async function fill<T>({ env }: LmdbDatabase, steps: CooperativeTask<T>): Promise<T> {
	if (!usesFastPath("write-slices") || typeof env?.abortTxn !== "function" || typeof env.resumeWriting !== "function") {
		return runToEnd(steps);
	}
	const { writeTxn } = env;
	const abandon = (): void => {
		env.abortTxn();
		env.resumeWriting();
	};
	process.once("exit", abandon);
	try {
		for (;;) {
			const slice = runSlice(steps);
			if (slice !== undefined) {
				return slice.made;
			}
			env.writeTxn = null;
			await yieldToEventLoop();
			env.writeTxn = writeTxn;
		}
	} finally {
		process.removeListener("exit", abandon);
	}
}
