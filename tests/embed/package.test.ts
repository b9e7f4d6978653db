/**
 * The packed library in an empty project: the guide's first lines, `require`, and the types of both.
 *
 * The package is unpacked where npm would put it; its dependencies are those of this project.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { type Database, open } from "../../apps/embed/index.ts";
import { releases } from "../../plugins/index.ts";
import { hasTools, workshop } from "../applications/workshop.ts";
import { longestRun } from "../longest-run.ts";
import { root } from "../root.ts";
import { guideBlock, makeProject, packInto, type Project, projectIn } from "./project.ts";

let project: Project;

test.before(() => {
	project = makeProject(
		Object.fromEntries(["mysql2", "@types/node"].map((name) => [name, join(root, "node_modules", name)])),
	);
});

test.after.always(() => project.remove());

const shop = guideBlock("Fifteen lines");

test("the guide's first lines are few", (t) => {
	t.true(shop.includes("useDatabase"));
	t.true(shop.trim().split("\n").length <= 15);
});

const testWithTools = hasTools("library") ? test.serial : test.serial.skip;

testWithTools("they run in an empty project that npm installs the package in, on each version of Node", async (t) => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "verso-empty-")));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	const words = ["install", "--save-dev", "--prefer-offline", "--no-audit", "--no-fund", packInto(folder), "mysql2"];
	execFileSync("npm", words, { cwd: folder, stdio: "pipe" });
	const empty = projectIn(folder);
	empty.write({ "shop.test.mjs": shop, "require.cjs": commonJs });
	const nodes = join(await workshop("library"), "node_modules");
	const others = ["node22", "node24", "node26"].map((name) => join(nodes, name, "bin", "node"));
	t.true(others.some(existsSync) || process.platform !== "linux", "no other version of Node was installed");
	for (const node of [process.execPath, ...others.filter(existsSync)]) {
		t.regex(await empty.run(["--test", "shop.test.mjs"], { node }), /pass 2\n[\s\S]*fail 0\n/, node);
		t.is(await empty.run(["require.cjs"], { node }), "[ { a: 1 } ]\n", node);
	}
});

// The first that runs in its folder.
test.serial("compiled code is kept once, and leaves nothing else behind", async (t) => {
	const library = join(project.folder, "node_modules", "verso-db", "dist", "bundle", "library");
	const codes = (): string[] => readdirSync(library).filter((name) => !/\.js(on)?$|^new$/.test(name));
	t.true(existsSync(join(library, "new")));
	t.deepEqual(codes(), []);
	const code = 'require("verso-db").open().then((db) => db.query("select 1"))';
	t.is(await project.run(["-e", 'require("verso-db")']), "");
	t.deepEqual(codes(), []);
	t.is(await project.run(["-e", code]), "");
	t.is(codes().length, 1);
	const kept = statSync(join(library, codes()[0]!)).mtimeMs;
	t.is(await project.run(["-e", code]), "");
	t.is(statSync(join(library, codes()[0]!)).mtimeMs, kept);
	t.is(await project.run(["--stack-size=900", "-e", code]), "");
	t.is(codes().length, 2);
});

const hasClient = spawnSync("mysql", ["--version"]).status === 0;

(hasClient ? test.serial : test.serial.skip)("the guide's way to debug a test is walked", async (t) => {
	project.write({ "look/look.test.mjs": guideBlock("Debug a test") });
	const shown = await project.run(["--test", "--test-reporter=tap", "look.test.mjs"], { within: "look" });
	t.regex(shown, /statement: "insert into orders values \(1, 'tea'\)",\n# +rows: 1,/);
	t.regex(shown, /'orders'.*'ref'.*'item'/);
	t.regex(shown, /pass 1\n[\s\S]*fail 0\n/);
	const [serve = "", look = ""] = guideBlock("Debug a test", "sh").trim().split("\n");
	const [npx, program, ...words] = serve.split(" ");
	t.deepEqual([npx, program], ["npx", "verso"]);
	const { bin } = JSON.parse(
		readFileSync(join(project.folder, "node_modules", "verso-db", "package.json"), "utf8"),
	) as { bin: { verso: string } };
	// Any free port, since several runs may share the machine.
	const free = words.map((word) => (word === "3307" ? "0" : word));
	const server = spawn(
		process.execPath,
		[join(project.folder, "node_modules", "verso-db", bin.verso), ...free, "--http-port", "0"],
		{ ...longestRun, cwd: join(project.folder, "look") },
	);
	try {
		let printed = "";
		server.stderr.on("data", (text) => (printed += text));
		for await (const text of server.stdout) {
			printed += text;
			const [, port] = /mysql:\/\/\S+?:(\d+)\/\S* /.exec(printed) ?? [];
			if (port !== undefined) {
				t.true(look.startsWith("mysql "));
				const answer = execFileSync("sh", ["-c", look.replace("3307", port)], { encoding: "utf8" });
				t.regex(answer, /\| id \| item \|\n.*\n\| +1 \| tea +\|/);
				return;
			}
		}
		t.fail(printed);
	} finally {
		server.kill("SIGTERM");
	}
});

const commonJs = `const { open } = require("verso-db");
open().then(async (db) => {
	await db.query("create table t (a int)");
	await db.query("insert into t values (1)");
	const fork = await db.fork({ version: "2.0" });
	await fork.save("saved-" + process.version);
	await db.close();
	const saved = await open({ from: "saved-" + process.version });
	console.log(await saved.query("select a from t"));
});`;

const asked = [
	"select table_schema, table_name, engine, row_format, table_collation from information_schema.tables order by 1, 2",
	"select * from information_schema.columns order by table_schema, table_name, ordinal_position",
	"select * from information_schema.statistics order by table_schema, table_name, index_name, seq_in_index",
	"select * from information_schema.schemata order by schema_name",
	"select * from mysql.user",
	"select host, user, proxied_host, proxied_user, with_grant, grantor from mysql.proxies_priv",
	"select cost_name, cost_value from mysql.server_cost order by 1",
];

for (const { name } of releases) {
	for (const as of ["documented", "measured"] as const) {
		test(`a new database of ${name}, ${as}, that the build made is one that statements make`, async (t) => {
			const file = join(root, "dist", "bundle", "library", "new", `${name}-${as}.bytes`);
			await using made = await open({ from: readFileSync(file), version: name, as });
			await using anew = await open({ version: name, as });
			for (const sql of asked) {
				const rows = async (db: Database): Promise<unknown> => [...(await db.query(sql))];
				t.deepEqual(await rows(made), await rows(anew), sql);
			}
		});
	}
}

test("it is required as it is imported, and both have one set of classes", async (t) => {
	const code = `const { open, DatabaseError } = require("verso-db");
		const { play } = require("verso-db/testing");
		const { InsertCheck } = require("verso-db/rules");
		import("verso-db").then(async (imported) => {
			const db = await open({ plugins: [({ page, changed, InsertCheck: given }) => page("p", given === InsertCheck ? [] : 0)] });
			const error = await db.query("selec").catch((failure) => failure);
			console.log(imported.open === open, error instanceof imported.DatabaseError, error instanceof DatabaseError, typeof play);
			console.log(/library|bundle/.test(error.stack), error.code);
			const refused = [open({ verzion: "2.0" }), db.fork({ version: "9" }), db.restore(1), db.upgrade("9"), db.save("/")];
			const stacks = await Promise.all(refused.map((each) => each.catch(({ stack }) => stack)));
			console.log(stacks.some((stack) => /library|bundle/.test(stack)), stacks.map((stack) => stack.split(":", 1)[0]).join());
			await db.close();
		});`;
	t.is(
		await project.run(["-e", code]),
		"true true true function\nfalse ER_PARSE_ERROR\nfalse TypeError,UsageError,TypeError,UsageError,UsageError\n",
	);
});

test("its types compile under nodenext, from a module and from CommonJS", (t) => {
	const text = `import { DatabaseError, open, type Database } from "verso-db";
		export async function count(db: Database): Promise<number> {
			const [row] = await db.query<{ n: number }>("select count(*) n from t where a = ?", [1n]);
			return row?.n ?? 0;
		}
		export async function use(): Promise<string | undefined> {
			await using db = await open({ version: "2.1.0", now: () => new Date() });
			const snapshot = await db.snapshot();
			await db.restore(snapshot);
			const { affectedRows } = await db.query("delete from t");
			const rows = await db.sql<{ a: number }>\`select a from t where a > \${affectedRows}\`;
			return await count(db).then(() => rows[0]?.a.toFixed(), (e: unknown) => (e instanceof DatabaseError ? e.code : undefined));
		}
		// @ts-expect-error There is no such option.
		export const wrong = open({ versoin: "2.1.0" });`;
	project.write({ "module.mts": text, "common.cts": text });
	project.write({
		"tsconfig.json": JSON.stringify({
			compilerOptions: {
				module: "nodenext",
				target: "es2022",
				lib: ["es2023", "esnext.disposable"],
				strict: true,
				noEmit: true,
				types: ["node"],
			},
			files: ["module.mts", "common.cts"],
		}),
	});
	const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
	t.notThrows(() =>
		execFileSync(process.execPath, [compiler, "-p", project.folder], { encoding: "utf8", stdio: "pipe" }),
	);
});
