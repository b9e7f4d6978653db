/**
 * A place for a test's files, gone when the test ends; a store that commits to its log, and one whose log is written
 * on another thread.
 *
 * In: the test. Out: the path of a store's file in a directory of its own.
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

/** Commits that follow each other are what makes a store claim its log. */
export function warm(store: FastStore): FastStore {
	for (let at = 0; at < 6; at++) {
		void store.commit({ writes: [], conditions: [] });
	}
	return store;
}

/** As if nobody but one session ever asked, and was heard each time: its commits are at once. */
export function lone(store: FastStore): FastStore {
	Object.defineProperty(store.askers, "isOne", { value: true });
	const commit = store.commit.bind(store);
	return Object.assign(store, { commit: async (batch: FastBatch) => store.commitAlone!(batch) ?? commit(batch) });
}

/** As if many others had asked something since the last commit: then nobody waits on this thread. */
export function crowded(store: FastStore): FastStore {
	Object.defineProperty(store.askers, "count", { value: Number.POSITIVE_INFINITY });
	return store;
}
