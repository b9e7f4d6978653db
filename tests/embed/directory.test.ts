/**
 * Directories: worked in, begun with, saved, opened twice in a process, and by several processes and threads.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import test, { type ExecutionContext } from "ava";
import mysql from "mysql2/promise";
import { open } from "../../apps/embed/index.ts";
import { longestRun } from "../longest-run.ts";
import { programModules } from "../cli/program-file.ts";

function folderOf(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-embed-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

const script = "create table t (id int auto_increment primary key, a int); insert into t (a) values (1), (2)";

test("what is saved is begun with again, under its release, and not written", async (t) => {
	const path = join(folderOf(t), "saved");
	await using db = await open({ version: "2.0.3" });
	await db.run(`${script}; delete from t where id = 2`);
	await db.save(path);
	await t.throwsAsync(db.save(path), { message: /is there already, and not empty$/ });
	for (const round of [1, 2]) {
		await using from = await open({ from: path });
		t.is(from.release, "2.0.3");
		t.deepEqual([...(await from.query("select a from t"))], [{ a: 1 }], `round ${round}`);
		await from.query("drop table t");
	}
	const measured = join(path, "..", "measured");
	await using other = await open({ as: "measured", mixes: ["insert-check=2.0"] });
	await other.save(measured);
	await using again = await open({ from: measured });
	t.is(again.rules, other.rules);
	await using newer = await open({ from: path, version: "2.1.0" });
	t.is(newer.release, "2.1.0");
	t.deepEqual([...(await newer.query("select a from t"))], [{ a: 1 }]);
});

test("a second open of a directory shares it, and the last close closes it", async (t) => {
	const path = join(folderOf(t), "data");
	const one = await open({ dataDir: path });
	const [two, three] = await Promise.all([open({ dataDir: path }), open({ dataDir: join(path, "..", "data") })]);
	await one.run(script);
	await two.query("insert into t (a) values (3)");
	t.is((await three.query("insert into t (a) values (4)")).insertId, 4);
	await t.throwsAsync(open({ dataDir: path, version: "2.0.3" }), { message: /is open in this process as/ });
	await t.throwsAsync(one.upgrade("2.1.0"), { message: /is open more than once/ });
	await one.close();
	t.deepEqual([...(await two.query("select count(*) c from t"))], [{ c: 4 }]);
	await two.close();
	await three.close();
	await using again = await open({ dataDir: path, version: "2.0.3" });
	t.deepEqual([...(await again.query("select count(*) c from t"))], [{ c: 4 }]);
});

test("a directory that was removed while a snapshot holds it is refused, and opened anew when that is let go", async (t) => {
	const path = join(folderOf(t), "data");
	const db = await open({ dataDir: path });
	await db.run(script);
	const snapshot = await db.snapshot();
	await db.close();
	rmSync(path, { recursive: true });
	await t.throwsAsync(open({ dataDir: path }), { message: /was removed while this process has it open/ });
	mkdirSync(path);
	await t.throwsAsync(open({ from: path }), { message: /was removed while this process has it open/ });
	snapshot.letGo();
	await using again = await open({ dataDir: path });
	t.deepEqual([...(await again.query("show tables"))], []);
});

test("a fork of a directory outlives it, and leaves it as it is", async (t) => {
	const path = join(folderOf(t), "data");
	const db = await open({ dataDir: path });
	await db.run(script);
	const fork = await db.fork();
	await db.query("delete from t");
	await db.close();
	await fork.query("insert into t (a) values (3)");
	t.deepEqual([...(await fork.query("select id from t"))], [{ id: 1 }, { id: 2 }, { id: 3 }]);
	await using again = await open({ dataDir: path });
	t.deepEqual([...(await again.query("select count(*) c from t"))], [{ c: 0 }]);
	await fork.close();
});

test("a database in a directory returns to a state in place, durably: pools stay, transactions and locks go", async (t) => {
	const path = join(folderOf(t), "data");
	const db = await open({ dataDir: path });
	await db.run(`${script}; create table wide (a int, b varchar(20), index (b)); insert into wide values (1, 'x');
		create table held (a int); insert into held values (1)`);
	const start = await db.snapshot();
	const other = await open({ dataDir: path });
	const pool = mysql.createPool({ ...db.config(), connectionLimit: 1 });
	await pool.query("set @kept = 5");
	for (const round of [1, 2]) {
		const client = await pool.getConnection();
		await client.query("create temporary table temp (a int)");
		await client.query("select get_lock('name', 0)");
		await db.run("set global max_connections = 9; insert into t (a) values (3); create user eve");
		await client.query("begin");
		await client.query("delete from held");
		client.release();
		await db.run("alter table wide add c int; update wide set b = 'y'; create table u (a int); drop table u");
		await other.run("create table v (a int); insert into v values (1); drop table t");
		await Promise.all([db.restore(start), other.restore(start)]);
		t.deepEqual([...(await other.query("select * from wide where b = 'x'"))], [{ a: 1, b: "x" }], `round ${round}`);
		t.deepEqual(
			[...(await db.query("select * from t"))],
			[
				{ id: 1, a: 1 },
				{ id: 2, a: 2 },
			],
		);
		t.is((await other.query("select * from held")).length, 1);
		t.deepEqual((await pool.query("select @kept k, @@global.max_connections m"))[0] as unknown, [{ k: 5, m: 151 }]);
		await t.throwsAsync(pool.query("select * from temp"), { message: /doesn't exist/ });
		await t.throwsAsync(pool.query("select * from v"), { message: /doesn't exist/ });
		await t.throwsAsync(mysql.createConnection({ ...db.config(), user: "eve" }), { message: /Access denied/ });
		t.deepEqual([...(await other.query("select get_lock('name', 0) g, release_lock('name')"))].length, 1);
		t.is((await db.query("insert into t (a) values (5)")).insertId, 3);
	}
	await db.restore(start);
	await using fork = await db.fork();
	await fork.query("insert into t (a) values (7)");
	await db.restore(await fork.snapshot());
	start.letGo();
	await pool.end();
	await db.close();
	await other.close();
	await using again = await open({ dataDir: path });
	t.deepEqual([...(await again.query("select a from t"))], [{ a: 1 }, { a: 2 }, { a: 7 }]);
	t.deepEqual([...(await again.query("show tables"))].length, 3);
	await t.notThrowsAsync(promisify(execFile)(process.execPath, [programModules, "check", path], longestRun));
});

test("statements that run while a large state returns are before it or after it", async (t) => {
	const db = await open({ dataDir: join(folderOf(t), "data") });
	await db.run("create table t (id int auto_increment primary key, a int, index (a)); insert into t (a) values (0)");
	for (let at = 0; at < 12; at++) {
		await db.query("insert into t (a) select id from t");
	}
	const start = await db.snapshot();
	await db.run("update t set a = -1; alter table t add index (a, id); create table u (a int)");
	const sessions = await Promise.all([1, 2, 3].map(() => db.session()));
	let isBack = false;
	const inserted = sessions.map(async (session) => {
		for (let at = 0; at < 40 || !isBack; at++) {
			await session.query("insert into t (a) values (-2)");
		}
	});
	await db.restore(start);
	isBack = true;
	await Promise.all(inserted);
	const [row] = await db.query<{ n: number; old: number; most: number; added: number }>(
		"select count(*) n, sum(a = -1) old, max(id) most, sum(a = -2) added from t",
	);
	t.is(Number(row!.old), 0);
	t.is(row!.n, 4096 + Number(row!.added));
	t.true(Number(row!.added) > 0);
	start.letGo();
	await db.close();
});

test("a directory that another process has open is not restored under it", async (t) => {
	const path = join(folderOf(t), "data");
	await using db = await open({ dataDir: path });
	await db.run(script);
	const start = await db.snapshot();
	const code = `const db = await open({ dataDir: ${JSON.stringify(path)} });
		await db.query("insert into t (a) values (3)");
		console.log("written");
		await new Promise((resolve) => process.stdin.once("data", resolve));
		await db.close(); process.exit(0);`;
	const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", importing(code)], longestRun);
	const [told] = (await once(child.stdout, "data")) as [Buffer];
	t.is(String(told), "written\n");
	t.is((await db.query("select * from t")).length, 3);
	await db.query("insert into t (a) values (4)");
	await t.throwsAsync(db.restore(start), { message: /is open in another process, too, and is not restored under it$/ });
	const closed = once(child, "close");
	child.stdin.write("end\n");
	await closed;
	let failure: unknown = new Error("not tried");
	for (let at = 0; at < 100 && failure !== undefined; at++) {
		await sleep(100);
		failure = await db.restore(start).then(
			() => undefined,
			(error: unknown) => error,
		);
	}
	t.is(failure, undefined);
	t.deepEqual([...(await db.query("select a from t"))], [{ a: 1 }, { a: 2 }]);
	start.letGo();
});

test("a directory that was upgraded in place stays upgraded", async (t) => {
	const path = join(folderOf(t), "data");
	const db = await open({ dataDir: path, version: "2.0.3" });
	await db.run(script);
	await db.upgrade("2.1.0");
	t.deepEqual([...(await db.query("select a from t"))], [{ a: 1 }, { a: 2 }]);
	await db.close();
	await using again = await open({ dataDir: path });
	t.is(again.release, "2.1.0");
});

function importing(code: string): string {
	const library = new URL("../../apps/embed/index.js", import.meta.url).href;
	return `import { open } from ${JSON.stringify(library)};\n${code}`;
}

/** A process of its own that imports the library, and must end by itself. */
async function printed(code: string): Promise<string> {
	const text = importing(code);
	const { stdout, stderr } = await promisify(execFile)(
		process.execPath,
		["--no-warnings", "--input-type=module", "-e", text],
		{
			timeout: 60_000,
		},
	);
	return stdout + stderr;
}

