/**
 * Two servers of different releases on one data directory at the same time: one in this process, one in another.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, type RowDataPacket, createConnection } from "mysql2/promise";
import { serveVerso } from "../../cli/program.ts";
import { startTestServer } from "../../golden/server.ts";

interface Pair {
	/** Release 2.0, in this process. */
	readonly old: Connection;
	/** Release 2.1.7, in another process. */
	readonly young: Connection;
	connectOld(): Promise<Connection>;
	connectYoung(): Promise<Connection>;
}

async function setUp(t: ExecutionContext): Promise<Pair> {
	const directory = mkdtempSync(join(tmpdir(), "verso-two-"));
	const server = await startTestServer({ release: "2.0", directory });
	t.teardown(async () => {
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	const other = await serveVerso(t, ["--version", "2.1.7", "--data-dir", join(directory, "data")]);
	const connectOld = async () => {
		const connection = await createConnection({
			host: "127.0.0.1",
			port: server.mysqlPort,
			user: "root",
			database: "test",
		});
		t.teardown(() => connection.destroy());
		return connection;
	};
	return { old: await connectOld(), young: await other.connect(), connectOld, connectYoung: () => other.connect() };
}

async function rowsOf(connection: Connection, sql: string): Promise<unknown[][]> {
	return (await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true }))[0];
}

async function errorOf(answer: Promise<unknown>): Promise<number | undefined> {
	return answer.then(
		() => undefined,
		(failure: { errno?: number }) => failure.errno ?? -1,
	);
}

test("each sees the other's commits and DDL at its next statement", async (t) => {
	const { old, young } = await setUp(t);
	t.deepEqual(
		[await rowsOf(old, "select version()"), await rowsOf(young, "select version()")],
		[[["5.7.10-verso-v2.0"]], [["5.7.25-verso-v2.1.7"]]],
	);
	await old.query("create table t (id int auto_increment primary key, a varchar(9) charset utf8)");
	await young.query("insert into t (a) values ('young')");
	await old.query("insert into t (a) values ('old 🌀')");
	t.deepEqual((await rowsOf(young, "select a from t order by a")).flat(), ["old 🌀", "young"]);
	// One reads the column as declared, the other as utf8mb4; both see its change.
	t.regex(String((await rowsOf(young, "show create table t"))[0]?.[1]), /utf8mb4/);
	t.notRegex(String((await rowsOf(old, "show create table t"))[0]?.[1]), /utf8mb4/);
	await young.query("alter table t add column b int not null default 7, add unique key (a)");
	t.deepEqual(await rowsOf(old, "select a, b from t where a = 'young'"), [["young", 7]]);
	t.is(await errorOf(old.query("insert into t (a) values ('young')")), 1062);
	await old.query("alter table t drop column b");
	t.is(await errorOf(young.query("select b from t")), 1054);
	const prepared = await young.prepare("select count(*) from t");
	await old.query("rename table t to u");
	t.is(await errorOf(prepared.execute([])), 1146);
	await young.query("create database d");
	await old.query("create table d.x (a int)");
	await young.query("drop database d");
	t.is(await errorOf(old.query("insert into d.x values (1)")), 1146);
	await young.query("set global max_connections = 77");
	await young.query("create user anna identified by 'x'");
	t.deepEqual(await rowsOf(old, "select user from mysql.user where user = 'anna'"), [["anna"]]);
	const ids = new Set<unknown>();
	for (let at = 0; at < 10; at++) {
		for (const connection of [old, young]) {
			const [{ insertId }] = (await connection.query(
				"insert into u (a) values (uuid_short() % 1000000000)",
			)) as unknown as [{ insertId: number }];
			ids.add(insertId);
		}
	}
	t.is(ids.size, 20, "ids are never given twice");
});

