/**
 * The store with a write-ahead log: the conformance suite, direct and logging, and promises that only it makes.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test from "ava";
import { logClaimKey, writersKey } from "../../../core/store/encoding/keys.ts";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { decodeLease, encodeLease } from "../../../core/store/wal/log-lease.ts";
import { logPathOf } from "../../../core/store/wal/log-file.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import type { Commit } from "../../../core/store/contract.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import type { Request } from "../lmdb/child.ts";
import { bytes, conformance, read } from "../conformance.ts";
import { crowded, storePath, warm } from "../directory.ts";
import { ask, forkChild } from "../lmdb/second-process.ts";
import { everythingIn, isClaimed, put } from "./logged-store.ts";

conformance("direct", (t) => openLoggedStore({ path: storePath(t) }));
conformance("logging", (t) => warm(openLoggedStore({ path: storePath(t) })));
conformance("logging aside", (t) => crowded(warm(openLoggedStore({ path: storePath(t) }))));

function stateOf(store: FastStore): number {
	const snapshot = store.snapshot();
	snapshot.release();
	return snapshot.transactionId;
}

test("a lease that another store of this thread takes away is given up in one commit, runs and writes together", async (t) => {
	const path = storePath(t);
	const store = warm(openLoggedStore({ path }));
	const [run, change] = [new EntryRun(true), new EntryRun(true)];
	run.append("new", bytes("1"));
	run.append("old", bytes("2"));
	await store.commit({ writes: [{ key: "single", value: bytes("3") }], runs: [run], conditions: [] });
	t.true(await isClaimed(path));
	await put(store, "old", "4");
	change.append("laid", bytes("5"));
	const laid = store.commit({ writes: [{ key: "beside", value: bytes("6") }], runs: [change], conditions: [] });
	const before = Math.floor(stateOf(store));
	const other = openLoggedStore({ path });
	t.is(stateOf(other), before + 1);
	t.deepEqual(
		["new", "old", "single", "laid", "beside"].map((key) => read(other, key)),
		["1", "4", "3", "5", "6"],
	);
	t.true((await laid).done);
	await other.close();
	await store.close();
});

test("reads under an earlier lease of the log are validated again, however many commits each lease has had", async (t) => {
	const store = warm(openLoggedStore({ path: storePath(t) }));
	const readings: { readonly seen: Uint8Array; readonly since: number }[] = [];
	for (let at = 0; at < 5; at++) {
		await put(store, "k", `before ${at}`);
		readings.push({ seen: bytes(`before ${at}`), since: stateOf(store) });
	}
	// Idle: the lease is given up, which is a commit of the file.
	while (Math.floor(stateOf(store)) === Math.floor(readings[0]!.since)) {
		await delay(50);
	}
	warm(store);
	for (let at = 0; at < 5; at++) {
		await put(store, "k", `after ${at}`);
		for (const { seen, since } of readings) {
			const commit = await store.commit({
				writes: [{ key: "k", value: bytes("wrong") }],
				conditions: [{ key: "k", seen }],
				since,
			});
			t.false(commit.done);
		}
	}
	t.is(read(store, "k"), "after 4");
	await store.close();
});

test(
	"a transaction begun before its process's first commit may rely on the list of writers, which that " +
		"commit does not change",
	async (t) => {
		const path = storePath(t);
		const maker = openLoggedStore({ path });
		await put(maker, "a", "there");
		await maker.close();
		for (const way of ["to the file", "to the log"]) {
			const store = openLoggedStore({ path });
			const snapshot = store.snapshot();
			const [seen, since] = [await snapshot.get(writersKey), snapshot.transactionId];
			snapshot.release();
			const commit = (key: string): Promise<Commit> =>
				store.commit({ writes: [{ key, value: bytes(way) }], conditions: [{ key: writersKey, seen }], since });
			await put(way === "to the log" ? warm(store) : store, "b", way);
			t.true((await commit("c")).done, way);
			const other = openLoggedStore({ path });
			await put(other, "d", way);
			t.deepEqual(await commit("e"), { done: false, conflict: writersKey }, way);
			await other.close();
			await store.close();
		}
	},
);

test("acknowledged commits survive SIGKILL, complete, whatever was in the log and in a checkpoint", async (t) => {
	for (const [delayMs, isCrowded] of [
		[40, true],
		[150, false],
		[300, true],
		[400, false],
	] as const) {
		const path = storePath(t);
		const child = forkChild(t);
		await ask(child, { act: "open", path, withLog: true, isCrowded });
		const acknowledged: string[] = [];
		child.on("message", (key) => acknowledged.push(String(key)));
		child.send({ act: "flood", writers: 8 } satisfies Request);
		await once(child, "message");
		await delay(delayMs);
		child.kill("SIGKILL");
		await once(child, "close");
		const store = openLoggedStore({ path });
		const found = await everythingIn(store);
		t.true(acknowledged.length > 8);
		t.deepEqual(
			acknowledged.filter((key) => !found.has(key)),
			[],
		);
		t.deepEqual(
			[...found.keys()].filter((key) => !key.endsWith("i") && !found.has(`${key}i`)),
			[],
		);
		await put(store, "after", "");
		await store.close();
		t.false(await isClaimed(path));
	}
});

test("a second process waits for the checkpoint of the log; then each sees the other's commits", async (t) => {
	const path = storePath(t);
	const store = warm(openLoggedStore({ path }));
	await put(store, "ours", "0");
	t.true(await isClaimed(path), "it logs");
	const child = forkChild(t);
	const opened = ask(child, { act: "open", path, withLog: true });
	for (let round = 1; round <= 50; round++) {
		await put(store, "ours", String(round));
	}
	await opened;
	for (let round = 0; round < 50; round++) {
		await put(store, "ours", `x${round}`);
		t.is(await ask(child, { act: "get", key: "ours" }), `x${round}`);
		await ask(child, { act: "put", key: "theirs", value: String(round) });
		t.is(read(store, "theirs"), String(round));
	}
	t.false(await isClaimed(path));
	await store.close();
});

test("a process that was killed while it had the store open does not keep another one from the log", async (t) => {
	const path = storePath(t);
	const store = openLoggedStore({ path });
	const child = forkChild(t);
	await ask(child, { act: "open", path });
	await ask(child, { act: "get", key: "k" });
	child.kill("SIGKILL");
	await once(child, "close");
	warm(store);
	await put(store, "k", "1");
	t.true(await isClaimed(path));
	await store.close();
});

test("commits of another process at the moment the lease is released are seen at once", async (t) => {
	const path = storePath(t);
	let seen: string | undefined;
	const store = warm(
		openLoggedStore({
			path,
			watch: (stage, batches) => {
				const claim = batches.flatMap(({ writes }) => writes).find((write) => write.key === logClaimKey)?.value;
				if (stage === "durable" && seen === undefined && claim && decodeLease(claim).owner === undefined) {
					// This process has not yet noticed that the lease is gone.
					execFileSync(process.execPath, [
						fileURLToPath(new URL("./lone-put.js", import.meta.url)),
						path,
						"k",
						"theirs",
					]);
					seen = read(store, "k");
				}
			},
		}),
	);
	await put(store, "k", "ours");
	t.true(await isClaimed(path), "it logs");
	await store.close();
	t.is(seen, "theirs");
});

test(
	"reads between the lease's commit and its notification see the newest state, though the commit was " +
		"written in slices",
	async (t) => {
		const path = storePath(t);
		let seen: string | undefined;
		const store = openLoggedStore({
			path,
			watch: (stage, batches) => {
				const claim = batches.flatMap(({ writes }) => writes).find((write) => write.key === logClaimKey)?.value;
				if (stage === "durable" && claim && decodeLease(claim).owner !== undefined) {
					seen ??= read(store, "k");
				}
			},
		});
		await put(store, "k", "before");
		const many = Array.from({ length: 3000 }, (_, at) => ({ key: `m${at}`, value: bytes("1") }));
		// In one turn: the lease is taken together with the many.
		const commits = [
			store.commit({ writes: many, conditions: [] }),
			put(store, "k", "with the claim"),
			put(store, "a", "1"),
			put(store, "b", "1"),
		];
		await Promise.all(commits);
		t.is(seen, "with the claim");
		await put(store, "c", "1");
		t.true(await isClaimed(path), "it logs");
		await store.close();
		t.false(await isClaimed(path));
		const again = openLoggedStore({ path });
		t.is((await everythingIn(again)).size, 3004);
		await again.close();
	},
);

test("a commit to the file that our own lease has overtaken goes to the log", async (t) => {
	const path = storePath(t);
	const store = openLoggedStore({ path });
	await put(store, "k", "before");
	const other = openLmdbStore({ path });
	await other.commit({ writes: [{ key: logClaimKey, value: encodeLease({ epoch: 70 }) }], conditions: [] });
	await other.close();
	// In one turn: the first knows the lease as it was, the last as it is.
	const overtaken = put(store, "k", "overtaken");
	store.snapshot().release();
	await Promise.all([overtaken, put(store, "a", "1"), put(store, "b", "1"), put(store, "c", "1")]);
	await put(store, "d", "1");
	t.true(await isClaimed(path), "it logs");
	t.is(read(store, "k"), "overtaken");
	await store.close();
	const again = openLoggedStore({ path });
	t.is((await everythingIn(again)).size, 5);
	await again.close();
});

test("the log of a killed process is recovered into the file at the next open, and only read if that is read-only", async (t) => {
	const path = storePath(t);
	const child = forkChild(t);
	await ask(child, { act: "open", path, withLog: true });
	child.send({ act: "increment", key: "counter", times: 40, thenDie: true } satisfies Request);
	await once(child, "close");
	t.true(await isClaimed(path));
	const reader = openLoggedStore({ path, readOnly: true });
	t.is(read(reader, "counter"), "40");
	await reader.close();
	t.true(await isClaimed(path));
	const store = openLoggedStore({ path });
	t.is(read(store, "counter"), "40");
	t.false(await isClaimed(path));
	await store.close();
});

test("a log with a missing group in its middle is refused; its last group may be incomplete", async (t) => {
	for (const [damaged, isRefused] of [
		[3, true],
		[-1, false],
	] as const) {
		const path = storePath(t);
		const child = forkChild(t);
		await ask(child, { act: "open", path, withLog: true });
		child.send({ act: "increment", key: "counter", times: 43, thenDie: true } satisfies Request);
		await once(child, "close");
		const log = readFileSync(logPathOf(path));
		const starts = [...Array(log.length / 512).keys()]
			.map((at) => at * 512)
			.filter((at) => log.toString("latin1", at, at + 4) === "vlog");
		log[starts.at(damaged)! + 30]! ^= 1;
		writeFileSync(logPathOf(path), log);
		if (isRefused) {
			t.throws(() => openLoggedStore({ path }), { name: "StoreRefusal", message: /damaged/ });
		} else {
			const store = openLoggedStore({ path });
			t.is(read(store, "counter"), "42");
			await store.close();
		}
	}
});

test("two stores of one thread on one file yield the lease to each other", async (t) => {
	const path = storePath(t);
	const one = warm(openLoggedStore({ path }));
	await put(one, "a", "1");
	t.true(await isClaimed(path));
	const other = openLoggedStore({ path });
	t.is(read(other, "a"), "1");
	await put(other, "b", "2");
	t.is(read(one, "b"), "2");
	await put(one, "a", "3");
	t.is(read(other, "a"), "3");
	await other.close();
	await one.close();
});
