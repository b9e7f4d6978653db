/**
 * Waits in functions: SLEEP() and named locks.
 */
import test from "ava";
import { actors, rows } from "./sessions.ts";

test("SLEEP() does not block other sessions, and KILL QUERY ends it", async (t) => {
	const as = await actors(t, "create table t (id int primary key)", "insert into t values (1), (2)");
	const [a, b] = [await as("a"), await as("b")];
	const sleeping = await a.waits("select sleep(1000)");
	t.deepEqual(rows(await b.run(`select state from information_schema.processlist where id = ${a.session.id}`)), [
		"User sleep",
	]);
	await b.run(`kill query ${a.session.id}`);
	t.deepEqual(rows(await sleeping.answer), ["1"]);
	t.deepEqual(rows(await a.run("select sleep(0.001), id, sleep(0.001) from t where sleep(0.001) = 0")), [
		"0 1 0",
		"0 2 0",
	]);
	t.is(await a.run("do sleep(0.001)"), "ok");
	t.regex(await a.run("select sleep(-1)"), /^ERROR 1210/);
});

test("GET_LOCK() waits in order, up to its timeout", async (t) => {
	const as = await actors(t);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	t.deepEqual(
		rows(
			await a.run(
				"select get_lock('one', 0), get_lock('ONE', 0), is_free_lock('one'), is_used_lock('one') = connection_id()",
			),
		),
		["1 1 0 1"],
	);
	t.deepEqual(rows(await b.run("select get_lock('one', 0.01), is_used_lock('one')")), [`0 ${a.session.id}`]);
	t.deepEqual(rows(await b.run("select release_lock('one'), release_lock('nosuch')")), ["0 NULL"]);
	const waiting = await b.waits("select get_lock('two', 1), get_lock('one', 100)");
	t.deepEqual(rows(await a.run("select release_lock('one')")), ["1"]);
	t.deepEqual(rows(await a.run("select release_lock('one')")), ["1"]);
	t.deepEqual(rows(await waiting.answer), ["1 1"]);
	t.deepEqual(rows(await b.run("select release_all_locks()")), ["2"]);
	t.deepEqual(rows(await a.run("select get_lock('one', -1)")), ["1"]);
	t.deepEqual(rows(await c.run("select get_lock('three', 0)")), ["1"]);
	const crossed = await a.waits("select get_lock('three', 100)");
	t.regex(await c.run("select get_lock('one', 100)"), /^ERROR 3058/);
	c.session.close();
	t.deepEqual(rows(await crossed.answer), ["1"]);
});
