/**
 * Row locks: which of two transactions waits, what it sees afterwards, and how waits end.
 */
import test from "ava";
import { Agent } from "../../core/store/lock/agent.ts";
import { Holding } from "../../core/store/lock/holding.ts";
import { LockTable } from "../../core/store/lock/lock-table.ts";
import { actors, rows } from "./sessions.ts";

const table = [
	"create table t (id int primary key, v int, u int, k int, unique (u), key (k))",
	"insert into t values (1, 10, 1, 1), (2, 20, 2, 2), (5, 50, 5, 5)",
];
const timeout = /^ERROR 1205 \(HY000\)/;
const deadlock = /^ERROR 1213 \(40001\)/;

test("a writer waits for a row and then changes its newest version", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("update t set v = v + 1 where id = 1");
	const waiting = await b.waits("update t set v = v * 2 where id = 1");
	await a.run("commit");
	t.is(await waiting.answer, "ok");
	t.deepEqual(rows(await a.run("select v from t where id = 1")), ["22"]);
});

test("a statement within a transaction waits too, and sees rows newer than its snapshot", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await b.run("begin");
	t.deepEqual(rows(await b.run("select v from t where id = 1")), ["10"]);
	await a.run("update t set v = 11 where id = 1");
	const waiting = await b.waits("update t set v = v + 100 where id = 1");
	await a.run("commit");
	t.is(await waiting.answer, "ok");
	t.deepEqual(rows(await b.run("select v from t where id in (1, 2) order by id")), ["111", "20"]);
	t.is(await b.run("commit"), "ok");
	t.deepEqual(rows(await a.run("select v from t where id = 1")), ["111"]);
});

test("plain reads never wait and keep their snapshot; locking reads see the newest rows", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await b.run("begin");
	await b.run("select * from t");
	await a.run("begin");
	await a.run("update t set v = 11 where id = 1");
	t.deepEqual(rows(await b.run("select v from t where id = 1")), ["10"]);
	await a.run("insert into t values (9, 90, 9, 9)");
	await a.run("commit");
	t.deepEqual(rows(await b.run("select v from t where id = 1")), ["10"]);
	t.deepEqual(rows(await b.run("select v from t where id = 1 for update")), ["11"]);
	t.deepEqual(rows(await b.run("select id from t lock in share mode")), ["1", "2", "5", "9"]);
	t.deepEqual(rows(await b.run("select id from t")), ["1", "2", "5"]);
	await b.run("commit");
});

test("a lock wait timeout is error 1205: the statement is rolled back, the transaction stays open", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("update t set v = 0 where id = 2");
	await b.run("set innodb_lock_wait_timeout = 1");
	await b.run("begin");
	await b.run("insert into t values (7, 70, 7, 7)");
	t.regex(await b.run("update t set v = v + 1 order by id"), timeout);
	t.is(await b.run("commit"), "ok");
	await a.run("rollback");
	t.deepEqual(rows(await a.run("select id, v from t")), ["1 10", "2 20", "5 50", "7 70"]);
});

test("in a deadlock the lighter transaction gets 1213 at once and is rolled back", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("update t set v = 1 where id in (1, 5)");
	await b.run("begin");
	await b.run("update t set v = 2 where id = 2");
	const waiting = await a.waits("update t set v = 1 where id = 2");
	t.regex(await b.run("update t set v = 2 where id = 1"), deadlock);
	t.is(await waiting.answer, "ok");
	t.is(await a.run("commit"), "ok");
	t.is(await b.run("commit"), "ok");
	t.deepEqual(rows(await a.run("select v from t")), ["1", "1", "1"]);
});

test("the heavier transaction continues, even if it closed the cycle", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("update t set v = 1 where id = 1");
	await b.run("begin");
	await b.run("update t set v = 2 where id in (2, 5)");
	await b.run("insert into t values (6, 6, 6, 6), (7, 7, 7, 7)");
	const waiting = await a.waits("update t set v = 1 where id = 2");
	t.is(await b.run("update t set v = 2 where id = 1"), "ok");
	t.regex(await waiting.answer, deadlock);
	t.is(await b.run("commit"), "ok");
	t.deepEqual(rows(await a.run("select v from t where id < 3")), ["2", "2"]);
});

