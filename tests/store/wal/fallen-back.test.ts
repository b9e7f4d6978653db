/**
 * The published id falls back when another process opens the file (`store/lmdb/published-id.ts`).
 *
 * No acknowledged commit is overwritten or hidden.
 */
import { once } from "node:events";
import { closeSync, openSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import fc from "fast-check";
import { type LmdbEngine, openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { auditPages } from "../../../core/store/lmdb/page-audit.ts";
import type { FastBatch } from "../../../core/store/fast-store.ts";
import { openSlowly } from "../../crash/slow-opener.ts";
import { hasStrace } from "../../crash/strace.ts";
import { bytes, read } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { ask, forkChild } from "../lmdb/second-process.ts";

/** In the lock file. */
const idPlace = 8;

// A system that does not tell the lock file's address refuses to write then.
const raised = process.platform === "linux" ? test : test.skip;
const held = process.platform === "linux" && hasStrace() ? test.serial : test.skip;

/** As another process does that opens the file and has read its head before the last commits. */
function fallBack(path: string, by: number): void {
	const file = openSync(`${path}-lock`, "r+");
	const id = Buffer.alloc(8);
	id.writeBigUInt64LE(BigInt(newestIn(path) - by));
	writeSync(file, id, 0, id.length, idPlace);
	closeSync(file);
}

function newestIn(path: string): number {
	return auditPages(path).transactionId;
}

function batch(number: number, keys = 1): FastBatch {
	return {
		writes: Array.from({ length: keys }, (_, at) => ({ key: `k${number % 7}-${at}`, value: bytes(String(number)) })),
		conditions: [],
	};
}

type Way = (store: LmdbEngine, number: number) => Promise<unknown>;

const ways: readonly Way[] = [
	(store, number) => store.commit(batch(number)),
	(store, number) => store.commit({ ...batch(number), aside: true }),
	(store, number) => store.commit(batch(number, 3000)),
	async (store, number) => store.commitNow(batch(number)),
];

raised("a commit by any path overwrites none that is in the file but not published", async (t) => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.record({ way: fc.nat(ways.length - 1), by: fc.nat(3), isRead: fc.boolean() }), {
				minLength: 4,
				maxLength: 24,
			}),
			async (steps) => {
				const path = storePath(t);
				const store = openLmdbStore({ path });
				const expected = new Map<string, string>();
				await store.commit(batch(0));
				expected.set("k0-0", "0");
				for (const [at, { way, by, isRead }] of steps.entries()) {
					fallBack(path, Math.min(by, newestIn(path) - 1));
					if (isRead) {
						for (const [key, value] of expected) {
							t.is(read(store, key), value);
						}
						fallBack(path, Math.min(by, newestIn(path) - 1));
					}
					const before = newestIn(path);
					await ways[way]!(store, at + 1);
					expected.set(`k${(at + 1) % 7}-0`, String(at + 1));
					t.is(newestIn(path), before + 1);
				}
				for (const [key, value] of expected) {
					t.is(read(store, key), value);
				}
				await store.close();
				t.is(auditPages(path).damage, null);
			},
		),
		{ numRuns: 25 },
	);
});

raised("a state that was read is not replaced by an older one while it is open", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	await store.commit(batch(1));
	const open = store.snapshot();
	fallBack(path, 1);
	t.is(read(store, "k1-0"), "1");
	t.is(Buffer.from(open.get("k1-0") as Uint8Array).toString(), "1");
	open.release();
	await store.close();
});

raised(
	"after falling back by two commits, a new state is not mistaken for the cached one with the same id",
	async (t) => {
		const path = storePath(t);
		const store = openLmdbStore({ path });
		await store.commit(batch(1));
		const child = forkChild(t);
		await ask(child, { act: "open", path });
		const before = store.snapshot();
		await ask(child, { act: "put", key: "k1-0", value: "2" });
		await ask(child, { act: "put", key: "k1-0", value: "3" });
		before.release();
		fallBack(path, 2);
		// This process has not seen the other's commits, and earlier snapshots are released by now.
		await delay(300);
		const after = store.snapshot();
		t.is(after.transactionId, before.transactionId + 1);
		t.is(Buffer.from(after.get("k1-0") as Uint8Array).toString(), "2");
		after.release();
		await store.commit(batch(2));
		t.is(read(store, "k1-0"), "3");
		await store.close();
	},
);

raised("opening the file publishes the state that is read", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	await store.commit(batch(1));
	fallBack(path, 1);
	const other = openLmdbStore({ path });
	t.is(read(other, "k1-0"), "1");
	await other.close();
	await store.close();
});

held("another process that opens the file slowly and repeatedly makes no commit lost", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	await store.commit(batch(0));
	let isOpening = true;
	const closed = once(openSlowly(path)!, "close").then(() => {
		isOpening = false;
	});
	let count = 0;
	while (isOpening) {
		count++;
		await store.commit({
			writes: [{ key: `n${count}`, value: bytes(String(count)) }],
			conditions: [],
			aside: count % 3 === 0,
		});
		t.is(read(store, `n${count}`), String(count));
	}
	await closed;
	for (let number = 1; number <= count; number++) {
		t.is(read(store, `n${number}`), String(number));
	}
	await store.close();
	t.is(auditPages(path).damage, null);
});
