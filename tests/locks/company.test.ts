/**
 * Two servers on one store, which do not see each other's locks: commits of one while a statement of the other waits.
 */
import test, { type ExecutionContext } from "ava";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { actorsOn, rows } from "./sessions.ts";

const table = [
	"create table t (id int primary key, batch int, v int, key (batch))",
	"insert into t values (1, 1, 10), (2, 1, 20), (3, 2, 30)",
];
const counts =
	"select (select count(*) from t), (select count(*) from t use index (extra) where v >= 0), (select " +
	"count(*) from t use index (batch) where batch > 0)";

/** Sessions of two servers; `a` holds a row that others will claim. */
async function waitedFor(t: ExecutionContext) {
	const store = openMemoryStore();
	const as = await actorsOn(store, t, ...table);
	const other = await (await actorsOn(store, t))("z");
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("update t set v = 0 where id = 1");
	return { as, other, a, b };
}

for (const sql of [
	"delete from t where batch = 1",
	"update t set v = v + 1 where batch = 1",
	"delete from t where id in (1, 2)",
	"replace into t values (1, 1, 11)",
]) {
	test(`a waiting statement maintains an index created by the other server meanwhile: ${sql}`, async (t) => {
		const { other, a, b } = await waitedFor(t);
		const waiting = await b.waits(sql);
		t.is(await other.run("alter table t add index extra (v, batch)"), "ok");
		await a.run("rollback");
		t.is(await waiting.answer, "ok");
		const count = sql.startsWith("delete") ? 1 : 3;
		t.deepEqual(rows(await other.run(counts)), [`${count} ${count} ${count}`]);
		t.deepEqual(rows(await b.run(counts)), [`${count} ${count} ${count}`]);
	});
}

test("within a transaction such a statement fails with a deadlock error", async (t) => {
	const { other, a, b } = await waitedFor(t);
	await b.run("begin");
	await b.run("insert into t values (9, 9, 9)");
	const waiting = await b.waits("delete from t where batch = 1");
	t.is(await other.run("alter table t add index extra (v, batch)"), "ok");
	await a.run("rollback");
	const answer = await waiting.answer;
	t.regex(answer === "ok" ? await b.run("commit") : answer, /^ERROR 1213/);
	t.deepEqual(rows(await other.run(counts)), ["3 3 3"]);
});

test("a waiting statement does not use an index dropped by the other server meanwhile", async (t) => {
	const { as, other, a, b } = await waitedFor(t);
	await b.run("begin");
	const waiting = await b.waits("select id from t where batch = 1 for update");
	const deleting = await (await as("c")).waits("delete from t where batch = 1 and v > 0");
	t.is(await other.run("alter table t drop index batch, add column w int"), "ok");
	await a.run("rollback");
	t.deepEqual(rows(await waiting.answer), ["1", "2"]);
	await b.run("commit");
	t.is(await deleting.answer, "ok");
	t.deepEqual(rows(await other.run("select count(*) from t")), ["1"]);
});

/** A store that has seen another process. */
function inCompany(): FastStore {
	const store: FastStore = openMemoryStore();
	return new Proxy(store, {
		get: (target, name) =>
			name === "hasCompany"
				? true
				: typeof target[name as keyof FastStore] === "function"
					? (target[name as keyof FastStore] as () => unknown).bind(target)
					: target[name as keyof FastStore],
	});
}

const tellOrder = [
	[
		"a row that the other adds to a range read FOR UPDATE",
		"select * from t where batch = 1 for update",
		"insert into t values (9, 1, 90)",
		"update t set v = 1 where id = 3",
		"1213",
	],
	[
		"a row that the other moves into it",
		"select * from t where batch = 1 for update",
		"update t set batch = 1 where id = 3",
		"insert into t values (7, 7, 7)",
		"1213",
	],
	[
		"a row outside of it",
		"select * from t where batch = 1 for update",
		"insert into t values (9, 5, 90)",
		"insert into t values (7, 7, 7)",
		"ok",
	],
] as const;

for (const [what, reading, theirs, ours, end] of tellOrder) {
	test(`two servers and a range: ${what}`, async (t) => {
		const store = inCompany();
		const a = await (await actorsOn(store, t, ...table))("a");
		const other = await (await actorsOn(store, t))("z");
		await a.run("begin");
		await a.run(reading);
		t.is(await other.run(theirs), "ok");
		t.is(await a.run(ours), "ok");
		t.regex(await a.run("commit"), new RegExp(end === "ok" ? "^ok$" : `^ERROR ${end}`));
	});
}

test("two servers under SERIALIZABLE: of two transactions that write into each other's ranges, one is refused", async (t) => {
	const store = inCompany();
	const a = await (await actorsOn(store, t, ...table))("a");
	const other = await (await actorsOn(store, t))("z");
	for (const each of [a, other]) {
		await each.run("set session transaction isolation level serializable");
		await each.run("begin");
		t.deepEqual(rows(await each.run("select count(*) from t where v > 25")), ["1"]);
	}
	t.is(await a.run("insert into t values (8, 8, 80)"), "ok");
	t.is(await other.run("insert into t values (9, 9, 90)"), "ok");
	const ends = [await a.run("commit"), await other.run("commit")];
	t.deepEqual(ends.map((end) => end.slice(0, 10)).sort(), ["ERROR 1213", "ok"]);
	t.deepEqual(rows(await a.run("select count(*) from t")), ["4"]);
});
