/**
 * Test runners in projects with the packed library: a state prepared by the global set-up, and reset before each test,
 * by Jest, vitest in all its pools, node:test and ava.
 *
 * Three files of one run each test that values and errors are of the test's realm, that stacks begin with its lines,
 * and that statements run while timers are fakes. A runner that does not end by itself, or prints, fails.
 */
import { join } from "node:path";
import test from "ava";
import { hasTools, workshop } from "../applications/workshop.ts";
import { root } from "../root.ts";
import { makeProject, type Project } from "./project.ts";

const testWithTools = hasTools("library") ? test.serial : test.serial.skip;
let project: Project;

test.before(async () => {
	const names = hasTools("library") ? ["ava", "jest", "vitest"] : [];
	const folder = names.length > 0 ? await workshop("library") : root;
	project = makeProject({
		mysql2: join(root, "node_modules", "mysql2"),
		...Object.fromEntries(names.map((name) => [name, join(folder, "node_modules", name)])),
	});
	project.write({ "setup.cjs": setUp, "setup.mjs": `import setup from "./setup.cjs";\nexport default setup;\n` });
	// Makes the state for those that have no global set-up, and the library's compiled code.
	await project.run(["-e", 'require("./setup.cjs")()']);
});

test.after.always(() => project?.remove());

const setUp = `const { prepare } = require("verso-db/testing");
const script = \`create table t (id int auto_increment primary key, a int, at datetime, b blob, j json);
	insert into t (a, at, b, j) values (1, '2026-01-02 03:04:05', 'x', '[1]')\`;
module.exports = () => prepare({ to: __dirname + "/state", migrate: (db) => db.run(script) }).then(() => {});
`;

/** `fakes`: how timers are faked, and real again. */
function suite(reset: string, fakes: string, real: string): string {
	return `
const db = useDatabase({ from: folder + "/state", reset: "${reset}" });
for (const name of ["first", "second"]) {
	test(name, async () => {
		expect((await db.query("insert into t (a) values (2)")).insertId).toBe(2);
		const connection = await db.connect();
		await connection.query("insert into t (a) values (?)", [3]);
		await connection.end();
		const rows = await db.query("select id, a from t order by id");
		expect(rows).toEqual([{ id: 1, a: 1 }, { id: 2, a: 2 }, { id: 3, a: 3 }]);
		expect([...rows]).toStrictEqual([{ id: 1, a: 1 }, { id: 2, a: 2 }, { id: 3, a: 3 }]);
		const [row] = await db.query("select at, b, j from t where id = 1");
		expect(row.at).toBeInstanceOf(Date);
		expect(row.b).toBeInstanceOf(Buffer);
		expect(row.b).toBeInstanceOf(Uint8Array);
		expect(row.j).toStrictEqual([1]);
		await db.query("update t set at = ?, b = ?, j = ? where id = 1", [new Date(0), Buffer.from("y"), { a: 1 }]);
		const [changed] = await db.query("select at, hex(b) b, j from t where id = 1");
		expect(changed).toStrictEqual({ at: new Date(0), b: "79", j: { a: 1 } });
		await db.query("drop table t");
	});
}
test("errors are the caller's", async () => {
	const refused = [
		db.query("selec"), open({ version: "9" }), db.restore(1), db.query("select ?", [Symbol()]), db.query("select ?", [1, 2]),
		open({ dataDir: __filename }), open({ from: new Uint8Array(5) }), db.save("/"), db.listen({ port: 70000 }),
	];
	const errors = await Promise.all(refused.map((each) => each.catch((error) => error)));
	for (const error of errors) {
		expect(error).toBeInstanceOf(Error);
		expect(error.stack).not.toMatch(/verso-db.dist/);
	}
	for (const error of errors.slice(0, -1)) {
		expect(error.stack.split("\\n").find((line) => line.includes("    at "))).toContain(__filename);
	}
	expect(errors[0]).toBeInstanceOf(DatabaseError);
	expect(errors[2]).toBeInstanceOf(TypeError);
	expect(errors[3]).toBeInstanceOf(TypeError);
	await expect(db.query("select * from nowhere")).rejects.toThrow("doesn't exist");
});
test("fakes of timers stop no statement", async () => {
	${fakes}
	for (let at = 0; at < 11; at++) await db.query("insert into t (a) select a from t");
	await db.query("create index i on t (a)");
	await db.query("select sleep(0.01)");
	const fork = await db.fork();
	await fork.query("update t set a = a + 1");
	expect((await fork.query("select count(distinct a) n, count(*) c from t"))[0]).toEqual({ n: 1, c: 2048 });
	await fork.close();
	${real}
});
`;
}

const resets = { one: "restore", two: "fork", three: "restore" };

function filesOf(folder: string, ending: string, head: string, fakes: string, real: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries(resets).map(([name, reset]) => [
			`${folder}/${name}.test.${ending}`,
			head + suite(reset, fakes, real),
		]),
	);
}

const commonHead = `const { useDatabase } = require("verso-db/testing");
const { DatabaseError, open } = require("verso-db");
const folder = __dirname + "/..";
`;
const moduleHead = `import { fileURLToPath } from "node:url";
import { useDatabase } from "verso-db/testing";
import { DatabaseError, open } from "verso-db";
const __filename = fileURLToPath(import.meta.url);
const folder = fileURLToPath(new URL("..", import.meta.url)).slice(0, -1);
`;

