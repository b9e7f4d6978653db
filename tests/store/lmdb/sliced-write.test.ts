/**
 * Commits of so many keys that they are written in slices: concurrent reads never see a part of them.
 */
import { once } from "node:events";
import test, { type ExecutionContext } from "ava";
import type { CommitStage } from "../../../core/store/commit-stage.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import type { Write } from "../../../core/store/contract.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { bytes, read, readAll, text } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { forkChild } from "./second-process.ts";

const many = 60_000;

function bigBatch(value: string): Write[] {
	return Array.from({ length: many }, (_, at) => ({ key: keyOf(at), value: bytes(`${value} ${at}`) }));
}

/** In an order without neighbours: each becomes a standalone entry. */
function keyOf(at: number): string {
	return `m${String((at * 7919) % many).padStart(6, "0")}`;
}

async function valuesSeen(store: FastStore): Promise<Set<string>> {
	const snapshot = store.snapshot();
	const entries = await readAll(snapshot, { from: "m", to: "n" });
	const points = [0, 1, many - 1].map((at) => text(snapshot.get(keyOf(at)) as Uint8Array | undefined));
	snapshot.release();
	const words = [...entries.map(([, value]) => value), ...points.map((point) => point ?? "nothing")].map(
		(value) => (value ?? "").split(" ")[0]!,
	);
	return new Set(entries.length === many || entries.length === 0 ? words : ["a part"]);
}

test("during a large commit readers see the whole previous state, and other commits follow it", async (t) => {
	const stages: CommitStage[] = [];
	const store = openLmdbStore({ path: storePath(t), watch: (stage) => stages.push(stage) });
	let before = "nothing";
	for (const value of ["first", "second"]) {
		let isDone = false;
		stages.length = 0;
		const big = store.commit({ writes: bigBatch(value), conditions: [] }).finally(() => {
			isDone = true;
		});
		let between = 0;
		while (!isDone) {
			if (stages.includes("partly") && !stages.includes("applied")) {
				between++;
				t.deepEqual([...(await valuesSeen(store))], [before]);
				if (between === 1) {
					void store
						.commit({
							writes: [{ key: "small", value: bytes(value) }],
							conditions: [{ key: keyOf(0), seen: bytes(`${value} 0`) }],
						})
						.then(({ done }) => t.true(done));
				}
			}
			await new Promise((resolve) => setImmediate(resolve));
		}
		t.true(between > 3, "others have their turn");
		t.true((await big).done);
		t.deepEqual([...(await valuesSeen(store))], [value]);
		before = value;
	}
	const missing = await store.commit({
		writes: bigBatch("third"),
		conditions: [{ key: keyOf(5), seen: bytes("another") }],
	});
	t.deepEqual(missing, { done: false, conflict: keyOf(5) });
	t.deepEqual([...(await valuesSeen(store))], ["second"]);
	t.is(read(store, "small"), "second");
	await store.close();
});

test("a large commit that fails halfway leaves nothing", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path, watch: failPartly });
	await t.throwsAsync(store.commit({ writes: bigBatch("lost"), conditions: [] }), {
		message: /A commit failed: in the middle/,
	});
	await store.close();
	await assertNothing(t, path);
});

function failPartly(stage: CommitStage): void {
	if (stage === "partly") {
		throw new Error("in the middle");
	}
}

test("a process can exit during a large commit, and leaves nothing", async (t) => {
	const path = storePath(t);
	const child = forkChild(t);
	child.send({ act: "exitAmid", path, writes: 300_000 });
	const [code] = (await once(child, "close")) as [number | null];
	t.is(code, 3);
	await assertNothing(t, path);
});

async function assertNothing(t: ExecutionContext, path: string): Promise<void> {
	const store = openLmdbStore({ path });
	const snapshot = store.snapshot();
	t.deepEqual(await readAll(snapshot, { from: "a", to: "z" }), []);
	snapshot.release();
	t.true((await store.commit({ writes: [{ key: "a", value: bytes("goes on") }], conditions: [] })).done);
	await store.close();
}
