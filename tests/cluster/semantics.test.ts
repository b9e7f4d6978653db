/**
 * Locks, transactions, variables and the like across the servers of a cluster, as `docs/guides/cluster.md` says.
 */
import test from "ava";
import { Pair } from "./pair.ts";

test("rows: of conflicting commits the later in the log aborts; a statement is retried, a transaction is not", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int primary key, n int)");
	await a("insert into t values (1, 0)");
	await a("begin");
	t.is(await a("select n from t where id = 1 for update"), "n\n0");
	await b("begin");
	t.is(await b("select n from t where id = 1 for update"), "n\n0", "it does not wait");
	await a("update t set n = 1 where id = 1");
	await b("update t set n = 2 where id = 1");
	t.is(await a("commit"), "ok");
	t.regex(await b("commit"), /1213/);
	t.is(await b("select n from t"), "n\n1");
	await Promise.all(
		[a, b].flatMap((ask) => Array.from({ length: 10 }, () => ask("update t set n = n + 1 where id = 1"))),
	);
	t.is(await a("select n from t"), "n\n21");
});

test("phantoms: a range that was read to be relied on", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int primary key)");
	await a("set session transaction isolation level serializable");
	await a("begin");
	t.is(await a("select count(*) from t where id < 10"), "count(*)\n0");
	t.is(await b("insert into t values (5)"), "ok");
	await a("insert into t values (20)");
	t.regex(await a("commit"), /1213/);
});

test("AUTO_INCREMENT: each id is given once", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int auto_increment primary key, v int)");
	const all = await Promise.all(
		[a, b].flatMap((ask) => Array.from({ length: 20 }, (_, at) => ask(`insert into t (v) values (${at})`))),
	);
	t.deepEqual([...new Set(all)], ["ok"]);
	t.is(await b("select count(*), count(distinct id) from t"), "count(*)\tcount(distinct id)\n40\t40");
});

test("GET_LOCK: one holder in the cluster, for as long as its server is a member", async (t) => {
	const pair = await Pair.open(t);
	await pair.add();
	const [a, b] = [await pair.session(0), await pair.session(2)];
	t.is(await a("select get_lock('job', 0)"), "get_lock('job', 0)\n1");
	t.is(await b("select get_lock('job', 0)"), "get_lock('job', 0)\n0");
	t.is(await b("select is_free_lock('job')"), "is_free_lock('job')\n0");
	t.is(await b("select get_lock('other', 0)"), "get_lock('other', 0)\n1");
	await a("select release_lock('job')");
	t.is(await b("select get_lock('job', 1)"), "get_lock('job', 1)\n1");
	t.is(await a("select get_lock('job', 0)"), "get_lock('job', 0)\n0");
	const { self } = pair.stores[2]!.members;
	const { heard } = pair.stores[0]!.machine.members.get(self)!;
	await pair.stores[0]!.own.send({ kind: "out", member: self, heard });
	t.is(await a("select get_lock('job', 0)"), "get_lock('job', 0)\n1", "its server was put out");
});

test("LOCK TABLES: other servers wait, and write when it is released", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int primary key)");
	await a("lock tables t write");
	await b("set lock_wait_timeout = 1");
	t.regex(await b("insert into t values (1)"), /1205/);
	const waiting = b("set lock_wait_timeout = 50").then(() => b("insert into t values (2)"));
	await a("insert into t values (3)");
	await a("unlock tables");
	t.is(await waiting, "ok");
	t.is(await a("select * from t"), "id\n2\n3");
});

test("XA: a branch that one server has prepared, another one ends", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int primary key)");
	for (const sql of ["xa begin 'x'", "insert into t values (1)", "xa end 'x'", "xa prepare 'x'"]) {
		t.is(await a(sql), "ok", sql);
	}
	t.regex(await b("xa recover"), /\tx$/m);
	t.is(await b("select count(*) from t"), "count(*)\n0");
	t.is(await b("xa commit 'x'"), "ok");
	t.is(await b("select count(*) from t"), "count(*)\n1");
	const other = await pair.session(0);
	t.is(await other("select count(*) from t"), "count(*)\n1");
	t.is(await other("xa recover"), "ok", "no branch is left");
});

test("temporary tables are the session's own, and their rows go with their server", async (t) => {
	const pair = await Pair.open(t);
	await pair.add();
	const [a, b] = [await pair.session(2), await pair.session(0)];
	await a("create temporary table t (id int primary key)");
	t.is(await a("insert into t values (1)"), "ok");
	t.regex(await b("select * from t"), /1146/);
	t.is(await b("create temporary table t (id int primary key)"), "ok");
	t.is(await b("select count(*) from t"), "count(*)\n0");
});

test("data definition: a later statement of any server sees it; a transaction that began before conflicts", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	await a("create table t (id int primary key, v int)");
	await b("begin");
	await b("insert into t values (1, 1)");
	t.is(await a("alter table t add column w int default 7"), "ok");
	t.regex(await b("commit"), /1213/);
	t.is(await b("insert into t (id, v) values (2, 2)"), "ok");
	t.is(await b("select * from t"), "id\tv\tw\n2\t2\t7");
	await a("create user u identified by 'p'");
	t.is(await b("select count(*) from mysql.user where user = 'u'"), "count(*)\n1");
});

test("SET GLOBAL: a rule's variable is the cluster's, others, KILL and SHOW PROCESSLIST are one server's", async (t) => {
	const pair = await Pair.open(t);
	const [a, b] = [await pair.session(0), await pair.session(1)];
	t.is(await a("set global db_skip_utf8_check = 1"), "ok");
	t.is(await b("select @@global.db_skip_utf8_check"), "@@global.db_skip_utf8_check\n1");
	t.is(await a("set global max_connections = 77"), "ok");
	t.is(await b("select @@global.max_connections"), "@@global.max_connections\n151");
	const further = await pair.session(0);
	const count = "select count(*) from information_schema.processlist";
	t.is(await further(count), "count(*)\n2");
	t.is(await b(count), "count(*)\n1");
	t.regex(await b("kill 999999"), /1094/);
});