const jestFakes = 'jest.useFakeTimers({ doNotFake: ["nextTick"] });';

function jestProject(folder: string, ending: string): void {
	project.write({
		[`${folder}/package.json`]: JSON.stringify({
			private: true,
			jest: {
				globalSetup: `../setup.${ending}`,
				testEnvironment: "node",
				testMatch: [`**/*.test.${ending}`],
				moduleFileExtensions: ["js", "cjs", "mjs", "json", "node"],
				transform: {},
				testTimeout: 60_000,
			},
		}),
	});
}

const jest = (): string => join(project.folder, "node_modules", "jest", "bin", "jest.js");

testWithTools("Jest, CommonJS", async (t) => {
	jestProject("jest", "cjs");
	project.write(filesOf("jest", "cjs", commonHead, jestFakes, "jest.useRealTimers();"));
	t.regex(await project.run([jest(), "-i"], { within: "jest" }), /Tests: +12 passed, 12 total/);
	t.regex(await project.run([jest(), "-w", "2"], { within: "jest" }), /Tests: +12 passed, 12 total/);
});

testWithTools("Jest, ESM", async (t) => {
	jestProject("jest-esm", "mjs");
	const head = `import { jest } from "@jest/globals";\n${moduleHead}`;
	project.write(filesOf("jest-esm", "mjs", head, jestFakes, "jest.useRealTimers();"));
	const words = ["--no-warnings", "--experimental-vm-modules", jest(), "-i"];
	t.regex(await project.run(words, { within: "jest-esm" }), /Tests: +12 passed, 12 total/);
});

const pools = [
	["forks", "--pool=forks"],
	["threads", "--pool=threads"],
	["vmThreads", "--pool=vmThreads"],
	["vmForks", "--pool=vmForks"],
	["forks without isolation", "--pool=forks", "--no-isolate"],
	["threads without isolation", "--pool=threads", "--no-isolate"],
] as const;

for (const [name, ...words] of pools) {
	testWithTools(`vitest, ${name}`, async (t) => {
		project.write({
			"vitest/package.json": '{ "private": true, "type": "module" }',
			"vitest/vitest.config.mjs": `export default { test: { globals: true, testTimeout: 60_000, globalSetup: "../setup.mjs" } };`,
			...filesOf("vitest", "mjs", moduleHead, 'vi.useFakeTimers({ toFake: ["setTimeout"] });', "vi.useRealTimers();"),
		});
		const vitest = join(project.folder, "node_modules", "vitest", "vitest.mjs");
		t.regex(await project.run([vitest, "run", ...words], { within: "vitest" }), /Tests +12 passed \(12\)/);
	});
}

test.serial("node:test", async (t) => {
	const head = `import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { useDatabase } from "verso-db/testing";
import { DatabaseError } from "verso-db";
const folder = new URL("../state", import.meta.url).pathname;
`;
	const body = (reset: string): string => `const db = useDatabase({ from: folder, reset: "${reset}" });
for (const name of ["first", "second"]) {
	test(name, async () => {
		assert.equal((await db.query("insert into t (a) values (2)")).insertId, 2);
		const connection = await db.connect();
		await connection.query("insert into t (a) values (?)", [3]);
		assert.deepEqual([...(await db.query("select id, a from t"))], [{ id: 1, a: 1 }, { id: 2, a: 2 }, { id: 3, a: 3 }]);
		await assert.rejects(db.query("selec"), (error) => error instanceof DatabaseError && error.code === "ER_PARSE_ERROR");
		await db.query("drop table t");
	});
}
test("fakes of timers stop no statement", async () => {
	mock.timers.enable();
	for (let at = 0; at < 11; at++) await db.query("insert into t (a) select a from t");
	await db.query("select sleep(0.01)");
	mock.timers.reset();
});
`;
	project.write({
		"node/package.json": '{ "private": true, "type": "module" }',
		...Object.fromEntries(Object.entries(resets).map(([name, reset]) => [`node/${name}.test.mjs`, head + body(reset)])),
	});
	const words = ["--no-warnings", "--test", "--test-reporter=tap"];
	t.regex(await project.run(words, { within: "node" }), /# pass 9\n# fail 0\n/);
});

testWithTools("ava", async (t) => {
	const text = `import ava from "ava";
import { useDatabase } from "verso-db/testing";
import { DatabaseError } from "verso-db";
const db = useDatabase({ from: "../state", hooks: ava });
for (const name of ["first", "second"]) {
	ava.serial(name, async (t) => {
		t.is((await db.query("insert into t (a) values (2)")).insertId, 2);
		t.deepEqual([...(await db.sql\`select id, a from t where a = \${2}\`)], [{ id: 2, a: 2 }]);
		await t.throwsAsync(db.query("selec"), { instanceOf: DatabaseError, code: "ER_PARSE_ERROR" });
	});
}
`;
	project.write({
		"ava/package.json": '{ "private": true, "type": "module", "ava": { "files": ["*.test.mjs"] } }',
		"ava/one.test.mjs": text,
		"ava/two.test.mjs": text,
	});
	const ava = join(project.folder, "node_modules", "ava", "entrypoints", "cli.mjs");
	t.regex(await project.run([ava], { within: "ava" }), /4 tests passed/);
	t.regex(await project.run([ava, "--no-worker-threads"], { within: "ava" }), /4 tests passed/);
});
