/**
 * Row locks of READ COMMITTED: no gaps, and rows that match alone, in transactions and in statements of their own.
 */
import test from "ava";
import { actors, rows } from "./sessions.ts";

const table = [
	"create table t (id int primary key, v int, u int, k int, unique (u), key (k))",
	"insert into t values (1, 10, 1, 1), (2, 20, 2, 2), (5, 50, 5, 5)",
];

test("under READ COMMITTED only rows that match are locked", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("set transaction isolation level read committed");
	await a.run("begin");
	t.deepEqual(rows(await a.run("select id from t where k between 2 and 4 for update")), ["2"]);
	t.is(await b.run("insert into t values (3, 30, 3, 3)"), "ok");
	t.is(await b.run("update t set v = 0 where id = 1"), "ok");
	t.deepEqual(rows(await a.run("select id from t where k between 2 and 4 for update")), ["2", "3"]);
	t.deepEqual(rows(await a.run("select v from t where id = 1")), ["0"]);
	const waiting = await b.waits("update t set v = 0 where id = 3");
	await a.run("commit");
	t.is(await waiting.answer, "ok");
});

test("READ COMMITTED: an autocommit UPDATE waits for matching rows alone", async (t) => {
	const as = await actors(
		t,
		"create table t (id int primary key, v int)",
		"insert into t values (1, 1), (2, 2), (3, 3)",
	);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("begin");
	await a.run("update t set v = 10 where id = 1");
	await b.run("set session transaction isolation level read committed");
	t.is(await b.run("update t set v = 20 where v = 2"), "ok");
	t.is(await b.run("delete from t where v = 3"), "ok");
	const matching = await b.waits("update t set v = v + 1 where v = 1");
	await a.run("commit");
	t.is(await matching.answer, "ok");
	t.deepEqual(rows(await b.run("select * from t")), ["1 10", "2 20"]);
	await a.run("begin");
	await a.run("update t set v = 11 where id = 1");
	await c.run("set transaction isolation level read committed");
	t.is(await c.run("update t set v = 21 where v = 20"), "ok");
	const all = await c.waits("update t set v = 22 where v = 21");
	await a.run("rollback");
	t.is(await all.answer, "ok");
});
