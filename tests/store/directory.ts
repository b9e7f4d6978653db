/**
 * Directories for a test's stores, removed when the test ends; stores that log, also on another thread.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import type { FastBatch, FastStore } from "../../core/store/fast-store.ts";

export function storePath(t: ExecutionContext): string {
	const directory = mkdtempSync(join(tmpdir(), "verso-store-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	return join(directory, "verso.mdb");
}

/** Commits in quick succession make a store take the log lease. */
export function warm(store: FastStore): FastStore {
	for (let at = 0; at < 6; at++) {
		void store.commit({ writes: [], conditions: [] });
	}
	return store;
}

/** As if a single session sent all requests, each in a packet of its own: its commits are synchronous. */
export function lone(store: FastStore): FastStore {
	Object.defineProperty(store.askers, "isOne", { value: true });
	const commit = store.commit.bind(store);
	return Object.assign(store, { commit: async (batch: FastBatch) => store.commitAlone!(batch) ?? commit(batch) });
}

/** As if many sessions had sent requests since the last commit: then the log is not written on this thread. */
export function crowded(store: FastStore): FastStore {
	Object.defineProperty(store.askers, "count", { value: Number.POSITIVE_INFINITY });
	return store;
}