test("what is saved as bytes is begun with, under its release, by worker threads with one copy of it", async (t) => {
	await using db = await open({ version: "2.0.3" });
	await db.run(`${script}; create table b (c longtext); insert into b values (repeat('x', 100000))`);
	const bytes = await db.save();
	for (const round of [1, 2]) {
		await using from = await open({ from: bytes });
		t.is(from.release, "2.0.3");
		t.is((await from.query("insert into t (a) values (3)")).insertId, 3, `round ${round}`);
		await from.run("drop table b");
	}
	await using newer = await open({ from: bytes, version: "2.1.0" });
	t.is(newer.release, "2.1.0");
	t.deepEqual([...(await newer.query("select length(c) c from b"))], [{ c: 100000 }]);
	for (const length of [bytes.length - 1, bytes.length - 200, 400]) {
		await t.throwsAsync(open({ from: bytes.slice(0, length) }), { message: "the bytes to begin with are cut short" });
	}
	const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
	shared.set(bytes);
	const library = new URL("../../apps/embed/index.js", import.meta.url).href;
	const code = `import { parentPort, workerData } from "node:worker_threads";
		const { open } = await import(${JSON.stringify(library)});
		const db = await open({ from: workerData });
		await db.query("update b set c = repeat('y', 100000) where length(c) = 100000");
		const [row] = await db.query("select count(*) n, (select left(c, 1) from b) c from t");
		parentPort.postMessage(row);`;
	const answers = await Promise.all(
		[1, 2, 3].map(async () => {
			const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: shared });
			const [answer] = (await once(worker, "message")) as [unknown];
			await worker.terminate();
			return answer;
		}),
	);
	t.deepEqual(
		answers,
		[1, 2, 3].map(() => ({ n: 2, c: "y" })),
	);
	t.deepEqual(Buffer.from(shared), Buffer.from(bytes));
});

