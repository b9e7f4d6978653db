/**
 * Names locked by GET_LOCK(), shared by all servers on the same data.
 */
import test, { type ExecutionContext } from "ava";
import { lockedNameKey } from "../../core/store/encoding/keys.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { openLoggedStore } from "../../core/store/wal/logged-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { storePath } from "../store/directory.ts";

async function sessionOn(store: FastStore, t: ExecutionContext) {
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	t.teardown(() => kernel.close());
	return connectRoot(kernel);
}

const lastLine = (answer: string): string => answer.slice(answer.lastIndexOf("\n") + 1);

test("a named lock has one holder among the sessions of all servers", async (t) => {
	const store = openMemoryStore();
	const [one, other] = [await sessionOn(store, t), await sessionOn(store, t)];
	const ask = async (session: typeof one, sql: string) => lastLine(await answerOf(session, `select ${sql}`));
	t.is(await ask(one, "get_lock('migrate', 0)"), "1");
	t.is(await ask(one, "get_lock('Migrate', 0)"), "1");
	t.is(await ask(other, "get_lock('MIGRATE', 0)"), "0");
	t.is(await ask(other, "get_lock('migrate', 0.05)"), "0");
	t.is(await ask(other, "is_free_lock('migrate')"), "0");
	t.is(await ask(other, "is_used_lock('migrate')"), String(one.id));
	t.is(await ask(other, "release_lock('migrate')"), "0");
	t.is(await ask(other, "get_lock('else', 0)"), "1");
	t.is(await ask(one, "release_lock('migrate')"), "1");
	t.is(await ask(other, "get_lock('migrate', 0)"), "0");
	const waiting = ask(other, "get_lock('migrate', 60)");
	t.is(await ask(one, "release_lock('migrate')"), "1");
	t.is(await waiting, "1");
	t.is(await ask(one, "release_lock('migrate')"), "0");
	await other.close();
	t.is(await ask(one, "get_lock('migrate', 60) + get_lock('else', 60)"), "2");
	t.is(await ask(one, "release_all_locks()"), "2");
	t.is(await ask(one, "release_lock('migrate')"), "NULL");
});

test("locks of a dead process are free, and KILL ends a wait", async (t) => {
	const store = openMemoryStore();
	const [one, other] = [await sessionOn(store, t), await sessionOn(store, t)];
	const dead = { processId: 2 ** 30, run: "x", server: "y", connectionId: 9 };
	await store.commit({
		writes: [{ key: lockedNameKey("job"), value: Buffer.from(JSON.stringify(dead)) }],
		conditions: [],
	});
	t.is(lastLine(await answerOf(one, "select is_free_lock('job')")), "1");
	t.is(lastLine(await answerOf(one, "select get_lock('job', 0)")), "1");
	const waiting = answerOf(other, "select get_lock('job', 60)");
	await new Promise((resolve) => setTimeout(resolve, 50));
	other.close();
	t.regex(await waiting, /ERROR 1317/);
});

test("a claim without a record in the log is known to a server that opens the directory later", async (t) => {
	const path = storePath(t);
	const first = openLoggedStore({ path });
	let unlogged = 0;
	const commitUnlogged = first.commitUnlogged?.bind(first);
	first.commitUnlogged = (writes) => {
		const isDone = commitUnlogged?.(writes) === true;
		unlogged += isDone ? 1 : 0;
		return isDone;
	};
	const one = await sessionOn(first, t);
	const ask = async (session: typeof one, sql: string) => lastLine(await answerOf(session, `select ${sql}`));
	// Commits that follow each other take the log's lease.
	await answerOf(one, "create table t (a int)");
	for (let at = 0; unlogged === 0 && at < 200; at++) {
		await answerOf(one, `insert into t values (${at})`);
		await ask(one, "get_lock('job', 0) + release_lock('job')");
	}
	t.true(unlogged > 0, "the lease is taken");
	t.is(await ask(one, "get_lock('job', 0) + get_lock('other', 0) + release_lock('other')"), "3");
	const before = unlogged;
	const other = await sessionOn(openLoggedStore({ path }), t);
	t.is(await ask(other, "get_lock('other', 0)"), "1");
	t.is(await ask(other, "get_lock('job', 0)"), "0");
	t.is(await ask(other, "is_used_lock('job')"), String(one.id));
	t.is(await ask(one, "release_lock('job')"), "1");
	t.is(await ask(other, "get_lock('job', 10)"), "1");
	t.is(unlogged, before, "with a second process in the directory claims are stored");
});
