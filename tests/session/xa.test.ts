/**
 * XA branches: a prepared branch survives its session and the server.
 */
import test from "ava";
import { openLmdbStore } from "../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { storePath } from "../store/directory.ts";

/** Returns a store that outlives the kernels opened on it. */
function lastingStore(): FastStore {
	const store = openMemoryStore();
	return {
		snapshot: () => store.snapshot(),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: async () => undefined,
	};
}

const table = "create table t (id int primary key, name varchar(20), unique (name))";

test("a prepared branch survives a restart, with its rows locked, until it is committed or rolled back", async (t) => {
	const store = lastingStore();
	const first = await openMemoryKernel({}, store);
	const session = await connectRoot(first);
	for (const sql of [
		table,
		"insert into t values (1, 'one'), (2, 'two')",
		"xa start 'a'",
		"update t set name = 'uno' where id = 1",
		"insert into t values (3, 'three')",
		"delete from t where id = 2",
		"xa end 'a'",
		"xa prepare 'a'",
	]) {
		t.regex(await answerOf(session, sql), /^ok/);
	}
	await first.close();
	const second = await openMemoryKernel({}, store);
	const other = await connectRoot(second);
	await answerOf(other, "set innodb_lock_wait_timeout = 1");
	t.is(await answerOf(other, "select * from t"), "id\tname\n1\tone\n2\ttwo");
	t.regex(await answerOf(other, "update t set name = 'x' where id = 1"), /1205/);
	t.regex(await answerOf(other, "insert into t values (3, 'x')"), /1205/);
	t.regex(await answerOf(other, "insert into t values (4, 'uno')"), /1205/);
	t.is(await answerOf(other, "xa recover"), "formatID\tgtrid_length\tbqual_length\tdata\n1\t1\t0\ta");
	t.regex(await answerOf(other, "xa start 'a'"), /1440/);
	t.regex(await answerOf(other, "xa commit 'a'"), /^ok/);
	t.is(await answerOf(other, "select * from t"), "id\tname\n1\tuno\n3\tthree");
	t.is(await answerOf(other, "select count(*) from t"), "count(*)\n2");
	t.is(await answerOf(other, "xa recover"), "ok");
	t.regex(await answerOf(other, "insert into t values (2, 'two')"), /^ok/);
	t.regex(await answerOf(other, "check table t"), /OK/);
	await second.close();
});

test("a prepared branch belongs to its session until that ends; its rollback removes all changes", async (t) => {
	const kernel = await openMemoryKernel({});
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	for (const sql of [
		table,
		"xa start 'a', 'b', 7",
		"insert into t values (1, 'one')",
		"xa end 'a', 'b', 7",
		"xa prepare 'a', 'b', 7",
	]) {
		t.regex(await answerOf(session, sql), /^ok/);
	}
	t.regex(await answerOf(other, "xa commit 'a', 'b', 7"), /1397/);
	session.close();
	t.regex(await answerOf(other, "xa rollback 'a', 'b', 7"), /^ok/);
	t.is(await answerOf(other, "select count(*) from t"), "count(*)\n0");
	t.regex(await answerOf(other, "insert into t values (1, 'one')"), /^ok/);
	await kernel.close();
});

test("a branch that is not prepared is rolled back with its session", async (t) => {
	const kernel = await openMemoryKernel({});
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	for (const sql of [table, "xa start 'a'", "insert into t values (1, 'one')"]) {
		t.regex(await answerOf(session, sql), /^ok/);
	}
	t.regex(await answerOf(other, "xa start 'a'"), /1440/);
	session.close();
	t.regex(await answerOf(other, "xa start 'a'"), /^ok/);
	t.regex(await answerOf(other, "insert into t values (1, 'one')"), /^ok/);
	await kernel.close();
});

test("many changed rows of a branch become visible at XA COMMIT", async (t) => {
	const kernel = await openMemoryKernel({}, openLmdbStore({ path: storePath(t) }));
	const session = await connectRoot(kernel);
	const other = await connectRoot(kernel);
	const rows = Array.from({ length: 3000 }, (_, id) => `(${id}, ${id % 3}, 'row ${id}')`);
	for (const sql of [
		"create table many (id int primary key, mark int, name varchar(20), key (mark))",
		`insert into many values ${rows.join(",")}`,
	]) {
		t.regex(await answerOf(session, sql), /^ok/);
	}
	const look = "select mark, count(*), sum(name = 'new') from many group by mark";
	const before = "mark\tcount(*)\tsum(name = 'new')\n0\t1000\t0\n1\t1000\t0\n2\t1000\t0";
	const changes = [
		"update many set name = 'new' where mark = 1",
		"delete from many where mark = 2",
		"insert into many select id + 5000, 3, name from many where mark = 0",
	];
	for (const [end, ...statements] of [
		...changes.map((change) => ["rollback", change]),
		["rollback", ...changes],
		["commit", ...changes],
	] as [string, ...string[]][]) {
		for (const sql of ["xa start 'a'", ...statements, "xa end 'a'", "xa prepare 'a'"]) {
			t.regex(await answerOf(session, sql), /^ok/, sql);
		}
		t.is(await answerOf(other, look), before, statements.join("; "));
		t.regex(await answerOf(session, `xa ${end} 'a'`), /^ok/);
		t.is(
			await answerOf(other, look),
			end === "rollback" ? before : "mark\tcount(*)\tsum(name = 'new')\n0\t1000\t0\n1\t1000\t1000\n3\t1000\t0",
		);
	}
	t.regex(await answerOf(other, "check table many"), /OK/);
	await kernel.close();
});

