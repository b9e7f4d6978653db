/**
 * `prepare` and `useDatabase`: a prepared directory, and a state of its own before each test, under node:test and under
 * hooks that are given.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import mysql from "mysql2/promise";
import { prepare, type TestHooks, useDatabase } from "../../apps/testing/index.ts";
import { longestRun } from "../longest-run.ts";

function folderOf(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), "verso-testing-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

type Step = () => Promise<void>;

/** A runner whose hooks run when the test says so. */
class Runner implements TestHooks {
	readonly #steps: Record<"before" | "beforeEach" | "after", Step[]> = { before: [], beforeEach: [], after: [] };
	readonly before = (step: Step): unknown => this.#steps.before.push(step);
	readonly beforeEach = (step: Step): unknown => this.#steps.beforeEach.push(step);
	readonly after = (step: Step): unknown => this.#steps.after.push(step);

	async run(kind: "before" | "beforeEach" | "after"): Promise<void> {
		for (const step of this.#steps[kind]) {
			await step();
		}
	}
}

const schema = "create table t (id int auto_increment primary key, a int); insert into t (a) values (1)";

for (const reset of ["restore", "fork"] as const) {
	test(`each test begins with the prepared state: ${reset}`, async (t) => {
		const from = await prepare({ to: join(folderOf(t), "made", "state"), migrate: (db) => db.run(schema) });
		const runner = new Runner();
		const db = useDatabase({ from, reset, hooks: runner });
		const pool = mysql.createPool(db.config());
		t.throws(() => db.release, { message: /is opened before the first test/ });
		await runner.run("before");
		for (let round = 0; round < 3; round++) {
			await runner.run("beforeEach");
			t.is((await db.query("insert into t (a) values (2)")).insertId, 2);
			if (reset === "restore") {
				await pool.query("insert into t (a) values (3)");
			}
			t.deepEqual([...(await db.query("select count(*) c from t"))], [{ c: reset === "restore" ? 3 : 2 }]);
			await db.query("drop table t");
		}
		await pool.end();
		await runner.run("after");
		await t.throwsAsync(db.query("select 1"), { message: /closed/ });
	});
}

test("a state is prepared anew; where migrate fails, the one before stays", async (t) => {
	const to = join(folderOf(t), "state");
	await prepare({ to, migrate: (db) => db.query("create table one (a int)") });
	await prepare({ to, migrate: (db) => db.query("create table two (a int)") });
	await t.throwsAsync(prepare({ to, migrate: (db) => db.query("create nonsense") }), { message: /syntax/ });
	t.false(existsSync(`${to}.partial`));
	const runner = new Runner();
	const db = useDatabase({ from: to, hooks: runner });
	await runner.run("before");
	t.deepEqual([...(await db.query("show tables"))], [{ Tables_in_test: "two" }]);
	await runner.run("after");
	t.throws(() => useDatabase({ reset: "never" } as object), { message: /is restore or fork, not never$/ });
});

test("node:test: hooks are found, and files run side by side on one prepared state", async (t) => {
	const folder = folderOf(t);
	const from = await prepare({ to: join(folder, "state"), migrate: (db) => db.run(schema) });
	const library = new URL("../../apps/testing/index.js", import.meta.url).href;
	for (const name of ["one", "two", "three"]) {
		writeFileSync(
			join(folder, `${name}.test.mjs`),
			`import assert from "node:assert/strict";
			import { describe, test } from "node:test";
			import { useDatabase } from ${JSON.stringify(library)};
			const db = useDatabase({ from: ${JSON.stringify(from)} });
			const step = async () => {
				await db.query("insert into t (a) values (5)");
				assert.deepEqual(await db.query("select id, a from t"), [{ id: 1, a: 1 }, { id: 2, a: 5 }]);
			};
			test("first", step);
			test("second", step);
			describe("suite", () => { test("inside", step); test("inside again", step); });`,
		);
	}
	const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
	const { stdout } = await promisify(execFile)(process.execPath, ["--test"], { ...longestRun, cwd: folder, env });
	t.regex(stdout, /fail 0\n/);
	t.regex(stdout, /pass 1[0-9]\n/);
});
