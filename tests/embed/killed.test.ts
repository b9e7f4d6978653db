/**
 * Killed processes: a directory that is worked in while forks of it write and drop, and others begin with it; and
 * a state that is being saved.
 *
 * What was acknowledged is there, nothing of a fork is, and `verso check` is clean. A process that writes a fork's row
 * into the directory must be found out.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { open } from "../../apps/embed/index.ts";
import { programFile } from "../cli/program-file.ts";
import { longestRun } from "../longest-run.ts";

const library = new URL("../../apps/embed/index.js", import.meta.url).href;

function folderOf(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-killed-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Inserts one row after the other, and tells of each; beside it forks change all that they can. */
const writer = (path: string, isFaulty: boolean): string => `import { open } from ${JSON.stringify(library)};
const db = await open({ dataDir: ${JSON.stringify(path)}, database: "test" });
await db.run("create table if not exists t (id int primary key, a int, index (a)); create table if not exists u (a int)");
const [{ last }] = await db.query("select coalesce(max(id), 0) last from t");
const forks = (async () => {
	for (let round = 0; ; round++) {
		const fork = await db.fork(round % 3 === 2 ? { version: "2.1.3" } : {});
		await fork.query("insert into t values (?, 0)", [-1 - round]);
		await fork.query("update t set a = -1");
		await fork.query("drop table u");
		await fork.query("create table w (a int primary key)");
		const snapshot = await fork.snapshot();
		await fork.query("truncate t");
		await fork.restore(snapshot);
		if (${isFaulty}) {
			await db.query("insert ignore into t values (-1, -1)");
			process.stdout.write("fault\\n");
		}
		await fork.close();
	}
})();
for (let id = last + 1; ; id++) {
	await db.query("insert into t values (?, ?)", [id, id % 7]);
	process.stdout.write(id + "\\n");
}`;

/** So long after it has printed the mark. */
async function killedAfter(code: string, ms: number, mark = ""): Promise<string> {
	const child = spawn(process.execPath, ["--input-type=module", "-e", code], longestRun);
	const closed = once(child, "close");
	let printed = "";
	child.stdout.on("data", (text) => (printed += text));
	child.stderr.on("data", (text) => (printed += text));
	while ((printed === "" || !printed.includes(mark)) && child.exitCode === null) {
		await sleep(5);
	}
	await sleep(ms);
	child.kill("SIGKILL");
	await closed;
	return printed;
}

/** Faults of the directory, after so many acknowledged rows. */
async function faultsOf(path: string, acknowledged: number): Promise<string[]> {
	const faults: string[] = [];
	await using db = await open({ from: path });
	const ids = (await db.query<{ id: number; a: number }>("select id, a from t order by id")).map(({ id, a }) => [
		id,
		a,
	]);
	if (ids.length < acknowledged) {
		faults.push(`${acknowledged} rows were acknowledged, and ${ids.length} are there`);
	}
	if (ids.some(([id, a], at) => id !== at + 1 || a !== id % 7)) {
		faults.push("rows are others");
	}
	const names = (await db.query("show tables")).map((row) => Object.values(row)[0]);
	if (names.join() !== "t,u") {
		faults.push(`tables are ${names.join()}`);
	}
	return faults;
}

function check(path: string): Promise<unknown> {
	return promisify(execFile)(process.execPath, [programFile, "check", path], longestRun);
}

test("a directory whose process is killed has what was acknowledged, and nothing of its forks", async (t) => {
	const path = join(folderOf(t), "data");
	for (const ms of [20, 150, 400]) {
		const others = existsSync(path) ? [open({ from: path }), open({ from: path })] : [];
		const printed = await killedAfter(writer(path, false), ms);
		const last = Number(printed.trim().split("\n").at(-1));
		t.true(Number.isInteger(last), printed);
		for (const each of await Promise.all(others)) {
			// It began before, and holds what was there then.
			const [row] = await each.query<{ n: number; most: number }>("select count(*) n, max(id) most from t");
			t.true(row!.n === row!.most && row!.n <= last);
			await each.close();
		}
		t.deepEqual(await faultsOf(path, last), []);
		await t.notThrowsAsync(check(path));
	}
});

test("a process that writes into the directory what is a fork's is found out", async (t) => {
	const path = join(folderOf(t), "data");
	await killedAfter(writer(path, true), 20, "fault");
	t.deepEqual(await faultsOf(path, 0), ["rows are others"]);
});

test("a state that was being saved is not there, and is saved the next time", async (t) => {
	const path = join(folderOf(t), "saved");
	const code = `import { open } from ${JSON.stringify(library)};
		const db = await open();
		await db.run("create table t (id int primary key, a varchar(200))");
		for (let at = 0; at < 40; at++) {
			await db.query("insert into t values " + Array.from({ length: 500 }, (_, row) => \`(\${at * 500 + row}, repeat('x', 200))\`).join());
		}
		process.stdout.write("begun\\n");
		await db.save(${JSON.stringify(path)});
		process.stdout.write("done\\n");
		setInterval(() => {}, 1000);`;
	let whole = 0;
	for (const ms of [0, 15, 40, 3000]) {
		const printed = await killedAfter(code, ms);
		if (existsSync(path)) {
			whole++;
			await using db = await open({ from: path });
			t.deepEqual([...(await db.query("select count(*) n from t"))], [{ n: 20_000 }]);
			await db.close();
			rmSync(path, { recursive: true });
		} else {
			t.is(printed, "begun\n");
		}
	}
	t.true(whole > 0, "the last of them had time enough");
});