test("an id is not reused after another server has deleted its row", async (t) => {
	const directory = mkdtempSync(join(tmpdir(), "verso-two-"));
	const server = await startTestServer({ release: "2.0", directory });
	t.teardown(async () => {
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	const first = await createConnection({ host: "127.0.0.1", port: server.mysqlPort, user: "root", database: "test" });
	t.teardown(() => first.destroy());
	await first.query("create table t (id int auto_increment primary key, a int)");
	await first.query("begin");
	await first.query("insert into t (a) values (1)");
	const second = await (await serveVerso(t, ["--version", "2.1.7", "--data-dir", join(directory, "data")])).connect();
	const [{ insertId }] = (await second.query("insert into test.t (a) values (2)")) as unknown as [{ insertId: number }];
	await second.query("delete from test.t");
	const refusal = await errorOf(first.query("commit"));
	const ids = (await rowsOf(first, "select id from t")).flat();
	t.false(ids.includes(insertId), `${insertId} is ${refusal === undefined ? "given again" : "lost"}`);
	t.is(refusal, 1213);
	const [{ insertId: later }] = (await first.query("insert into t (a) values (3)")) as unknown as [
		{ insertId: number },
	];
	t.true(later > insertId);
});

test("a transaction sees one snapshot, whatever the other server commits", async (t) => {
	const { old, young } = await setUp(t);
	await old.query("create table s (id int primary key, v int)");
	await old.query("insert into s values (1, 10), (2, 20)");
	await young.query("begin");
	t.deepEqual(await rowsOf(young, "select sum(v) from s"), [["30"]]);
	await old.query("update s set v = v + 5");
	await old.query("insert into s values (3, 30)");
	t.deepEqual(await rowsOf(young, "select * from s order by id"), [
		[1, 10],
		[2, 20],
	]);
	await young.query("insert into s values (4, 40)");
	t.deepEqual(await rowsOf(old, "select count(*) from s"), [[3]]);
	await young.query("commit");
	t.deepEqual(await rowsOf(old, "select sum(v) from s"), [["110"]]);
});

test("two writers of one key lose no update", async (t) => {
	const { old, young, connectOld, connectYoung } = await setUp(t);
	await old.query("create table c (id int primary key, n int not null)");
	await old.query("insert into c values (1, 0), (2, 0)");
	const turns = 60;
	const bump = async (connection: Connection) => {
		for (let at = 0; at < turns; at++) {
			await connection.query("update c set n = n + 1 where id = 1");
		}
	};
	/** Reads a counter and writes it incremented, which needs an atomic transaction; repeated after 1213. */
	let conflicts = 0;
	const bumpInSteps = async (connection: Connection) => {
		for (let done = 0; done < turns; ) {
			const failure = await errorOf(
				(async () => {
					await connection.query("begin");
					const [[n]] = (await rowsOf(connection, "select n from c where id = 2 for update")) as [[number]];
					await connection.query(`update c set n = ${n + 1} where id = 2`);
					await connection.query("commit");
				})(),
			);
			if (failure === undefined) {
				done++;
			} else {
				t.is(failure, 1213);
				conflicts++;
				await connection.query("rollback");
			}
		}
	};
	await Promise.all([
		bump(old),
		bump(young),
		bump(await connectYoung()),
		bumpInSteps(await connectOld()),
		bumpInSteps(await connectYoung()),
	]);
	t.deepEqual(await rowsOf(young, "select n from c order by id"), [[3 * turns], [2 * turns]]);
	t.true(conflicts > 0, "the test made no conflict");
});

test("a conflict fails the later transaction, which is rolled back", async (t) => {
	const { old, young } = await setUp(t);
	await old.query("create table w (id int primary key, v varchar(9))");
	await old.query("insert into w values (1, 'start')");
	await old.query("begin");
	await young.query("begin");
	await old.query("update w set v = 'old' where id = 1");
	await young.query("insert into w values (2, 'other')");
	await young.query("update w set v = 'young' where id = 1");
	await old.query("commit");
	t.like(await t.throwsAsync(young.query("commit")), {
		errno: 1213,
		sqlState: "40001",
		message: "Deadlock found when trying to get lock; try restarting transaction",
	});
	t.deepEqual(await rowsOf(young, "select * from w"), [[1, "old"]]);
	// A definition changed under an open transaction is a conflict, too: its rows were written by another schema.
	await young.query("begin");
	await young.query("insert into w values (3, 'x')");
	await old.query("alter table w add column k int");
	t.is(await errorOf(young.query("commit")), 1213);
	t.deepEqual(await rowsOf(young, "select * from w"), [[1, "old", null]]);
});

test("concurrent DDL and writes of both servers leave rows and indexes consistent", async (t) => {
	const { old, young, connectOld, connectYoung } = await setUp(t);
	const creation = "create table if not exists m (id int primary key, a int, s varchar(20), key (s))";
	await old.query(creation);
	/** Possible errors: no such table, a duplicate, a conflict, a wait in a transaction, names that exist or not. */
	const expected = [1146, 1062, 1213, 1205, 1060, 1061, 1091];
	const work = async (connection: Connection, turns: number, seed: number) => {
		for (let at = 0; at < turns; at++) {
			const n = (seed * 7919 + at * 104729) % 997;
			const statements = [
				`insert into m (id, a, s) values (${n % 50}, ${n}, 's${n % 7}') on duplicate key update a = a + 1, ` +
					`s = 's${n % 5}'`,
				`update m set s = 's${n % 3}' where id = ${n % 50}`,
				`delete from m where id = ${n % 50}`,
				`select count(*) from m where s = 's${n % 7}'`,
				`alter table m ${n % 2 === 0 ? "add index ia (a)" : "drop index ia"}`,
				"begin",
				`replace into m (id, a, s) values (${n % 50}, ${n}, 'r')`,
				"commit",
				`alter table m modify s varchar(${20 + (n % 3)})`,
				n % 4 === 0 ? "drop table if exists m" : "truncate table m",
				creation,
			];
			const failure = await errorOf(connection.query(statements[at % statements.length] ?? ""));
			t.true(failure === undefined || expected.includes(failure), `${statements[at % statements.length]}: ${failure}`);
		}
		await connection.query("rollback");
	};
	await Promise.all([
		work(old, 120, 1),
		work(young, 120, 2),
		work(await connectOld(), 120, 3),
		work(await connectYoung(), 120, 4),
	]);
	await old.query(creation);
	await old.query("insert ignore into m (id, a, s) values (1, 1, 'x')");
	const facts = "select count(*), sum(id), sum(a) from m";
	for (const connection of [old, young]) {
		t.deepEqual(await rowsOf(connection, `${facts} force index (s) where s >= ''`), await rowsOf(connection, facts));
		t.deepEqual(await rowsOf(connection, "check table m"), [["test.m", "check", "status", "OK"]]);
	}
});
