/**
 * Commits laid over the memtable before they are on disk: who reads ahead shares their group and their fate, and the
 * newest state shows nothing of them.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import test, { type ExecutionContext } from "ava";
import { decodeCount } from "../../../core/store/page/count.ts";
import type { FastSnapshot, FastStore } from "../../../core/store/fast-store.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { Random } from "../../../bench/random.ts";
import { bytes, read, text } from "../conformance.ts";
import { crowded, storePath, warm } from "../directory.ts";
import { isClaimed, put } from "./logged-store.ts";

const places = { "this thread": (store: FastStore) => store, "another thread": crowded };
const realWrite = fs.writeSync;
let failsOnce = false;

fs.writeSync = ((...given: Parameters<typeof realWrite>) => {
	if (failsOnce) {
		failsOnce = false;
		throw Object.assign(new Error("EIO: i/o error, write"), { code: "EIO" });
	}
	return realWrite(...given);
}) as typeof realWrite;
syncBuiltinESMExports();

function valueIn(snapshot: FastSnapshot, key: string): number {
	const value = snapshot.get(key) as Uint8Array | undefined;
	return Number(text(value) ?? 0);
}

function countIn(snapshot: FastSnapshot): number {
	return decodeCount(snapshot.get("count") as Uint8Array | undefined);
}

/** Adds one to a key, as read in the snapshot, which is released. */
function increment(store: FastStore, key: string, snapshot: FastSnapshot, added = 0): ReturnType<FastStore["commit"]> {
	const seen = snapshot.get(key) as Uint8Array | undefined;
	const next = bytes(String(valueIn(snapshot, key) + 1));
	const since = snapshot.transactionId;
	snapshot.release();
	const additions = added === 0 ? [] : [{ key: "count", amount: added }];
	return store.commit({ writes: [{ key, value: next }], conditions: [{ key, seen }], since, additions });
}

/** A store with a log, where a conflict has just been. */
async function hot(t: ExecutionContext, store: FastStore): Promise<FastStore> {
	await put(warm(store), "k", "0");
	const [first, second] = await Promise.all([
		increment(store, "k", store.snapshot()),
		increment(store, "k", store.snapshot()),
	]);
	t.true(first.done);
	t.false(second.done);
	return store;
}

for (const [place, placed] of Object.entries(places)) {
	test.serial(`changes that read ahead share one group with what they read; it is written on ${place}`, async (t) => {
		const path = storePath(t);
		let groups = 0;
		const watch = (stage: string): void => void (groups += stage === "durable" ? 1 : 0);
		const store = await hot(t, placed(openLoggedStore({ path, watch })));
		t.true(await isClaimed(path));
		groups = 0;
		const commits = [increment(store, "k", store.snapshot(), 1)];
		for (let times = 0; times < 20; times++) {
			const ahead = store.ahead!()!;
			t.is(valueIn(ahead, "k"), times + 2);
			t.is(countIn(ahead), times + 1);
			commits.push(increment(store, "k", ahead, 1));
		}
		t.is(read(store, "k"), "1", "the newest state is on disk");
		t.true((await Promise.all(commits)).every(({ done }) => done));
		t.is(groups, 1);
		t.is(read(store, "k"), "22");
		await store.close();
	});

	test.serial(
		`whatever reads ahead or not, nothing is lost or seen too early; groups are written on ${place}`,
		async (t) => {
			for (let seed = 1; seed <= 20; seed++) {
				await playSeed(t, placed, seed);
			}
		},
	);
}

async function playSeed(t: ExecutionContext, placed: (store: FastStore) => FastStore, seed: number): Promise<void> {
	const random = new Random(seed);
	const path = storePath(t);
	const onDisk = new Map<string, number>();
	let store = placed(warm(openLoggedStore({ path })));
	let added = 0;
	let readAhead = 0;
	const play = async (): Promise<void> => {
		for (let step = 0; step < 60; step++) {
			const key = `k${random.between(0, 2)}`;
			const amount = random.between(-1, 1);
			const ahead = random.between(0, 3) > 0 ? store.ahead!() : undefined;
			readAhead += ahead === undefined ? 0 : 1;
			const snapshot = ahead ?? store.snapshot();
			if (random.between(0, 9) === 0) {
				// It waits between its read and its commit.
				await new Promise((resolve) => setImmediate(resolve));
			}
			const commit = await increment(store, key, snapshot, amount);
			if (commit.done) {
				onDisk.set(key, (onDisk.get(key) ?? 0) + 1);
				added += amount;
			}
		}
	};
	const compare = (): void => {
		const snapshot = store.snapshot();
		for (const [key, value] of onDisk) {
			t.true(valueIn(snapshot, key) >= value, `${key} of seed ${seed}`);
		}
		snapshot.release();
	};
	const watching = setInterval(compare, 1);
	await Promise.all(Array.from({ length: 8 }, play));
	clearInterval(watching);
	for (const isReopened of [false, true]) {
		if (isReopened) {
			await store.close();
			store = openLoggedStore({ path });
		}
		const snapshot = store.snapshot();
		for (const [key, value] of onDisk) {
			t.is(valueIn(snapshot, key), value, `${key} of seed ${seed}`);
		}
		t.is(countIn(snapshot), added);
		snapshot.release();
	}
	await store.close();
	t.true(readAhead > 50);
}

test.serial("a commit that is laid is in no newest state before it is on disk", async (t) => {
	const path = storePath(t);
	const seen: (string | undefined)[] = [];
	const opened: FastStore[] = [];
	const watch = (stage: string): void => void (stage === "applied" && seen.push(opened[0] && read(opened[0], "k")));
	const store = await hot(t, openLoggedStore({ path, watch }));
	opened.push(store);
	seen.length = 0;
	const commit = increment(store, "k", store.snapshot());
	await Promise.all([commit, increment(store, "k", store.ahead!()!)]);
	t.deepEqual(seen, ["1"]);
	t.is(read(store, "k"), "3");
	await store.close();
});

test.serial("a counter that comes back to its value in one group is written as it is", async (t) => {
	const path = storePath(t);
	const store = await hot(t, openLoggedStore({ path }));
	const first = increment(store, "k", store.snapshot(), 1);
	const ahead = store.ahead!()!;
	t.is(countIn(ahead), 1);
	await Promise.all([first, increment(store, "k", ahead, -1)]);
	const snapshot = store.snapshot();
	t.is(countIn(snapshot), 0);
	snapshot.release();
	await store.close();
});

test.serial("a definition is not read ahead", async (t) => {
	const store = await hot(t, openLoggedStore({ path: storePath(t) }));
	const version = store.commit({ writes: [{ key: "\x02", value: bytes("1") }], conditions: [] });
	t.is(store.ahead!(), undefined);
	await version;
	await store.close();
});

test.serial("if the write fails, those that have read ahead fail as well, also if they change nothing", async (t) => {
	const path = storePath(t);
	const store = await hot(t, openLoggedStore({ path }));
	const first = increment(store, "k", store.snapshot());
	const second = increment(store, "k", store.ahead!()!);
	const ahead = store.ahead!()!;
	t.is(valueIn(ahead, "k"), 3);
	ahead.release();
	const landed = store.landed!()!;
	failsOnce = true;
	const outcomes = await Promise.allSettled([first, second, landed]);
	t.deepEqual(
		outcomes.map(({ status }) => status),
		["rejected", "rejected", "rejected"],
	);
	await t.throwsAsync(store.landed!()!, { message: /EIO/ }, "who asks later is told, too");
	t.is(read(store, "k"), "1");
	await t.throwsAsync(put(store, "k", "4"));
	await store.close();
});
