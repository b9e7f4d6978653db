/**
 * Bundled program: it serves both ports, loads the parts that were left out of it, and shares its classes with
 * plugins.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { RowDataPacket } from "mysql2/promise";
import { root as projectRoot } from "../root.ts";
import { runVerso, serveVerso, type ServingVerso, temporaryFolder } from "./program.ts";

test("the bundle serves SQL and HTTP", async (t) => {
	const server = await serveVerso(
		t,
		["--version", "2.1.3", "--data-dir", join(temporaryFolder(t), "data"), "--log-level", "info"],
		{ bundled: true },
	);
	const root = await server.connect();
	// Uses packages outside the bundle for an expression, a charset and JSON.
	const [rows] = await root.query<RowDataPacket[]>(
		"select 'ab' regexp '^a' r, hex(convert('中' using gbk)) g, hex(convert('ü' using latin1)) l",
	);
	t.deepEqual(rows, [{ r: 1, g: "D6D0", l: "FC" }] as never);
	// The topology suite is a script of its own.
	const [shapes] = await root.query<RowDataPacket[]>(
		"select st_astext(st_intersection(st_geomfromtext('LINESTRING(0 0,4 4)'), st_geomfromtext('LINESTRING(0 4,4 0)'))) i",
	);
	t.deepEqual(shapes, [{ i: "POINT(2 2)" }] as never);
	t.regex(
		await (await fetch(`http://127.0.0.1:${server.httpPort}/status`)).text(),
		/"version":"5\.7\.10-verso-v2\.1\.3"/,
	);
	t.deepEqual(await server.stop(), { stdout: `${server.readyLine}\n`, stderr: "", exitCode: 0 });
});

test.serial("the compiled code is stored, and reused by the next start", async (t) => {
	const code = join(projectRoot, "dist", "bundle", `program.${process.version}-${process.arch}.code`);
	const serveOnce = async (): Promise<number> => {
		const server = await serveVerso(t, ["--data-dir", join(temporaryFolder(t), "data")], { bundled: true });
		t.is((await server.stop()).exitCode, 0);
		return statSync(code).mtimeMs;
	};
	// A server that did not use the stored code rewrites it at its end; so may servers of other tests that started
	// without it, once.
	let [before, after] = [await serveOnce(), await serveOnce()];
	for (let tries = 0; after !== before && tries < 4; tries++) {
		[before, after] = [after, await serveOnce()];
	}
	t.is(after, before);
});

test("the compiled code is also stored while the server runs, and accepted at the next start", async (t) => {
	const folder = temporaryFolder(t);
	const bundle = join(folder, "dist", "bundle");
	copyProgram(folder);
	const start = (): ChildProcess => {
		const child = spawn(
			process.execPath,
			[join(bundle, "verso.cjs"), "--data-dir", join(folder, "data"), "--port", "0", "--http-port", "0"],
			{ stdio: ["ignore", "pipe", "inherit"] },
		);
		t.teardown(() => child.kill("SIGKILL"));
		return child;
	};
	const stop = async (child: ChildProcess): Promise<void> => {
		const ended = once(child, "exit");
		child.kill("SIGTERM");
		await ended;
	};
	const first = start();
	const kept = (): readonly string[] => readdirSync(bundle).filter((name) => name.endsWith(".code"));
	// A new directory needs all parts of the program but the last.
	while (kept().length < 3 && first.exitCode === null) {
		await sleep(100);
	}
	const times = (): readonly number[] => kept().map((name) => statSync(join(bundle, name)).mtimeMs);
	t.is(first.exitCode, null);
	await stop(first);
	const before = times();
	t.is(before.length, 3);
	const second = start();
	await once(second.stdout!, "data");
	await stop(second);
	t.deepEqual(times(), before);
});

test(
	"a start on an existing directory and everyday statements need no later part of the program; parts " +
		"must be of the same build",
	async (t) => {
		const folder = temporaryFolder(t);
		copyProgram(folder);
		const words = ["--data-dir", join(folder, "data")];
		const copy = { program: join(folder, "dist", "bundle", "verso.cjs") };
		const first = await serveVerso(t, words, copy);
		const maker = await first.connect();
		for (const statement of [
			"create database d",
			"create table d.t (id int primary key auto_increment, k int, c varchar(20), key (k))",
			"insert into d.t (k, c) values (1, 'one'), (2, 'two')",
		]) {
			await maker.query(statement);
		}
		t.is((await first.stop()).exitCode, 0);
		replacePart(folder, "definitions");
		const second = await serveVerso(t, words, copy);
		const client = await second.connect();
		for (const statement of everyday) {
			await t.notThrowsAsync(() => client.query(statement).catch(explained(second)), statement);
		}
		const [rows] = await client.execute<RowDataPacket[]>("select c from t where id = ?", [2]);
		t.deepEqual(rows, [{ c: "two" }] as never);
		await t.throwsAsync(() => client.query("select * from missing"), { message: /doesn't exist/ });
		await t.throwsAsync(() => client.query("show tables"), { message: /has to be started again/ });
		await second.stop();
		replacePart(folder, "everyday");
		const third = await serveVerso(t, words, copy);
		const reader = await third.connect();
		await reader.query("use d");
		t.deepEqual((await reader.query<RowDataPacket[]>("select c from t where id = 1"))[0], [{ c: "one" }] as never);
		await t.throwsAsync(() => reader.query("update t set k = 2"), { message: /has to be started again/ });
		await third.stop();
	},
);

test("parts that a server at work loads are taken with their compiled code", async (t) => {
	const { bundle, words, copy } = copiedProgram(t);
	const times = (): readonly (readonly [string, number])[] =>
		readdirSync(bundle)
			.filter((name) => name.endsWith(".code"))
			.map((name) => [name, statSync(join(bundle, name)).mtimeMs]);
	// A new directory needs all parts of the program but the last.
	const first = await serveVerso(t, words, copy);
	t.is((await first.stop()).exitCode, 0);
	const before = times();
	t.is(before.length, 3);
	const second = await serveVerso(t, words, copy);
	// By then it has set V8's flags, which the compiled code was made without, and no client has had parts loaded.
	await sleep(1500);
	const client = await second.connect();
	await client.query("select n, count(*) from (select 1 n) t group by n");
	await client.query("show databases");
	t.is((await second.stop()).exitCode, 0);
	// Code that V8 refuses is made again when the server ends.
	t.deepEqual(times(), before);
});

test("parts that have compiled code are loaded while a client is silent, and none without a client", async (t) => {
	const { bundle, words, copy } = copiedProgram(t);
	// A new directory needs all parts of the program but the last.
	t.is((await (await serveVerso(t, words, copy)).stop()).exitCode, 0);
	const ask = async (hasClient: boolean): Promise<unknown> => {
		const server = await serveVerso(t, words, copy);
		const client = hasClient ? await server.connect() : undefined;
		await sleep(1000);
		const part = join(bundle, "definitions.js");
		renameSync(part, `${part}.away`);
		try {
			const [databases] = await (client ?? (await server.connect())).query("show databases");
			return databases;
		} finally {
			renameSync(`${part}.away`, part);
			await server.stop();
		}
	};
	t.true(((await ask(true)) as unknown[]).length > 3);
	await t.throwsAsync(() => ask(false));
});

/** Where the server has ended, its exit code and what it printed say why. */
function explained(server: ServingVerso): (failure: { readonly code?: string }) => Promise<never> {
	return async (failure) => {
		throw failure.code === "PROTOCOL_CONNECTION_LOST" ? new Error(JSON.stringify(await server.stop())) : failure;
	};
}

