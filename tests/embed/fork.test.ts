/**
 * Forks, snapshots, restores and upgrades: what they take along, what they leave, and that none harms another.
 */
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import mysql from "mysql2/promise";
import { type Database, open } from "../../apps/embed/index.ts";

async function opened(script = ""): Promise<Database> {
	const db = await open();
	await db.run(
		`create table t (id int auto_increment primary key, a int); insert into t (a) values (1), (2);${script}`,
	);
	return db;
}

async function ids(db: Pick<Database, "query">): Promise<readonly number[]> {
	return (await db.query<{ id: number }>("select id from t order by id")).map(({ id }) => id);
}

test("a fork begins with the state, ids included, and neither sees the other's changes", async (t) => {
	await using db = await opened("insert into t (a) values (3); delete from t where id = 3;");
	await using fork = await db.fork();
	t.is((await fork.query("insert into t (a) values (9)")).insertId, 4);
	t.is((await db.query("insert into t (a) values (9)")).insertId, 4);
	await fork.run("drop table t; create table u (b int)");
	await db.query("alter table t add c int default 5");
	t.deepEqual([...(await db.query("select id, c from t where id = 4"))], [{ id: 4, c: 5 }]);
	t.deepEqual([...(await fork.query("show tables"))], [{ Tables_in_test: "u" }]);
	await t.throwsAsync(db.query("select * from u"), { message: /doesn't exist/ });
});

test("forks of forks outlive what they come from", async (t) => {
	const db = await opened();
	const child = await db.fork();
	await child.query("insert into t (a) values (3)");
	await using grandchild = await child.fork();
	await child.query("truncate t");
	await child.close();
	await db.query("drop table t");
	await db.close();
	t.deepEqual(await ids(grandchild), [1, 2, 3]);
	await grandchild.query("insert into t (a) values (4)");
	t.deepEqual(await ids(grandchild), [1, 2, 3, 4]);
});

test("definitions in one fork leave the plans of the others right", async (t) => {
	await using db = await opened();
	const forks = await Promise.all([1, 2, 3].map(() => db.fork()));
	for (const [at, fork] of forks.entries()) {
		t.deepEqual(await ids(fork), [1, 2]);
		await fork.query(`create table own (c${at} int)`);
		await fork.query("insert into own values (?)", [at]);
	}
	for (const [at, fork] of forks.entries()) {
		t.deepEqual([...(await fork.query("select * from own"))], [{ [`c${at}`]: at }]);
		const [row] = await fork.query("select column_name n from information_schema.columns where table_name = 'own'");
		t.deepEqual(row, { n: `c${at}` });
		await fork.close();
	}
	await t.throwsAsync(db.query("select * from own"), { message: /doesn't exist/ });
});

test("open transactions, locks, names and temporary tables are not inherited", async (t) => {
	await using db = await opened();
	const session = await db.session();
	await session.run("create temporary table temp (a int); insert into temp values (1)");
	await session.run("select get_lock('name', 0); begin; insert into t (a) values (3)");
	const other = await db.session();
	await other.run("create table locked (a int); lock tables locked write");
	await using fork = await db.fork();
	t.deepEqual(await ids(fork), [1, 2]);
	t.deepEqual([...(await fork.query("select get_lock('name', 0) g"))], [{ g: 1 }]);
	await fork.query("insert into t (a) values (5)");
	await t.throwsAsync(fork.query("select * from temp"), { message: /doesn't exist/ });
	await fork.query("insert into locked values (1)");
	await session.query("commit");
	t.deepEqual(await ids(db), [1, 2, 3]);
});

test("a prepared branch of an XA transaction is not inherited, and its rows are free", async (t) => {
	await using db = await opened();
	const session = await db.session();
	await session.run("xa start 'x'; update t set a = 7 where id = 1; xa end 'x'; xa prepare 'x'");
	await using fork = await db.fork();
	t.deepEqual([...(await fork.query("xa recover"))], []);
	await fork.query("update t set a = 8 where id = 1");
	await session.query("xa commit 'x'");
	t.deepEqual([...(await db.query("select a from t where id = 1"))], [{ a: 7 }]);
	t.deepEqual([...(await fork.query("select a from t where id = 1"))], [{ a: 8 }]);
});

test("restore returns in place: connections and prepared statements stay, transactions and locks go", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const client = await mysql.createConnection(db.config());
	const prepared = await client.prepare("select count(*) c from t where id > ?");
	await client.query("set @kept = 5");
	await client.query("create temporary table temp (a int)");
	await client.query("select get_lock('name', 0)");
	await client.query("begin");
	await client.query("insert into t (a) values (3)");
	await db.run("create table u (a int); set global max_connections = 9");
	await db.query("insert into t (a) values (4)");
	await db.restore(start);
	t.deepEqual((await prepared.execute([0]))[0] as unknown, [{ c: 2 }]);
	t.deepEqual((await client.query("select @kept k, @@max_connections m"))[0] as unknown, [{ k: 5, m: 151 }]);
	await t.throwsAsync(client.query("select * from temp"), { message: /doesn't exist/ });
	await t.throwsAsync(db.query("select * from u"), { message: /doesn't exist/ });
	t.deepEqual([...(await db.query("select get_lock('name', 0) g"))], [{ g: 1 }]);
	t.is((await db.query("insert into t (a) values (5)")).insertId, 3);
	await db.restore(start);
	t.deepEqual(await ids(db), [1, 2]);
	await client.end();
});

test("a table made after a restore is not mistaken for one that was made before it", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	await db.run("create table u (a int, b int, index (b)); insert into u values (1, 2); analyze table u");
	t.deepEqual([...(await db.query("select * from u where b = 2"))], [{ a: 1, b: 2 }]);
	await db.restore(start);
	await db.run("create table u (b varchar(9), index (b)); insert into u values ('x')");
	t.deepEqual([...(await db.query("select * from u where b = 'x'"))], [{ b: "x" }]);
	await db.restore(start);
	await t.throwsAsync(db.query("select * from u"), { message: /doesn't exist/ });
});

test("restore interrupts a statement that does not end", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const session = await db.session();
	const slow = t.throwsAsync(session.query("select benchmark(1e15, sqrt(2)) from t"), { message: /interrupted/ });
	const running = "select id from information_schema.processlist where info like 'select benchmark%'";
	while ((await db.query(running)).length === 0) {
		await sleep(1);
	}
	await db.restore(start);
	await slow;
	t.deepEqual(await ids(db), [1, 2]);
});

test("statements that come while restore waits for others run after it", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const session = await db.session();
	await session.query("insert into t (a) values (3)");
	const slow = t.throwsAsync(session.query("select benchmark(1e15, sqrt(2)) from t"), { message: /interrupted/ });
	const sessions = await Promise.all([1, 2].map(() => db.session()));
	const restored = db.restore(start);
	const inserted = sessions.map((each) => each.query("insert into t (a) values (4)"));
	await restored;
	await slow;
	t.deepEqual((await Promise.all(inserted)).map(({ insertId }) => insertId).sort(), [3, 4]);
	t.deepEqual(await ids(db), [1, 2, 3, 4]);
});

test("statements asked for before a restore run before it, and those asked for after run after it", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const fresh = await db.session();
	const inserted = [db, db, fresh, fresh].map((each) => each.query("insert into t (a) values (3)"));
	const restored = db.restore(start);
	const later = db.query("insert into t (a) values (4)");
	await restored;
	await Promise.all(inserted);
	t.is((await later).insertId, 3);
	t.deepEqual([...(await db.query("select a from t where id > 2"))], [{ a: 4 }]);
	const both = [db.restore(start), db.query("insert into t (a) values (5)"), db.restore(start)];
	await Promise.all(both);
	t.deepEqual(await ids(db), [1, 2]);
});

test("a statement that waits for the lock of an idle transaction ends before a restore", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const [idle, waiting] = [await db.session(), await db.session()];
	await idle.run("begin; update t set a = 7");
	const updated = waiting.query("update t set a = 8 where id = 1");
	await db.restore(start);
	t.is((await updated).affectedRows, 1);
	t.deepEqual([...(await db.query("select a from t"))], [{ a: 1 }, { a: 2 }]);
});

test("a command that waits its turn behind its client's long one is at hand: restore interrupts it", async (t) => {
	await using db = await opened();
	const start = await db.snapshot();
	const client = await mysql.createConnection(db.config());
	await client.query("select sleep(0.02)");
	const slow = t.throwsAsync(client.query("select benchmark(1e15, sqrt(2)) from t"), { message: /interrupted/ });
	// Behind SLEEP, or running already where this loop came late.
	const threads = `select id from information_schema.processlist
		where command = 'Query' and (info is null or info like 'select benchmark%')`;
	while ((await db.query(threads)).length === 0) {
		await new Promise(setImmediate);
	}
	await db.restore(start);
	await slow;
	t.deepEqual(await ids(db), [1, 2]);
	await client.end();
});

test("a program and a text of several statements are not cut in two by a restore", async (t) => {
	await using db = await opened();
	await db.query(
		`create procedure slow() begin
			insert into t (a) values (3); do benchmark(200000, sqrt(2)); insert into t (a) values (4);
		end`,
	);
	const start = await db.snapshot();
	const client = await mysql.createConnection({ ...db.config(), multipleStatements: true });
	const texts = [
		"call slow()",
		"insert into t (a) values (3); do benchmark(200000, sqrt(2)); insert into t (a) values (4)",
	];
	for (const text of texts) {
		const ran = client.query(text);
		while ((await ids(db)).length === 2) {
			await new Promise(setImmediate);
		}
		await db.restore(start);
		await ran;
		t.deepEqual(await ids(db), [1, 2], text);
	}
	await client.end();
});

test("a fork under another release has the same data under its rules; a snapshot is not restored across", async (t) => {
	await using db = await open({ version: "2.1.0" });
	await db.run("create table t (id int auto_increment primary key, a int); insert into t (a) values (1), (2)");
	await using fork = await db.fork({ version: "2.0.3", quirks: [] });
	t.is(fork.release, "2.0.3");
	t.regex(String((await fork.query("select version() v"))[0]?.["v"]), /2\.0\.3/);
	t.deepEqual(await ids(fork), [1, 2]);
	const snapshot = await fork.snapshot();
	await t.throwsAsync(db.restore(snapshot), { message: /was taken under 2\.0\.3/ });
	await t.throwsAsync(db.fork({ version: "9" }), { message: /^unknown release 9/ });
	await t.throwsAsync(db.fork({ dataDir: "x" } as object), { message: /^fork\(\) has no option dataDir/ });
});

test("upgrade puts the data under another release in place, and pools connect anew", async (t) => {
	await using db = await open({ version: "2.0.3" });
	await db.run("create table t (id int auto_increment primary key); insert into t values (1), (2)");
	const pool = mysql.createPool(db.config());
	await pool.query("select 1");
	await db.upgrade("2.1.0");
	t.is(db.release, "2.1.0");
	t.deepEqual(await ids(db), [1, 2]);
	const [rows] = await pool.query<mysql.RowDataPacket[]>("select version() v");
	t.regex(String(rows[0]?.["v"]), /2\.1\.0/);
	await pool.end();
});

test("an account that was made after the snapshot is gone after restore", async (t) => {
	await using db = await open();
	const start = await db.snapshot();
	await db.query("create user 'eve'@'localhost'");
	await db.restore(start);
	await t.throwsAsync(mysql.createConnection({ ...db.config(), user: "eve" }), { message: /Access denied/ });
	await db.query("create user 'eve'@'localhost' identified by 'x'");
	await t.throwsAsync(mysql.createConnection({ ...db.config(), user: "eve" }), { message: /Access denied/ });
});
