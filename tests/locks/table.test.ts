/**
 * Table locks: definitions, LOCK TABLES, FLUSH TABLES WITH READ LOCK.
 */
import test from "ava";
import { actors, rows } from "./sessions.ts";

const table = [
	"create table t (id int primary key, v int)",
	"insert into t values (1, 10), (2, 20)",
	"create table other (id int primary key)",
];

test("DDL waits for transactions that have used the table, and they for it", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("begin");
	await a.run("select * from t");
	const alter = await b.waits("alter table t add column w int default 7");
	t.deepEqual(
		rows(await c.run("select state from information_schema.processlist where state <> 'executing' and state <> ''")),
		["Waiting for table metadata lock"],
	);
	const later = await c.waits("insert into t (id, v) values (3, 30)");
	t.is(await a.run("update t set v = 11 where id = 1"), "ok");
	t.is(await a.run("commit"), "ok");
	t.is(await alter.answer, "ok");
	t.is(await later.answer, "ok");
	t.deepEqual(rows(await a.run("select * from t")), ["1 11 7", "2 20 7", "3 30 7"]);
});

test("DDL waits up to lock_wait_timeout; a transaction waits for DDL and continues with the new table", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("insert into t values (5, 50)");
	await b.run("set lock_wait_timeout = 1");
	t.regex(await b.run("drop table t"), /^ERROR 1205/);
	t.is(await b.run("drop table other"), "ok");
	await a.run("commit");
	t.is(await b.run("truncate table t"), "ok");
});

test("LOCK TABLES: permitted statements and waits", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	t.is(await a.run("lock tables t read"), "ok");
	t.deepEqual(rows(await a.run("select v from t")), ["10", "20"]);
	t.regex(
		await a.run("update t set v = 1"),
		/^ERROR 1099 \(HY000\).*Table 't' was locked with a READ lock and can't be updated/,
	);
	t.regex(await a.run("select * from other"), /^ERROR 1100 \(HY000\).*Table 'other' was not locked with LOCK TABLES/);
	t.deepEqual(rows(await b.run("select v from t")), ["10", "20"]);
	t.is(await c.run("lock tables t read"), "ok");
	const writer = await b.waits("update t set v = v + 1");
	await a.run("unlock tables");
	await c.run("unlock tables");
	t.is(await writer.answer, "ok");
	t.is(await a.run("lock tables t write, other read"), "ok");
	t.is(await a.run("update t set v = v * 2"), "ok");
	const reader = await b.waits("select v from t");
	const locker = await c.waits("lock tables t write");
	await a.run("begin");
	t.deepEqual(rows(await reader.answer), ["22", "42"]);
	t.is(await locker.answer, "ok");
	const last = await b.waits("insert into t values (9, 9)");
	c.session.close();
	t.is(await last.answer, "ok");
	t.regex(await a.run("lock tables nosuch read"), /^ERROR 1146/);
});

test("LOCK TABLES ... WRITE waits until an open transaction ends", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("select * from t");
	const locker = await b.waits("lock tables t write");
	await a.run("rollback");
	t.is(await locker.answer, "ok");
	t.is(await b.run("alter table t add column w int"), "ok");
	t.is(await b.run("unlock tables"), "ok");
});

test("FLUSH TABLES WITH READ LOCK: writes and commits wait, reads do not", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await b.run("begin");
	await b.run("update t set v = 11 where id = 1");
	t.is(await a.run("flush tables with read lock"), "ok");
	t.regex(await a.run("insert into t values (4, 40)"), /^ERROR 1223/);
	t.deepEqual(rows(await c.run("select v from t")), ["10", "20"]);
	const commit = await b.waits("commit");
	const insert = await c.waits("insert into t values (3, 30)");
	t.is(await a.run("unlock tables"), "ok");
	t.is(await commit.answer, "ok");
	t.is(await insert.answer, "ok");
});

test("a deadlock between rows and tables is detected", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("begin");
	await a.run("update t set v = 1 where id = 1");
	await b.run("begin");
	await b.run("insert into other values (1)");
	const rowWait = await b.waits("update t set v = 2 where id = 1");
	const alter = await c.waits("alter table other add column w int");
	const [first, second] = [a.run("insert into other values (2)"), rowWait.answer];
	// The victim is the lighter of the two transactions, not the definition.
	t.regex(await second, /^ERROR 1213/);
	t.is(await alter.answer, "ok");
	t.regex(await first, /^ERROR 1136/);
	t.is(await a.run("commit"), "ok");
});

test("a waiting statement ends when its client disconnects", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("lock tables t write");
	const left = await b.waits("truncate table t");
	b.session.abandon();
	t.regex(await left.answer, /^ERROR 1317/);
	t.regex(await b.run("insert into t values (7, 70)"), /^ERROR 1205/);
	const reader = await c.waits("select count(*) from t");
	await a.run("unlock tables");
	t.deepEqual(rows(await reader.answer), ["2"]);
});

test("statements about accounts wait for a lock of the grant tables as others do, and end by KILL", async (t) => {
	const as = await actors(t, "create user joe");
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	t.is(await a.run("lock tables mysql.user write"), "ok");
	await b.run("set lock_wait_timeout = 1");
	t.regex(await b.run("grant select on *.* to joe"), /^ERROR 1205/);
	await b.run("set lock_wait_timeout = 1000");
	const waiting = await b.waits("drop user joe");
	await c.run(`kill query ${b.session.id}`);
	t.regex(await waiting.answer, /^ERROR 1317/);
	t.is(await a.run("grant select on *.* to joe"), "ok");
	t.is(await a.run("unlock tables"), "ok");
	t.is(await b.run("drop user joe"), "ok");
});