/** Replaces a part of the program, as an upgrade of verso during its run would. */
function replacePart(folder: string, name: string): void {
	const part = join(folder, "dist", "bundle", `${name}.js`);
	writeFileSync(part, readFileSync(part, "utf8").replace(/"[0-9a-f]{16}"/, '"another"'));
}

const everyday = [
	"use d",
	"set names utf8mb4",
	"set autocommit = 1",
	"select 1",
	"select @@version_comment",
	"select database(), now()",
	"select c from t where id = 1",
	"select count(*) from t",
	"begin",
	"insert into t (k, c) values (3, 'three')",
	"update t set c = 'drei' where id = 3",
	"select * from t where k = 3 for update",
	"delete from t where id = 3",
	"commit",
	"select c, sum(k) from t group by c order by c",
	"select * from t where c like '%o%' and k in (1, 2) limit 2",
	"select a.c from t a join t b on a.id = b.k where b.c = 'one'",
	"select distinct c from t",
	"/* tag */ select c from t where (k = 1 and (c = 'one' or c = 'two'))",
	"select id from t union select k from t order by id",
	"replace into t values (1, 1, 'one')",
	`insert into t (k, c) values ${Array.from({ length: 3000 }, (_, at) => `(${at + 10}, 'many')`).join(", ")}`,
	"select count(*) from t where k > 20",
	"select a.c, count(*) from t a join t b on a.id = b.k group by a.c order by a.c",
	"select count(*) from t where k in (select id from t where c > 'a')",
	"update t set c = 'more' where id between 10 and 2000",
	"delete from t where id > 9",
];

