/**
 * A second process on a store's file, for tests.
 *
 * Answers its parent's messages in order. `flood` commits one key after the other and reports each acknowledgement
 * until the process is killed.
 */
import net from "node:net";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { crowded, warm } from "../directory.ts";
import { ManyChanges } from "../runs/many-changes.ts";

export type Request =
	| {
			readonly act: "open";
			readonly path: string;
			readonly withLog?: boolean;
			readonly isCrowded?: boolean;
			readonly isShared?: boolean;
	  }
	| { readonly act: "put"; readonly key: string; readonly value: string }
	| { readonly act: "increment"; readonly key: string; readonly times: number; readonly thenDie?: boolean }
	| { readonly act: "changeMany"; readonly seed: number; readonly steps: number }
	| { readonly act: "get"; readonly key: string }
	| { readonly act: "pin" }
	| { readonly act: "exitAmid"; readonly path: string; readonly writes: number }
	| { readonly act: "flood"; readonly writers: number }
	| { readonly act: "keepBusy" }
	| { readonly act: "close" };

let store: FastStore | undefined;

function opened(): FastStore {
	if (store === undefined) {
		throw new Error("The child has no store yet.");
	}
	return store;
}

function read(key: string): string | null {
	const snapshot = opened().snapshot();
	const value = snapshot.get(key) as Uint8Array | undefined;
	snapshot.release();
	return value === undefined ? null : Buffer.from(value).toString("latin1");
}

async function increment(key: string, times: number): Promise<void> {
	for (let done = 0; done < times; ) {
		const value = read(key);
		const seen = value === null ? undefined : Buffer.from(value, "latin1");
		const written = Buffer.from(String(Number(value ?? 0) + 1), "latin1");
		const commit = await opened().commit({ writes: [{ key, value: written }], conditions: [{ key, seen }] });
		done += commit.done ? 1 : 0;
	}
}

/** Ends the process when the last of them is acknowledged. */
async function changeMany(seed: number, steps: number): Promise<void> {
	const changes = new ManyChanges(seed);
	for (let step = 0; step < steps; step++) {
		await opened().commit(changes.next());
	}
	process.kill(process.pid, "SIGKILL");
}

/** Ends the process while a large commit is being written in slices. */
function exitAmid(path: string, count: number): void {
	const sliced = openLmdbStore({
		path,
		watch: (stage) => void (stage === "partly" && setTimeout(() => process.exit(3), 3)),
	});
	const writes = Array.from({ length: count }, (_, at) => ({
		key: `big${String(at).padStart(7, "0")}`,
		value: Buffer.alloc(50, 1),
	}));
	void sliced.commit({ writes, conditions: [] });
}

async function flood(writer: number): Promise<never> {
	for (let count = 0; ; count++) {
		const value = Buffer.from(`${writer}:${count}`.repeat(20), "latin1");
		const key = `f${writer}-${String(count).padStart(6, "0")}`;
		await opened().commit({
			writes: [
				{ key, value },
				{ key: `${key}i`, value: Buffer.alloc(0) },
			],
			conditions: [],
		});
		process.send?.(key);
	}
}

async function answer(request: Request): Promise<unknown> {
	switch (request.act) {
		case "open":
			store =
				request.withLog === true
					? warm(openLoggedStore({ path: request.path, ...(request.isShared === true ? { sockets: net } : {}) }))
					: openLmdbStore({ path: request.path });
			if (request.isCrowded === true) {
				crowded(store);
			}
			return "open";
		case "put": {
			const value = Buffer.from(request.value, "latin1");
			return opened().commit({ writes: [{ key: request.key, value }], conditions: [] });
		}
		case "increment":
			await increment(request.key, request.times);
			if (request.thenDie === true) {
				process.kill(process.pid, "SIGKILL");
			}
			return "incremented";
		case "changeMany":
			return changeMany(request.seed, request.steps);
		case "get":
			return read(request.key);
		case "exitAmid":
			return exitAmid(request.path, request.writes);
		case "pin":
			return opened().snapshot().transactionId;
		case "keepBusy":
			setInterval(() => void warm(opened()), 50);
			return "busy";
		case "flood":
			return Promise.all(Array.from({ length: request.writers }, (_, writer) => flood(writer)));
		case "close":
			await opened().close();
			process.disconnect();
			return "closed";
	}
}

process.on("message", (request: Request) => {
	answer(request).then((value) => process.connected && process.send?.(value ?? null));
});