test("another process sees prepared branches, and may end them, which releases their row locks", async (t) => {
	const shared: FastStore = { ...lastingStore(), hasCompany: true };
	const kernels = [await openMemoryKernel({}, shared), await openMemoryKernel({}, shared)];
	const [session, beside, other] = [
		await connectRoot(kernels[0]!),
		await connectRoot(kernels[0]!),
		await connectRoot(kernels[1]!),
	];
	for (const sql of [
		table,
		"insert into t values (1, 'one'), (2, 'two')",
		"xa start 'a'",
		"update t set name = 'uno' where id = 1",
		"xa end 'a'",
		"xa prepare 'a'",
	]) {
		t.regex(await answerOf(session, sql), /^ok/);
	}
	const early = ["xa start 'a'", "update t set name = 'dos' where id = 2", "xa end 'a'"];
	for (const sql of early) {
		t.regex(await answerOf(other, sql), /^ok/);
	}
	t.regex(await answerOf(other, "xa prepare 'a'"), /ERROR/);
	t.is(await answerOf(other, "xa recover"), "formatID\tgtrid_length\tbqual_length\tdata\n1\t1\t0\ta");
	t.regex(await answerOf(other, "xa start 'a'"), /ERROR 1440/);
	session.close();
	const waiting = answerOf(beside, "update t set name = 'x' where id = 1");
	t.regex(await answerOf(other, "xa commit 'a'"), /^ok/);
	t.regex(await waiting, /^ok/);
	t.is(await answerOf(other, "select * from t"), "id\tname\n1\tx\n2\ttwo");
	t.is(await answerOf(beside, "xa recover"), "ok");
	for (const kernel of kernels) {
		await kernel.close();
	}
});

test("a branch that a deadlock has rolled back takes no further statement", async (t) => {
	const kernel = await openMemoryKernel({});
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	const deadlocked = async (): Promise<void> => {
		for (const [one, sql] of [
			[session, "xa start 'a'"],
			[session, "update t set name = 'x' where id = 1"],
			[other, "begin"],
			[other, "insert into t values (3, 'three'), (4, 'four')"],
			[other, "update t set name = 'why not' where id = 2"],
		] as const) {
			t.regex(await answerOf(one, sql), /^ok/, sql);
		}
		const waiting = answerOf(other, "update t set name = 'why' where id = 1");
		t.regex(await answerOf(session, "update t set name = 'ex' where id = 2"), /ERROR 1213/);
		t.regex(await waiting, /^ok/);
		t.regex(await answerOf(other, "rollback"), /^ok/);
	};
	await answerOf(session, table);
	await answerOf(session, "insert into t values (1, 'one'), (2, 'two')");
	await deadlocked();
	t.regex(await answerOf(session, "xa rollback 'a'"), /ERROR 1399.*ACTIVE/);
	t.regex(await answerOf(session, "select * from t"), /ERROR 1614/);
	t.regex(await answerOf(session, "update t set name = 'z'"), /ERROR 1614/);
	t.regex(await answerOf(session, "xa end 'a'"), /ERROR 1399.*ROLLBACK ONLY/);
	t.regex(await answerOf(session, "xa rollback 'a'"), /^ok/);
	t.is(await answerOf(session, "select * from t"), "id\tname\n1\tone\n2\ttwo");
	await deadlocked();
	t.regex(await answerOf(session, "xa end 'a'"), /ERROR 1614/);
	t.regex(await answerOf(session, "xa prepare 'a'"), /ERROR 1399/);
	t.regex(await answerOf(session, "xa commit 'a'"), /ERROR 1614/);
	t.regex(await answerOf(session, "xa start 'a'"), /^ok/);
	t.regex(await answerOf(session, "xa end 'a'"), /^ok/);
	t.regex(await answerOf(session, "xa rollback 'a'"), /^ok/);
	await kernel.close();
});

test("the format of an identifier does not distinguish branches", async (t) => {
	const store = lastingStore();
	const kernel = await openMemoryKernel({}, store);
	const [session, other] = [await connectRoot(kernel), await connectRoot(kernel)];
	const recovered = "formatID\tgtrid_length\tbqual_length\tdata\n7\t1\t1\tab";
	await answerOf(session, table);
	t.regex(await answerOf(session, "xa start 'a', 'b', 7"), /^ok/);
	t.regex(await answerOf(other, "xa start 'a', 'b'"), /ERROR 1440/);
	t.regex(await answerOf(session, "insert into t values (1, 'one')"), /^ok/);
	t.regex(await answerOf(session, "xa end 'a', 'b', 8"), /^ok/);
	t.regex(await answerOf(session, "xa prepare 'a', 'b', 9"), /^ok/);
	t.regex(await answerOf(other, "xa start 'a', 'b', 8"), /ERROR 1440/);
	t.is(await answerOf(other, "xa recover"), recovered);
	await kernel.close();
	const second = await openMemoryKernel({}, store);
	const later = await connectRoot(second);
	t.is(await answerOf(later, "xa recover"), recovered);
	t.regex(await answerOf(later, "xa start 'a', 'b', 8"), /ERROR 1440/);
	t.regex(await answerOf(later, "xa commit 'a', 'b', 8"), /^ok/);
	t.is(await answerOf(later, "xa recover"), "ok");
	t.is(await answerOf(later, "select * from t"), "id\tname\n1\tone");
	await second.close();
});
