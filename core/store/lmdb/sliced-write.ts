/**
 * One write transaction of LMDB that is filled in slices: others read what was committed before, until it is on disk.
 *
 * In: an open database, work in steps. Out: what the work makes, once it is on disk.
 *
 * The transaction belongs to a thread of the package, which waits for the work and then writes pages and syncs. All
 * reads of the package go to an open write transaction, whatever transaction they name: so it is hidden between
 * slices. It is a child of that thread's, so that work that throws leaves nothing behind; so does a process that ends
 * in between, which would else wait for itself for ever.
 */
import type { LmdbDatabase } from "./lmdb-environment.ts";
import { yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { runSlice, type CooperativeTask } from "../../async/cooperative-task.ts";

export function writeInSlices<T>(database: LmdbDatabase, begin: () => CooperativeTask<T>): Promise<T> {
	return database.childTransaction(() => fill(database, begin()));
}

async function fill<T>({ env }: LmdbDatabase, steps: CooperativeTask<T>): Promise<T> {
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
