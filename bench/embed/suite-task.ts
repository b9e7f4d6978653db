/**
 * Plays the suite on one contestant, and prints what it cost as JSON.
 *
 *     suite-task.js restore | fork | query | server PORT PROCESS | pglite MODULE | pg-mem MODULE
 *
 * Way in: mysql2, but for `query`, the library's own, and the imitations of PostgreSQL.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import mysql from "mysql2/promise";
import type { open as openDatabase } from "../../apps/embed/index.ts";
import { readTime, timeBetween } from "../peer/process-time.ts";
import { libraryFile } from "./child-task.ts";
import { type Ask, migration, runTest, testCount } from "./suite.ts";

interface Contestant {
	readonly ask: Ask;
	/** The state that the migration left is kept. */
	readonly migrated?: () => Promise<unknown>;
	readonly beforeTest: () => Promise<unknown>;
	readonly afterTest?: () => Promise<unknown>;
}

const require = createRequire(import.meta.url);
const [kind = "", place = "", server = ""] = process.argv.slice(2);
const processes = [process.pid, ...(server === "" ? [] : [Number(server)])];

const began = performance.now();
// Of this process from its beginning, of a server from now on.
const before = readTime(server === "" ? [] : [Number(server)]);
const sinceStart = (): number => timeBetween(before, readTime(processes));
const contestant = await contestantOf(kind);
for (const statement of migration()) {
	await contestant.ask(statement);
}
await contestant.migrated?.();
const setUpMs = sinceStart();
let failed = 0;
for (let test = 0; test < testCount; test++) {
	await contestant.beforeTest();
	await runTest((sql) => contestant.ask(sql), test).catch(() => failed++);
	await contestant.afterTest?.();
}
const residentMiB = processes.reduce((sum, id) => sum + mostMiB(id), 0);
process.stdout.write(
	JSON.stringify({ setUpMs, testsMs: sinceStart() - setUpMs, wallMs: performance.now() - began, residentMiB, failed }),
);
process.exit();

function mostMiB(id: number): number {
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, "latin1"))?.[1] ?? 0) / 1024;
}

function contestantOf(name: string): Promise<Contestant> {
	switch (name) {
		case "restore":
		case "fork":
		case "query":
			return inside(name);
		case "server":
			return overTcp(Number(place));
		case "pglite":
			return pglite(place);
		default:
			return pgMem(place);
	}
}

async function inside(reset: "restore" | "fork" | "query"): Promise<Contestant> {
	const { open } = require(libraryFile) as { open: typeof openDatabase };
	const base = await open();
	let db = base;
	let connection = reset === "query" ? undefined : await mysql.createConnection(db.config());
	const ask: Ask = async (sql) =>
		connection === undefined
			? ((await db.query(sql)) as unknown as Record<string, unknown>[])
			: ((await connection.query(sql))[0] as Record<string, unknown>[]);
	if (reset === "restore") {
		let snapshot = await base.snapshot();
		return {
			ask,
			migrated: async () => {
				snapshot = await base.snapshot();
			},
			beforeTest: () => base.restore(snapshot),
		};
	}
	return {
		ask,
		beforeTest: async () => {
			db = await base.fork();
			connection = reset === "query" ? undefined : await mysql.createConnection(db.config());
		},
		afterTest: async () => {
			await connection?.end();
			await db.close();
		},
	};
}

async function overTcp(port: number): Promise<Contestant> {
	const connection = await mysql.createConnection({ host: "127.0.0.1", port, user: "root" });
	await connection.query("create database suite");
	await connection.query("use suite");
	return {
		ask: async (sql) => (await connection.query(sql))[0] as Record<string, unknown>[],
		beforeTest: () => connection.query("begin"),
		afterTest: () => connection.query("rollback"),
	};
}

interface PgLite {
	query(sql: string): Promise<{ rows: Record<string, unknown>[] }>;
}

async function pglite(module: string): Promise<Contestant> {
	const { PGlite } = (await import(module)) as { PGlite: { create(): Promise<PgLite> } };
	const db = await PGlite.create();
	return {
		ask: async (sql) => (await db.query(sql)).rows,
		beforeTest: () => db.query("begin"),
		afterTest: () => db.query("rollback"),
	};
}

interface PgMem {
	readonly public: { many(sql: string): Record<string, unknown>[] };
	backup(): { restore(): void };
}

async function pgMem(module: string): Promise<Contestant> {
	const { newDb } = require(module) as {
		newDb(options: { noAstCoverageCheck: boolean }): PgMem;
	};
	// It refuses the digits of a decimal otherwise.
	const db = newDb({ noAstCoverageCheck: true });
	let backup = db.backup();
	return {
		ask: async (sql) => db.public.many(sql),
		migrated: async () => {
			backup = db.backup();
		},
		beforeTest: async () => backup.restore(),
	};
}
