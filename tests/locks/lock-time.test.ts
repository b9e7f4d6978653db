/**
 * LOCK_TIME in performance_schema: of a statement that waited for a row or a table, and of one that did not.
 */
import test from "ava";
import { actors } from "./sessions.ts";

const waited =
	"select lock_time > 0, lock_time <= timer_wait from performance_schema.events_statements_history where sql_text like";
const summed =
	"select sum_lock_time > 0 from performance_schema.events_statements_summary_by_digest where digest_text like";

test("LOCK_TIME counts a statement's waits for rows and tables", async (t) => {
	const actor = await actors(t, "create table test.t (id int primary key, a int)", "insert into test.t values (1, 1)");
	const [one, other] = [await actor("one"), await actor("other")];
	await one.run("begin");
	await one.run("update test.t set a = 2 where id = 1");
	const update = await other.waits("update test.t set a = 3 where id = 1");
	await one.run("commit");
	await update.answer;
	await one.run("lock tables test.t write");
	const select = await other.waits("select a from test.t");
	await one.run("unlock tables");
	t.is(await select.answer, "a\n3");
	await other.run("select id from test.t");
	t.is(await other.run(`${waited} 'update%a = 3%'`), "lock_time > 0\tlock_time <= timer_wait\n1\t1");
	t.is(await other.run(`${waited} 'select a from%'`), "lock_time > 0\tlock_time <= timer_wait\n1\t1");
	t.is(await other.run(`${waited} 'select id from%'`), "lock_time > 0\tlock_time <= timer_wait\n0\t1");
	t.is(await other.run(`${summed} 'UPDATE%'`), "sum_lock_time > 0\n1");
	t.is(await other.run(`${summed} 'SELECT \`id\` FROM%'`), "sum_lock_time > 0\n0");
});
