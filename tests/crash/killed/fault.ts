/**
 * Faults planted in a store, which the crash tests must catch: else they prove nothing.
 *
 * In: a sound store. Out: one that keeps its contract as long as nobody dies.
 *
 * - `early`: acknowledges a commit before it is in the file, as a log that is synced later would without a replay.
 * - `torn`: makes two commits of one.
 */
import { setTimeout as delay } from "node:timers/promises";
import { openMemoryStore } from "../../../core/store/memory.ts";
import type { Commit, Store, Write } from "../../../core/store/store.ts";

const behindMs = 40;

export async function plantFault(store: Store, fault: string | undefined): Promise<Store> {
	switch (fault) {
		case undefined:
		case "":
			return store;
		case "early":
			return acknowledgeEarly(store);
		case "torn":
			return tearCommits(store);
		default:
			throw new Error(`There is no fault ${fault}.`);
	}
}

async function acknowledgeEarly(store: Store): Promise<Store> {
	const front = openMemoryStore();
	await front.commit({ writes: await readEverything(store), conditions: [] });
	let behind: Promise<unknown> = Promise.resolve();
	return {
		snapshot: () => front.snapshot(),
		async commit(batch) {
			const commit = await front.commit(batch);
			if (commit.done) {
				behind = behind.then(() => delay(behindMs)).then(() => store.commit({ writes: batch.writes, conditions: [] }));
			}
			return commit;
		},
		check: () => store.check(),
		async close() {
			await behind;
			await store.close();
		},
	};
}

async function readEverything(store: Store): Promise<Write[]> {
	const snapshot = store.snapshot();
	const scan = snapshot.scan({ from: "", to: "\xff" });
	const writes: Write[] = [];
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		writes.push(...batch);
	}
	snapshot.release();
	return writes;
}

function tearCommits(store: Store): Store {
	return {
		snapshot: () => store.snapshot(),
		async commit({ writes, conditions }): Promise<Commit> {
			const half = Math.ceil(writes.length / 2);
			const first = await store.commit({ writes: writes.slice(0, half), conditions });
			if (!first.done || half === writes.length) {
				return first;
			}
			return store.commit({ writes: writes.slice(half), conditions: [] });
		},
		check: () => store.check(),
		close: () => store.close(),
	};
}
