/**
 * Many inserted rows without a lock each: other transactions wait for them all the same, and only for them.
 */
import test from "ava";
import { actors, rows } from "./sessions.ts";

const table = ["create table t (id int primary key, k int, v int, key (k))", `insert into t values ${values(1, 50)}`];
const timeout = /^ERROR 1205 \(HY000\)/;
const many = `insert into t values ${values(101, 300)}`;

/** Every other id. */
function values(first: number, count: number): string {
	return Array.from(
		{ length: count },
		(_, at) => `(${first + 2 * at}, ${((at * 7) % 100) + 1000 * Number(first > 100)}, 0)`,
	).join(", ");
}

test("other transactions wait for added rows, and insert between them", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await b.run("set innodb_lock_wait_timeout = 1");
	await a.run("begin");
	t.is(await a.run(many), "ok");
	for (const sql of [
		"insert into t values (101, 1, 1)",
		"select * from t where id = 103 for update",
		"select * from t where id > 90 lock in share mode",
		"delete from t where id between 600 and 800",
		"select * from t where k between 1000 and 1010 for update",
	]) {
		t.regex(await b.run(sql), timeout, sql);
	}
	t.is(await b.run("insert into t values (102, 5, 5), (5000, 5, 5)"), "ok");
	t.is(await b.run("update t set v = 7 where id = 3"), "ok");
	t.deepEqual(rows(await b.run("select count(*) from t")), ["52"]);
	t.deepEqual(rows(await a.run("select count(*) from t for update")), ["352"]);
	const waiting = await b.waits("insert into t values (699, 1, 1)");
	t.is(await a.run("rollback"), "ok");
	t.is(await waiting.answer, "ok");
	t.deepEqual(rows(await b.run("select count(*), max(v) from t")), ["53 7"]);
	t.regex(await b.run("check table t"), /status\tOK/);
});

test("added rows are waited for until the commit, read before or not; rolled back rows are not", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await b.run("set innodb_lock_wait_timeout = 1");
	await a.run("begin");
	await a.run("savepoint there");
	t.is(await a.run(many), "ok");
	t.is(await a.run("rollback to there"), "ok");
	t.is(await b.run("insert into t values (201, 1, 1)"), "ok");
	t.is(await a.run(`insert into t values ${values(1001, 40)}`), "ok");
	t.is(await a.run("update t set v = 1 where id = 1003"), "ok");
	t.regex(await b.run("insert into t values (1001, 1, 1)"), timeout);
	const waiting = await b.waits("insert into t values (1005, 1, 1)");
	t.is(await a.run("commit"), "ok");
	t.regex(await waiting.answer, /^ERROR 1062/);
	t.deepEqual(rows(await b.run("select count(*), sum(v) from t")), ["91 2"]);
	t.regex(await b.run("check table t"), /status\tOK/);
});

test("a bulk insert waits for rows that others added, and for locked ranges", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("set innodb_lock_wait_timeout = 1");
	await b.run("begin");
	t.is(await b.run(`insert into t values ${values(121, 40)}`), "ok");
	await a.run("begin");
	t.regex(await a.run(many), timeout);
	t.is(await a.run(`insert into t values ${values(1002, 40)}`), "ok");
	t.is(await b.run(`insert into t values ${values(1001, 40)}`), "ok");
	await c.run("begin");
	t.deepEqual(rows(await c.run("select * from t where k = 4000 for update")), []);
	t.is(await a.run("rollback"), "ok");
	await a.run("begin");
	t.regex(
		await a.run(`insert into t values ${Array.from({ length: 40 }, (_, at) => `(${2000 + at}, 4000, 0)`).join(", ")}`),
		timeout,
	);
	t.is(await c.run("rollback"), "ok");
	t.is(await b.run("commit"), "ok");
	t.is(
		await a.run(`insert into t values ${Array.from({ length: 40 }, (_, at) => `(${2000 + at}, 4000, 0)`).join(", ")}`),
		"ok",
	);
	t.is(await a.run("commit"), "ok");
	t.deepEqual(rows(await a.run("select count(*) from t")), ["170"]);
	t.regex(await b.run("check table t"), /status\tOK/);
});

test("two conflicting bulk inserts are a deadlock, whose victim holds fewer locks", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await b.run("begin");
	t.is(await a.run(`insert into t values ${values(101, 100)}`), "ok");
	t.is(await b.run(`insert into t values ${values(501, 40)}`), "ok");
	const waiting = await a.waits("insert into t values (501, 0, 0)");
	t.regex(await b.run("insert into t values (101, 0, 0)"), /^ERROR 1213/);
	t.is(await waiting.answer, "ok");
	t.is(await a.run("commit"), "ok");
	t.deepEqual(rows(await a.run("select count(*) from t")), ["151"]);
});
