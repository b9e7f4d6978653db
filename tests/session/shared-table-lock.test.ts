/**
 * LOCK TABLES blocks tables for all servers on the same data.
 */
import test, { type ExecutionContext } from "ava";
import { keptTableCountKey, keptTableKey } from "../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** Returns a store that reports other processes. */
function inCompany(store: FastStore): FastStore {
	return {
		hasCompany: true,
		snapshot: () => store.snapshot(),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: async () => undefined,
	};
}

async function twoServers(t: ExecutionContext) {
	const store = openMemoryStore();
	const sessions = [];
	for (let count = 0; count < 3; count++) {
		const kernel = await openMemoryKernel({ release: "2.1.7" }, inCompany(store));
		t.teardown(() => kernel.close());
		sessions.push(await connectRoot(kernel));
	}
	const [one, other, third] = sessions as [
		(typeof sessions)[number],
		(typeof sessions)[number],
		(typeof sessions)[number],
	];
	await answerOf(one, "create table t (a int primary key, b int)");
	await answerOf(one, "create table u (a int)");
	await answerOf(one, "insert into t values (1, 1)");
	return { store, one, other, third };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

/** Returns whether the answer is still pending after a while. */
async function waits(answer: Promise<string>): Promise<boolean> {
	return (await Promise.race([answer, pause().then(() => "waits")])) === "waits";
}

test("reads, writes and DDL of other sessions wait for a WRITE lock", async (t) => {
	const { one, other, third } = await twoServers(t);
	t.is(await answerOf(one, "lock tables t write"), "ok");
	const reading = answerOf(other, "select b from t");
	const changing = answerOf(third, "alter table t add c int");
	t.true(await waits(reading));
	t.true(await waits(changing));
	t.is(await answerOf(one, "update t set b = 2"), "ok");
	t.is(await answerOf(one, "unlock tables"), "ok");
	t.is(await reading, "b\n2");
	t.is(await changing, "ok");
});

test("a READ lock admits reads and READ locks of others, and blocks writes", async (t) => {
	const { one, other, third } = await twoServers(t);
	t.is(await answerOf(one, "lock tables t read"), "ok");
	t.is(await answerOf(other, "lock tables t read"), "ok");
	t.is(await answerOf(third, "select b from t"), "b\n1");
	t.is(await answerOf(third, "insert into u values (1)"), "ok");
	const writing = answerOf(third, "update t set b = 5");
	t.true(await waits(writing));
	await answerOf(one, "unlock tables");
	t.true(await waits(writing));
	await answerOf(other, "unlock tables");
	t.is(await writing, "ok");
	t.is(await answerOf(one, "select b from t"), "b\n5");
});

test("waits for a locked table end after lock_wait_timeout", async (t) => {
	const { one, other } = await twoServers(t);
	await answerOf(one, "lock tables t write");
	await answerOf(other, "set lock_wait_timeout = 1");
	t.regex(await answerOf(other, "lock tables u write, t read"), /ERROR 1205/);
	t.regex(await answerOf(other, "insert into t values (2, 2)"), /ERROR 1205/);
	t.is(await answerOf(one, "lock tables u write"), "ok");
	t.is(await answerOf(other, "insert into t values (2, 2)"), "ok");
});

test("a transaction that wrote before the lock cannot commit under it", async (t) => {
	const { one, other } = await twoServers(t);
	await answerOf(other, "begin");
	await answerOf(other, "update t set b = 7");
	t.is(await answerOf(one, "lock tables t read"), "ok");
	t.regex(await answerOf(other, "commit"), /ERROR 1213/);
	t.is(await answerOf(one, "select b from t"), "b\n1");
});

test("FLUSH TABLES WITH READ LOCK blocks all writes", async (t) => {
	const { one, other, third } = await twoServers(t);
	t.is(await answerOf(one, "flush tables with read lock"), "ok");
	t.is(await answerOf(other, "select b from t"), "b\n1");
	const writing = answerOf(other, "insert into u values (1)");
	// Another table than the one that is written: the first of the two would block the other.
	const locking = answerOf(third, "lock tables t write");
	t.true(await waits(writing));
	t.true(await waits(locking));
	await answerOf(one, "unlock tables");
	t.is(await writing, "ok");
	t.is(await locking, "ok");
});

test("locks of a dead process are ignored, and the end of a session releases its locks", async (t) => {
	const { store, one, other } = await twoServers(t);
	const dead = [{ processId: 2 ** 30, run: "x", server: "y", connectionId: 9, mode: "write" }];
	await store.commit({
		writes: [
			{ key: keptTableCountKey, value: Buffer.from("1") },
			{ key: keptTableKey("test.t"), value: Buffer.from(JSON.stringify(dead)) },
		],
		conditions: [],
	});
	t.is(await answerOf(one, "update t set b = 3"), "ok");
	t.is(await answerOf(one, "lock tables t write"), "ok");
	const reading = answerOf(other, "select b from t");
	t.true(await waits(reading));
	one.close();
	t.is(await reading, "b\n3");
});