test("shared locks are compatible and block writers; two upgrades of one are a deadlock", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("begin");
	await b.run("begin");
	t.deepEqual(rows(await a.run("select v from t where id = 1 lock in share mode")), ["10"]);
	t.deepEqual(rows(await b.run("select v from t where id = 1 lock in share mode")), ["10"]);
	const outside = await c.waits("update t set v = 12 where id = 1");
	const waiting = await a.waits("update t set v = 11 where id = 1");
	t.regex(await b.run("update t set v = 13 where id = 1"), deadlock);
	t.is(await waiting.answer, "ok");
	await a.run("commit");
	t.is(await outside.answer, "ok");
	t.deepEqual(rows(await c.run("select v from t where id = 1")), ["12"]);
});

test("two inserts of one key: the second waits, and is a duplicate only if the first commits", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("insert into t values (8, 80, 8, 8)");
	const kept = await b.waits("insert into t values (9, 90, 8, 9)");
	await a.run("commit");
	t.regex(await kept.answer, /^ERROR 1062 \(23000\).*'8' for key 'u'/);
	await a.run("begin");
	await a.run("delete from t where id = 8");
	const gone = await b.waits("insert into t values (8, 81, 8, 8)");
	await a.run("commit");
	t.is(await gone.answer, "ok");
	await a.run("begin");
	await a.run("insert into t values (10, 0, 10, 10)");
	const undone = await b.waits("insert into t values (10, 1, 10, 10)");
	await a.run("rollback");
	t.is(await undone.answer, "ok");
	t.deepEqual(rows(await a.run("select id, v from t where id > 7")), ["8 81", "10 1"]);
});

test("under REPEATABLE READ ranges read FOR UPDATE are locked against inserts", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	t.deepEqual(rows(await a.run("select id from t where k between 2 and 4 for update")), ["2"]);
	const waiting = await b.waits("insert into t values (3, 30, 3, 3)");
	t.deepEqual(rows(await a.run("select id from t where k between 2 and 4 for update")), ["2"]);
	await a.run("commit");
	t.is(await waiting.answer, "ok");
	await a.run("begin");
	t.deepEqual(rows(await a.run("select id from t where id = 4 for update")), []);
	t.is(await b.run("insert into t values (6, 60, 6, 6)"), "ok");
	const gap = await b.waits("insert into t values (4, 40, 4, 4)");
	await a.run("commit");
	t.is(await gap.answer, "ok");
});

test("a job queue: LIMIT locks only the rows returned", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	t.deepEqual(rows(await a.run("select id from t where v > 0 order by id limit 1 for update")), ["1"]);
	t.is(await b.run("update t set v = 51 where id = 5"), "ok");
	t.is(await b.run("insert into t values (3, 30, 3, 3)"), "ok");
	const waiting = await b.waits("select id from t where v > 0 order by id limit 1 for update");
	await a.run("delete from t where id = 1");
	await a.run("commit");
	t.deepEqual(rows(await waiting.answer), ["2"]);
});

test("an old snapshot finds its own changes of newer rows by their new keys, once", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("select * from t");
	await b.run("update t set k = 7 where id = 1");
	await b.run("update t set k = 8, u = 22 where id = 2");
	await b.run("insert into t values (3, 30, 2, 3)");
	await a.run("update t set v = v + 1 where id in (1, 2)");
	t.deepEqual(rows(await a.run("select id, v, k from t where k between 0 and 9 order by id")), [
		"1 11 7",
		"2 21 8",
		"5 50 5",
	]);
	t.deepEqual(rows(await a.run("select id from t where k = 1")), []);
	t.deepEqual(rows(await a.run("select id from t where u = 2")), []);
	t.deepEqual(rows(await a.run("select id from t where u = 22")), ["2"]);
	t.is(await a.run("commit"), "ok");
	t.deepEqual(rows(await b.run("select id from t where u = 2")), ["3"]);
	t.deepEqual(rows(await b.run("select id, v from t where k > 6 order by id")), ["1 11", "2 21"]);
});

