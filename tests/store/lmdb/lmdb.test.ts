/**
 * The durable engine: the conformance suite, and promises that only it makes.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import test from "ava";
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import type { Request } from "./child.ts";
import { bytes, conformance, read, readAll, text } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { ask, forkChild } from "./second-process.ts";

conformance("lmdb", (t) => openLmdbStore({ path: storePath(t) }));

test("two processes see each other's commits at once, and none is lost", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	const child = forkChild(t);
	await ask(child, { act: "open", path });
	for (let round = 0; round < 100; round++) {
		const ours = await store.commit({ writes: [{ key: "ours", value: bytes(String(round)) }], conditions: [] });
		t.true(ours.done);
		t.is(await ask(child, { act: "get", key: "ours" }), String(round));
		const before = store.snapshot();
		const theirs = await ask(child, { act: "put", key: "theirs", value: String(round) });
		const after = store.snapshot();
		t.is(text(after.get("theirs") as Uint8Array), String(round));
		t.deepEqual(theirs, { done: true, transactionId: after.transactionId });
		t.not(after.transactionId, before.transactionId);
		before.release();
		after.release();
	}
	const theirs = ask(child, { act: "increment", key: "counter", times: 100 });
	for (let done = 0; done < 100; ) {
		const value = read(store, "counter");
		const seen = value === undefined ? undefined : bytes(value);
		const commit = await store.commit({
			writes: [{ key: "counter", value: bytes(String(Number(value ?? 0) + 1)) }],
			conditions: [{ key: "counter", seen }],
		});
		done += commit.done ? 1 : 0;
	}
	await theirs;
	t.is(read(store, "counter"), "200");
	await store.close();
});

test("acknowledged commits survive SIGKILL, complete", async (t) => {
	for (const delayMs of [30, 90, 170]) {
		const path = storePath(t);
		const child = forkChild(t);
		await ask(child, { act: "open", path });
		const acknowledged: string[] = [];
		child.on("message", (key) => acknowledged.push(String(key)));
		child.send({ act: "flood", writers: 8 } satisfies Request);
		while (acknowledged.length <= 8) {
			await once(child, "message");
		}
		setTimeout(() => child.kill("SIGKILL"), delayMs);
		await once(child, "close");
		const store = openLmdbStore({ path });
		const snapshot = store.snapshot();
		const found = new Map(await readAll(snapshot, { from: "f", to: "g" }));
		snapshot.release();
		t.deepEqual(
			acknowledged.filter((key) => !found.has(key)),
			[],
		);
		t.deepEqual(
			[...found.keys()].filter((key) => !key.endsWith("i") && !found.has(`${key}i`)),
			[],
		);
		t.true((await store.commit({ writes: [{ key: "after", value: bytes("") }], conditions: [] })).done);
		await store.close();
	}
});

test("a process killed while it reads and writes does not affect others", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	const child = forkChild(t);
	await ask(child, { act: "open", path });
	await ask(child, { act: "pin" });
	child.send({ act: "flood", writers: 2 } satisfies Request);
	await once(child, "message");
	for (let round = 0; round < 20; round++) {
		t.true((await store.commit({ writes: [{ key: "a", value: bytes(String(round)) }], conditions: [] })).done);
		if (round === 10) {
			child.kill("SIGKILL");
		}
	}
	t.is(read(store, "a"), "19");
	await store.close();
});

test("commits of one turn share one durable transaction", async (t) => {
	const store = openLmdbStore({ path: storePath(t) });
	const answers = await Promise.all(
		Array.from({ length: 32 }, (_, at) =>
			store.commit({ writes: [{ key: `k${at}`, value: bytes("") }], conditions: [] }),
		),
	);
	t.is(new Set(answers.map((answer) => answer.done && answer.transactionId)).size, 1);
	await store.close();
});

test("a flipped bit in a value or its key is refused, never returned", async (t) => {
	for (const flipped of ["value-to-damage", "key-to-damage"]) {
		const path = storePath(t);
		const writer = openLmdbStore({ path });
		await writer.commit({ writes: [{ key: "key-to-damage", value: bytes("value-to-damage") }], conditions: [] });
		await writer.close();
		const file = readFileSync(path);
		file[file.indexOf(flipped) + 4] ^= 1;
		writeFileSync(path, file);
		const store = openLmdbStore({ path });
		const snapshot = store.snapshot();
		await t.throwsAsync(readAll(snapshot, { from: "a", to: "z" }), { name: "BrokenStore", message: /is damaged/ });
		t.throws(() => store.check(), { message: /is damaged/ });
		await t.throwsAsync(store.commit({ writes: [], conditions: [] }), { name: "BrokenStore" });
		snapshot.release();
		await store.close();
	}
});

test("a file that is not a store, and a missing one, are refused with one sentence", (t) => {
	const path = storePath(t);
	t.throws(() => openLmdbStore({ path, readOnly: true }), { name: "StoreRefusal", message: /There is no store/ });
	writeFileSync(path, Buffer.alloc(16384, "not a store "));
	t.throws(() => openLmdbStore({ path }), { name: "StoreRefusal", message: /can't be opened/ });
});

test("a store opens read-only, and closes with open snapshots", async (t) => {
	const path = storePath(t);
	const writer = openLmdbStore({ path });
	await writer.commit({ writes: [{ key: "a", value: bytes("1") }], conditions: [] });
	await writer.close();
	const store = openLmdbStore({ path, readOnly: true });
	t.is(read(store, "a"), "1");
	const snapshot = store.snapshot();
	const scan = snapshot.scan({ from: "", to: "z" });
	await store.close();
	t.throws(() => scan.next(), { name: "BrokenStore" });
	snapshot.release();
	t.throws(() => store.snapshot(), { name: "BrokenStore", message: /closed/ });
});

test("a pending commit is finished when the store is closed", async (t) => {
	const path = storePath(t);
	const store = openLmdbStore({ path });
	const commit = store.commit({ writes: [{ key: "a", value: bytes("1") }], conditions: [] });
	await store.close();
	t.true((await commit).done);
	const again = openLmdbStore({ path });
	t.is(read(again, "a"), "1");
	await again.close();
});

test(
	"cached values are discarded when another process commits, though LMDB reports that commit before " +
		"it can be read",
	async (t) => {
		const path = storePath(t);
		const store = openLmdbStore({ path });
		const { env } = (
			store as unknown as { database: { env: { info(): { lastTxnId: number }; writeTxn: object | null } } }
		).database;
		const child = forkChild(t);
		await ask(child, { act: "open", path });
		await store.commit({ writes: [{ key: "k", value: bytes("0") }], conditions: [] });
		const real = env.info.bind(env);
		const told = { ...real(), lastTxnId: real().lastTxnId + 1 };
		// A writer has the lock: then no other process is between the two.
		Object.defineProperty(env, "info", { value: () => (env.writeTxn ? real() : told), configurable: true });
		t.false(
			(
				await store.commit({
					writes: [{ key: "k", value: bytes("1") }],
					conditions: [{ key: "k", seen: bytes("never") }],
				})
			).done,
		);
		Reflect.deleteProperty(env, "info");
		t.is(read(store, "k"), "0");
		await ask(child, { act: "put", key: "k", value: "theirs" });
		await store.commit({ writes: [{ key: "other", value: bytes("") }], conditions: [] });
		t.is(read(store, "k"), "theirs");
		await store.close();
	},
);