test("several processes begin with one directory", async (t) => {
	const path = join(folderOf(t), "saved");
	await using db = await open();
	await db.run(script);
	await db.save(path);
	const code = `const db = await open({ from: ${JSON.stringify(path)} });
		await db.query("insert into t (a) values (9)");
		console.log((await db.query("select count(*) c from t"))[0].c);`;
	t.deepEqual(await Promise.all([printed(code), printed(code), printed(code)]), ["3\n", "3\n", "3\n"]);
});

test("nothing is printed, no file is left, and nothing keeps the process, whether or not it is closed", async (t) => {
	const folder = folderOf(t);
	const code = `process.chdir(${JSON.stringify(folder)}); process.env.TMPDIR = ${JSON.stringify(folder)};
		const db = await open(); await db.query("select 1"); const fork = await db.fork(); const stream = db.stream();
		await db.listen({ keepsProcess: false });`;
	t.is(await printed(code), "");
	t.deepEqual(readdirSync(folder), []);
	t.false(existsSync(join(folder, "verso.mdb")));
});

test("statements run while the test's timers are fakes", async (t) => {
	const code = `import { mock } from "node:test";
		mock.timers.enable();
		const db = await open();
		await db.run("create table t (a int primary key); insert into t values (1), (2)");
		for (let at = 0; at < 14; at++) await db.query("insert into t select a + (select max(a) from t x) from t");
		await db.query("update t set a = a + 100000");
		await db.query("create index i on t (a)");
		const fork = await db.fork(); await db.restore(await fork.snapshot());
		console.log((await db.query("select count(*) c, sleep(0.01) s, year(now()) > 2000 y from t"))[0]);`;
	t.is(await printed(code), "{ c: 32768, s: 0, y: 1 }\n");
});
