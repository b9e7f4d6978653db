/**
 * A place for a test's files, gone when the test ends; a store that commits to its log, and one whose log is written on another thread.
 *
 * In: the test. Out: the path of a store's file in a directory of its own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import type { Store } from "../../core/store/store.ts";

export function storePath(t: ExecutionContext): string {
	const directory = mkdtempSync(join(tmpdir(), "verso-store-"));
	t.teardown(() => rmSync(directory, { recursive: true, force: true }));
	return join(directory, "verso.mdb");
}

/** Commits that follow each other are what makes a store claim its log. */
export function warm(store: Store): Store {
	for (let at = 0; at < 6; at++) {
		void store.commit({ writes: [], conditions: [] });
	}
	return store;
}

/** As if many others had asked something since the last commit: then nobody waits on this thread. */
export function crowded(store: Store): Store {
	Object.defineProperty(store.askers, "count", { value: Number.POSITIVE_INFINITY });
	return store;
}