test("under SERIALIZABLE reads lock: of two transactions that read the other's writes, one fails", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	for (const each of [a, b]) {
		await each.run("set session transaction isolation level serializable");
		await each.run("begin");
	}
	t.deepEqual(rows(await a.run("select sum(v) from t")), ["80"]);
	t.deepEqual(rows(await b.run("select sum(v) from t")), ["80"]);
	const waiting = await a.waits("insert into t values (6, 80, 6, 6)");
	t.regex(await b.run("insert into t values (7, 80, 7, 7)"), deadlock);
	t.is(await waiting.answer, "ok");
	t.is(await a.run("commit"), "ok");
});

test("KILL QUERY ends a wait, and the session stays usable; KILL and a lost connection release locks", async (t) => {
	const as = await actors(t, ...table);
	const [a, b, c] = [await as("a"), await as("b"), await as("c")];
	await a.run("begin");
	await a.run("update t set v = 1 where id = 1");
	await b.run("begin");
	await b.run("update t set v = 2 where id = 2");
	const waiting = await b.waits("update t set v = 2 where id = 1");
	await a.run(`kill query ${b.session.id}`);
	t.regex(await waiting.answer, /^ERROR 1317 \(70100\)/);
	const behind = await c.waits("update t set v = 3 where id = 2");
	const again = await b.waits("update t set v = 2 where id = 1");
	b.session.close();
	t.regex(await again.answer, /^ERROR 1317/);
	t.is(await behind.answer, "ok");
	const last = await c.waits("update t set v = 3 where id = 1");
	a.session.close();
	t.is(await last.answer, "ok");
	t.deepEqual(rows(await c.run("select v from t")), ["3", "3", "50"]);
});

test("deletes of referenced parents wait", async (t) => {
	const as = await actors(
		t,
		"create table p (id int primary key)",
		"create table c (id int primary key, p int, foreign key (p) references p (id))",
		"insert into p values (1), (2)",
	);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	await a.run("insert into c values (1, 1)");
	const child = await b.waits("delete from p where id = 1");
	await a.run("commit");
	t.regex(await child.answer, /^ERROR 1451/);
	await a.run("begin");
	await a.run("delete from p where id = 2");
	const parent = await b.waits("insert into c values (2, 2)");
	await a.run("commit");
	t.regex(await parent.answer, /^ERROR 1452/);
});

test("waiting requests are granted in order", async (t) => {
	const as = await actors(t, ...table);
	const a = await as("a");
	await a.run("begin");
	await a.run("update t set v = 0 where id = 1");
	const order: number[] = [];
	const waiting: Promise<unknown>[] = [];
	for (const at of [1, 2, 3, 4, 5]) {
		const { answer } = await (await as(`w${at}`)).waits(`update t set v = v * 10 + ${at} where id = 1`);
		waiting.push(answer.then(() => order.push(at)));
	}
	await a.run("commit");
	await Promise.all(waiting);
	t.deepEqual(order, [1, 2, 3, 4, 5]);
	t.deepEqual(rows(await a.run("select v from t where id = 1")), ["12345"]);
});

test("the holder of a range lock precedes requests waiting for a row in it", async (t) => {
	const as = await actors(t, ...table);
	const [a, b] = [await as("a"), await as("b")];
	await a.run("begin");
	t.is(await a.run("update t set v = 11 where id between 1 and 5 and v = 10"), "ok");
	const waiting = await b.waits("update t set v = v + 1 where id = 2");
	t.is(await a.run("update t set v = 22 where id = 2"), "ok");
	t.is(await a.run("commit"), "ok");
	t.is(await waiting.answer, "ok");
	t.deepEqual(rows(await a.run("select v from t order by id")), ["11", "23", "50"]);
});

