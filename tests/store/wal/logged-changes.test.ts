/**
 * Commits of every size in a store with a log: every way of reading gives the committed contents.
 *
 * Wherever they are: in the log, in a checkpoint, in the file. A snapshot stays the same, and all is there after the
 * process is killed.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { ChangeRun, removed } from "../../../core/store/page/change-run.ts";
import { KeyList } from "../../../core/store/page/key-list.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { writesOfBatch } from "../../../core/store/runs/run-cursor.ts";
import type { Key } from "../../../core/store/contract.ts";
import type { FastBatch, FastSnapshot } from "../../../core/store/fast-store.ts";
import type { Request } from "../lmdb/child.ts";
import { readAll } from "../conformance.ts";
import { storePath, warm } from "../directory.ts";
import { type Held, ManyChanges } from "../runs/many-changes.ts";
import { ask, forkChild } from "../lmdb/second-process.ts";

const noBytes = new Uint8Array(0);
const space = { from: "\x40", to: "\x41" };

function plain(held: Held): [Key, string][] {
	return [...held]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, value]) => [key, Buffer.from(value).toString("latin1")]);
}

/** By every way of reading. */
async function assertHolds(t: ExecutionContext, snapshot: FastSnapshot, held: Held, about: string): Promise<void> {
	const expected = plain(held);
	t.deepEqual(await readAll(snapshot, space), expected, about);
	t.deepEqual(await readAll(snapshot, { ...space, reverse: true }), [...expected].reverse(), `${about}, backwards`);
	const keys = new KeyList();
	const wanted = expected.filter((_, at) => at % 3 === 0).flatMap(([key]) => [key, `${key}\x00`]);
	wanted.forEach((key) => keys.addKey(key));
	const found: [Key, string][] = [];
	const isDone = snapshot.lookUp?.(keys, {
		take(at, bytes, start, end) {
			found.push([wanted[at]!, Buffer.from(bytes.subarray(start, end)).toString("latin1")]);
			return true;
		},
	});
	if (isDone === true) {
		t.deepEqual(
			found,
			expected.filter((_, at) => at % 3 === 0),
			`${about}, looked up`,
		);
	}
	for (const [key, text] of expected.filter((_, at) => at % 97 === 0)) {
		t.is(Buffer.from((await snapshot.get(key)) ?? []).toString("latin1"), text, about);
		t.is(await snapshot.get(`${key}\x00`), undefined);
	}
}

for (const seed of [1, 2, 3, 4]) {
	test(`commits of every size, read from the log and from the file: ${seed}`, async (t) => {
		const path = storePath(t);
		const store = warm(openLoggedStore({ path }));
		const changes = new ManyChanges(seed);
		const kept: [FastSnapshot, Held][] = [];
		for (let step = 0; step < 60; step++) {
			const before = new Map(changes.held);
			const old = store.snapshot();
			// The newest state, or none: the read set is validated every other time.
			const commit = await store.commit(
				step % 2 === 0 ? { ...changes.next(), since: old.transactionId } : changes.next(),
			);
			t.true(commit.done, `step ${step}`);
			if (step % 15 === 7) {
				kept.push([old, before]);
			} else {
				old.release();
			}
			if (step % 6 === 5) {
				const snapshot = store.snapshot();
				await assertHolds(t, snapshot, changes.held, `step ${step}`);
				snapshot.release();
			}
			if (step % 40 === 39) {
				await delay(step % 80 === 79 ? 700 : 30);
			}
		}
		for (const [snapshot, held] of kept) {
			await assertHolds(t, snapshot, held, "an older state");
			snapshot.release();
		}
		await store.close();
		const again = openLoggedStore({ path });
		await assertHolds(t, again.snapshot(), changes.held, "opened again");
		await again.close();
	});
}

/** Neither single writes nor too many for the log. */
const many = 600;

/** Removes the last of a run's keys by as many adjacent changes. */
function removalOf({ keys }: ChangeRun): FastBatch {
	const run = new ChangeRun(false);
	for (let at = Math.max(0, keys.count - many); at < keys.count; at++) {
		run.keys.addKey(keys.key(at));
		run.add(removed, noBytes, 0, 0);
	}
	return { writes: [], conditions: [], changes: [run] };
}

test("changes of many entries that another transaction has changed are refused in the log", async (t) => {
	const store = warm(openLoggedStore({ path: storePath(t) }));
	const changes = new ManyChanges(9);
	let refused = 0;
	for (let step = 0; step < 60; step++) {
		const before = new Map(changes.held);
		const batch = changes.next();
		const [run] = batch.changes ?? [];
		if (run !== undefined && step % 3 === 0) {
			const isMiddle = refused % 2 === 0;
			const key = run.keys.key(isMiddle ? Math.floor(run.count / 2) : Math.max(0, run.count - many));
			const taken = isMiddle
				? { writes: [{ key, value: Buffer.from(`other ${step}`) }], conditions: [] }
				: removalOf(run);
			t.like(await store.commit(taken), { done: true });
			t.like(await store.commit(batch), { done: false, conflict: key });
			const keys = [...writesOfBatch(taken)].map((write) => write.key);
			await store.commit({ writes: keys.map((each) => ({ key: each, value: before.get(each)! })), conditions: [] });
			refused++;
		}
		t.like(await store.commit(batch), { done: true });
	}
	t.true(refused > 3);
	await assertHolds(t, store.snapshot(), changes.held, "in the end");
	await store.close();
});

test("many keys removed by another transaction are a conflict, where the log holds only runs", async (t) => {
	const store = warm(openLoggedStore({ path: storePath(t) }));
	const changes = new ManyChanges(9);
	await store.commit(changes.next());
	const keys = [...changes.held.keys()].filter((key) => changes.held.get(key)!.length > 0).sort();
	const run = new ChangeRun(true);
	for (const key of keys) {
		const seen = changes.held.get(key)!;
		run.keys.addKey(key);
		run.add(removed, seen, 0, seen.length);
	}
	t.true(run.count > many);
	t.like(await store.commit(removalOf(run)), { done: true });
	t.like(await store.commit({ writes: [], conditions: [], changes: [run] }), {
		done: false,
		conflict: keys[keys.length - many],
	});
	await store.close();
});

test("commits of every size survive SIGKILL", async (t) => {
	for (const seed of [21, 22, 23]) {
		const path = storePath(t);
		const child = forkChild(t);
		await ask(child, { act: "open", path, withLog: true });
		child.send({ act: "changeMany", seed, steps: 20 * (seed - 20) } satisfies Request);
		await once(child, "close");
		const changes = new ManyChanges(seed);
		for (let step = 0; step < 20 * (seed - 20); step++) {
			changes.next();
		}
		const store = openLoggedStore({ path });
		await assertHolds(t, store.snapshot(), changes.held, `seed ${seed}`);
		await store.close();
	}
});