interface CopiedProgram {
	readonly bundle: string;
	/** Arguments that name a data directory beside it. */
	readonly words: readonly string[];
	readonly copy: { readonly program: string };
}

function copiedProgram(t: ExecutionContext): CopiedProgram {
	const folder = temporaryFolder(t);
	copyProgram(folder);
	const bundle = join(folder, "dist", "bundle");
	return { bundle, words: ["--data-dir", join(folder, "data")], copy: { program: join(bundle, "verso.cjs") } };
}

/** Copies the program without its compiled code, which another version of Node would not accept. */
function copyProgram(folder: string): void {
	mkdirSync(join(folder, "dist", "bundle"), { recursive: true });
	for (const file of [
		"package.json",
		"dist/bundle/program.js",
		"dist/bundle/everyday.js",
		"dist/bundle/definitions.js",
		"dist/bundle/many.js",
		"dist/bundle/late.js",
		"dist/bundle/verso.cjs",
	]) {
		copyFileSync(join(projectRoot, file), join(folder, file));
	}
	symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
}

test("another user starts the program with the code that root's server kept, and without code that is not his", async (t) => {
	const folder = temporaryFolder(t);
	copyProgram(folder);
	chmodSync(folder, 0o755);
	const copy = { program: join(folder, "dist", "bundle", "verso.cjs") };
	t.is((await (await serveVerso(t, ["--data-dir", join(folder, "data")], copy)).stop()).exitCode, 0);
	const kept = readdirSync(join(folder, "dist", "bundle")).filter((name) => name.endsWith(".code"));
	// A start that takes long may have needed the last part, too.
	t.true(kept.length >= 3, kept.join());
	for (const mode of [undefined, 0o600]) {
		for (const name of kept) {
			const file = join(folder, "dist", "bundle", name);
			if (mode !== undefined) {
				chmodSync(file, mode);
			}
			t.is(statSync(file).mode & 0o777, mode ?? 0o644, name);
		}
		const { stdout, stderr } = await runVerso(["run", "-"], { ...copy, input: "select 1", asNobody: true });
		t.deepEqual([stdout, stderr], ["1\n1\n", ""]);
	}
});

test("the bundle has the other commands", async (t) => {
	for (const [words, expected] of [
		[["releases"], /2\.1\.7/],
		[["rules", "--version", "2.1.3"], /CheckWideCharactersByKey/],
		[["-V"], /^\d+\.\d+\.\d+\n$/],
	] as const) {
		const { stdout, stderr, exitCode } = await runVerso(words, { bundled: true });
		t.deepEqual([stderr, exitCode], ["", 0]);
		t.regex(stdout, expected);
	}
	const wrong = await runVerso(["--version", "3.0"], { bundled: true, directory: temporaryFolder(t) });
	t.is(wrong.exitCode, 2);
	t.regex(wrong.stderr, /^verso: unknown release 3\.0/);
});

test("a plugin that imports the rules gets the classes of the program that loads it", async (t) => {
	const folder = temporaryFolder(t);
	mkdirSync(join(folder, "node_modules"));
	symlinkSync(projectRoot, join(folder, "node_modules", "verso-db"));
	writeFileSync(
		join(folder, "mine.mjs"),
		`import { InsertCheck, changed, page, refuse } from "verso-db/rules";
export default (kit) => page("same " + (kit.InsertCheck === InsertCheck), [changed(InsertCheck, (Base) => class Never extends Base { text() { return refuse(1105, "HY000", "never"); } }, "Never.")]);`,
	);
	for (const bundled of [true, false]) {
		const rules = await runVerso(["rules", "--plugin", "./mine.mjs"], { bundled, directory: folder });
		t.regex(rules.stdout, /Never +plugin same true/, rules.stderr);
		const run = await runVerso(["run", "-", "--version", "2.1.3", "--plugin", "./mine.mjs", "--data-dir", "data"], {
			bundled,
			directory: folder,
			input: "create table if not exists t (a text) charset=utf8; insert into t values ('🌀')",
		});
		t.regex(run.stderr, /never/);
	}
});
