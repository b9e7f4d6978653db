/**
 * Tasks of figures: each prints what it measured, as JSON.
 *
 *     figure-task.js start | fill FOLDER ROWS | forks PLACE FOLDER | release | memory | worker FOLDER |
 *                    statements KIND (stream | PORT PROCESS)
 */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import mysql from "mysql2/promise";
import type { Database, open as openDatabase } from "../../apps/embed/index.ts";
import { readTime, timeBetween } from "../peer/process-time.ts";
import { libraryFile, usedMs } from "./child-task.ts";

const require = createRequire(import.meta.url);
const before = usedMs();
const { open } = require(libraryFile) as { open: typeof openDatabase };
const importMs = usedMs() - before;

type Measured = Readonly<Record<string, number>>;
type Task = (...words: string[]) => Promise<Measured>;

const tasks: Readonly<Record<string, Task>> = { start, fill, forks, release, memory, worker, statements };
const [name = "", ...words] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await tasks[name]!(...words)));
// A pool of the task keeps the process.
process.exit();

async function start(): Promise<Measured> {
	const began = usedMs();
	const db = await open();
	const firstMs = usedMs() - began;
	await db.query("select 1");
	return { importMs, firstMs, laterMs: await costMs(100, () => open()) };
}

/** CPU time of one call among many. */
async function costMs(calls: number, call: (at: number) => Promise<unknown>): Promise<number> {
	const began = usedMs();
	for (let at = 0; at < calls; at++) {
		await call(at);
	}
	return (usedMs() - began) / calls;
}

async function fill(folder: string, rows: string): Promise<Measured> {
	const db = await open();
	await fillTable(db, Number(rows));
	await db.save(folder);
	return {};
}

async function fillTable(db: Database, rows: number): Promise<void> {
	await db.run("create table t (id int auto_increment primary key, a int, b varchar(40), index (a))");
	for (let made = 0; made < rows; ) {
		const count = Math.min(1000, rows - made);
		const values = Array.from({ length: count }, (_, at) => `(${made + at}, 'row ${made + at}')`);
		await db.query(`insert into t (a, b) values ${values.join()}`);
		made += count;
	}
}

async function forks(place: string, folder: string): Promise<Measured> {
	let db = await open({ from: folder });
	if (place === "memory") {
		const [row] = await db.query<{ n: number }>("select count(*) n from t");
		db = await open();
		await fillTable(db, row!.n);
	}
	const use = async (fork: Database): Promise<void> => {
		await fork.query("select b from t where id = 5");
	};
	const kept: Database[] = [];
	await costMs(50, async () => use(await db.fork()));
	const forkMs = await costMs(300, async () => kept.push(await db.fork()));
	await Promise.all(kept.map((each) => each.close()));
	const snapshot = await db.snapshot();
	await costMs(50, async () => {
		await db.query("insert into t (a) values (1)");
		await db.restore(snapshot);
	});
	let restoreMs = 0;
	for (let at = 0; at < 300; at++) {
		await db.query("insert into t (a) values (1)");
		const began = usedMs();
		await db.restore(snapshot);
		restoreMs += (usedMs() - began) / 300;
	}
	return { forkMs, restoreMs };
}

async function release(): Promise<Measured> {
	const db = await open();
	for (let at = 0; at < 100; at++) {
		await db.run(`create table t${at} (id int primary key, a int not null default 1, b varchar(20), index (a))`);
	}
	const call = async (): Promise<void> => {
		const fork = await db.fork({ version: "2.1.3" });
		await fork.query("select * from t50");
		await fork.close();
	};
	await costMs(10, call);
	return { forkMs: await costMs(30, call) };
}

async function memory(): Promise<Measured> {
	const held = (): number => {
		globalThis.gc?.();
		globalThis.gc?.();
		const { heapUsed, external } = process.memoryUsage();
		return (heapUsed + external) / 2 ** 20;
	};
	const db = await open();
	await db.run("create table t (id int primary key, a varchar(20)); insert into t values (1, 'a')");
	const warm = await db.fork();
	await warm.query("insert into t values (2, 'b')");
	await warm.close();
	const empty = held();
	const all: Database[] = [];
	for (let at = 0; at < 1000; at++) {
		all.push(await db.fork());
	}
	const forksMiB = held() - empty;
	for (const each of all) {
		await each.query("insert into t values (2, 'b')");
	}
	const insertedMiB = held() - empty;
	await Promise.all(all.map((each) => each.close()));
	all.length = 0;
	return { forksMiB, insertedMiB, leftMiB: held() - empty };
}

async function worker(folder: string): Promise<Measured> {
	const code = `const { parentPort, workerData } = require("node:worker_threads");
		require(workerData.library).open({ from: workerData.folder })
			.then((db) => db.query("select b from t where id = 5")).then((rows) => parentPort.postMessage(rows[0].b));`;
	const began = usedMs();
	const thread = new Worker(code, { eval: true, workerData: { library: libraryFile, folder } });
	await new Promise((resolve) => thread.once("message", resolve));
	const workerMs = usedMs() - began;
	await thread.terminate();
	return { workerMs };
}

async function statements(kind: string, way: string, server = ""): Promise<Measured> {
	const config = way === "stream" ? (await open()).config() : { host: "127.0.0.1", port: Number(way), user: "root" };
	const connection = await mysql.createConnection({ ...config, database: undefined as never });
	await connection.query("drop database if exists b");
	await connection.query("create database b");
	await connection.query("create table b.t (id int auto_increment primary key, a int, b varchar(40))");
	await connection.query(`insert into b.t (a, b) values ${Array.from({ length: 1000 }, () => "(1, 'x')").join()}`);
	const call = (at: number): Promise<unknown> =>
		kind === "select"
			? connection.query("select a, b from b.t where id = ?", [(at % 1000) + 1])
			: connection.query("insert into b.t (a, b) values (?, ?)", [at, "a row"]);
	const calls = 10_000;
	await costMs(3000, call);
	const servers = server === "" ? [] : [Number(server)];
	const began = readTime(servers);
	const ownUs = (await costMs(calls, call)) * 1000;
	return { us: ownUs + (timeBetween(began, readTime(servers)) * 1000) / calls };
}
