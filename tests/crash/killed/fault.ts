/**
 * Faults planted in a store, which the crash tests must detect.
 *
 * The faulty store keeps its contract as long as no process is killed.
 *
 * - `early`: acknowledges a commit before it is in the file, as a log that is synced later would without a replay.
 * - `torn`: makes two commits of one.
 * - `forgetful`: every fifth removal is not done.
 * - `ids`: AUTO_INCREMENT counters are not stored.
 * - `replay`: the log is not recovered when the server starts.
 * - `fence`: an ALTER that was killed blocks its table forever.
 *
 * Faults of `features/plant.ts` change the directory before the store is opened.
 */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { spaces } from "../../../core/store/encoding/keys.ts";
import { storePath } from "../../../apps/compose/data-directory.ts";
import { logPathOf } from "../../../core/store/wal/log-file.ts";
import { featureFaults, plantInDirectory } from "../features/plant.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { plainBatch, writesOfBatch } from "../../../core/store/runs/run-cursor.ts";
import type { Commit, Write } from "../../../core/store/contract.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";

const behindMs = 40;

export async function plantFault(store: FastStore, fault: string | undefined): Promise<FastStore> {
	if (fault !== undefined && fault in featureFaults) {
		return store;
	}
	switch (fault) {
		case undefined:
		case "":
		case "replay":
			return store;
		case "early":
			return acknowledgeEarly(store);
		case "torn":
			return tearCommits(store);
		case "forgetful":
			return changeWrites(store, forgetRemovals());
		case "ids":
			return changeWrites(store, (write) => (write.key.startsWith("\x15") ? null : write));
		case "fence":
			return changeWrites(store, holdFence);
		default:
			throw new Error(`There is no fault ${fault}.`);
	}
}

/** Before the store is opened. */
export async function plantBefore(directory: string, fault: string | undefined): Promise<void> {
	if (fault !== undefined && fault in featureFaults) {
		await plantInDirectory(directory, fault);
	}
	const log = logPathOf(storePath(directory));
	if (fault === "replay" && existsSync(log)) {
		writeFileSync(log, Buffer.alloc(statSync(log).size));
	}
}

async function acknowledgeEarly(store: FastStore): Promise<FastStore> {
	const front = openMemoryStore();
	await front.commit({ writes: await readEverything(store), conditions: [] });
	let behind: Promise<unknown> = Promise.resolve();
	return {
		snapshot: () => front.snapshot(),
		async commit(batch) {
			const commit = await front.commit(batch);
			if (commit.done) {
				behind = behind.then(() => delay(behindMs)).then(() => store.commit({ ...batch, conditions: [] }));
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

async function readEverything(store: FastStore): Promise<Write[]> {
	const snapshot = store.snapshot();
	const scan = snapshot.scan({ from: "", to: "\xff" });
	const writes: Write[] = [];
	for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
		writes.push(...batch);
	}
	snapshot.release();
	return writes;
}

function tearCommits(store: FastStore): FastStore {
	return {
		snapshot: () => store.snapshot(),
		async commit(batch): Promise<Commit> {
			const { conditions } = batch;
			if (batch.cleared !== undefined) {
				return store.commit(batch);
			}
			const writes = writesOfBatch(batch);
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

/** Null: the write is left out. */
function changeWrites(store: FastStore, change: (write: Write) => Write | null): FastStore {
	return {
		snapshot: () => store.snapshot(),
		commit: (given) => {
			// Changes as bytes become single writes, so that the fault affects them.
			const { runs, ...batch } = plainBatch(given);
			const writes = runs === undefined ? batch.writes : writesOfBatch({ ...batch, runs });
			return store.commit({ ...batch, writes: writes.map(change).filter((write) => write !== null) });
		},
		check: () => store.check(),
		close: () => store.close(),
	};
}

function forgetRemovals(): (write: Write) => Write | null {
	let count = 0;
	return (write) => (write.value === null && ++count % 5 === 0 ? null : write);
}

/** As if the process that raised it still ran: its parent does. */
function holdFence(write: Write): Write {
	const text = write.value === null ? "" : Buffer.from(write.value).toString();
	if (!write.key.startsWith(spaces.tables) || !text.includes('"fence":')) {
		return write;
	}
	const held = text.replace(`"processId":${process.pid}`, `"processId":${process.ppid}`).replace(/"began":"\d+",/, "");
	return { key: write.key, value: Buffer.from(held) };
}