test("locks that are still being released cause no deadlock", async (t) => {
	const locks = new LockTable({ patience: "row", state: "updating", deadlock: "deadlock", isGivenBackForGood: true });
	const [a, b] = [1, 2].map((id) => new Agent(id, () => 50_000)) as [Agent, Agent];
	const ended = new Holding(a);
	for (let at = 0; at < 200_000; at++) {
		void locks.claim(ended, `k${at}`, "exclusive");
	}
	t.is(ended.keys.length, 200_000);
	const other = new Holding(b);
	t.is(locks.claim(other, "first", "exclusive"), undefined);
	const waiting = locks.claim(other, "k199999", "exclusive");
	t.truthy(waiting);
	locks.release(ended);
	const next = new Holding(a);
	const after = locks.claim(next, "first", "exclusive");
	t.truthy(after);
	t.is(locks.latestDeadlock, undefined);
	await waiting;
	locks.release(other);
	await after;
	locks.release(next);
	t.true(locks.isIdle);
});

test("many locks of the only holder are released at once, but one by one while others hold or wait", async (t) => {
	const locks = new LockTable({ patience: "row", state: "updating", deadlock: "deadlock", isGivenBackForGood: true });
	const [a, b] = [1, 2].map((id) => new Agent(id, () => 50_000)) as [Agent, Agent];
	const claimMany = (): Holding => {
		const holding = new Holding(a);
		for (let at = 0; at < 2000; at++) {
			void locks.claim(holding, `k${at}`, "shared");
		}
		return holding;
	};
	const alone = claimMany();
	const span = new Holding(b);
	const waiting = locks.claimSpan(span, "k", "l", "exclusive", true);
	t.truthy(waiting);
	locks.release(alone);
	await waiting;
	t.is(locks.holdersOf("k7").length, 0);
	locks.release(span);
	t.true(locks.isIdle);
	const [many, other] = [claimMany(), new Holding(b)];
	t.is(locks.claim(other, "k7", "shared"), undefined);
	locks.release(many);
	t.deepEqual(
		locks.holdersOf("k7").map(({ holding }) => holding),
		[other],
	);
	locks.release(other);
	while (!locks.isIdle) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	const [first, second] = [claimMany(), new Holding(b)];
	const wanted = locks.claim(second, "k8", "exclusive");
	t.truthy(wanted);
	locks.release(first);
	await wanted;
	t.deepEqual(
		locks.holdersOf("k8").map(({ holding }) => holding),
		[second],
	);
	locks.release(second);
	while (!locks.isIdle) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	t.pass();
});

test("an exclusive range lock covers its keys, except added ones; others wait for both", (t) => {
	const locks = new LockTable({ patience: "row", state: "updating", deadlock: "deadlock", isGivenBackForGood: true });
	const [a, b] = [1, 2].map((id) => new Agent(id, () => 50_000)) as [Agent, Agent];
	const [owner, other] = [new Holding(a), new Holding(b)];
	t.is(locks.claimSpan(owner, "b", "d", "exclusive", true), undefined);
	t.is(locks.claim(owner, "c1", "exclusive"), undefined);
	t.is(locks.claim(owner, "c2", "exclusive", true), undefined);
	t.is(locks.claim(owner, "e", "exclusive"), undefined);
	t.deepEqual(owner.keys, ["c2", "e"]);
	t.is(owner.weight, 4);
	const waits = ["c1", "c2", "e"].map((key) => locks.claim(new Holding(b), key, "shared"));
	t.true(waits.every((wait) => wait !== undefined));
	t.is(locks.claim(other, "d", "exclusive", true), undefined);
	const gap = new Holding(b);
	t.is(locks.claimSpan(gap, "x", "z", "shared", false), undefined);
	t.is(locks.claim(owner, "x1", "exclusive"), undefined);
	t.truthy(locks.claim(owner, "y1", "exclusive", true));
	waits.forEach((wait) => wait?.catch(() => {}));
	locks.release(gap);
	locks.release(owner);
});
