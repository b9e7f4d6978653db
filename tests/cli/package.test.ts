/**
 * The npm package: packed, installed into an empty folder from the registry's packages, and run there.
 *
 * Skipped with the usual notice where the registry does not answer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { longestRun } from "../longest-run.ts";
import { root } from "../root.ts";
import { runVerso, serveVerso, temporaryFolder } from "./program.ts";

const largestBytes = 60 * 2 ** 20;
const certificates = process.env["VERSO_TEST_CERTIFICATES"];
const environment = {
	...process.env,
	...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
};
const isReachable =
	spawnSync("npm", ["view", "lmdb", "version", "--fetch-retries=0", "--fetch-timeout=20000"], {
		env: environment,
		stdio: "ignore",
	}).status === 0;

(isReachable ? test : test.skip)("the package runs where it is installed, and is small", async (t) => {
	const folder = temporaryFolder(t);
	const application = join(folder, "application");
	mkdirSync(application);
	const [packed] = JSON.parse(
		npm(root, "pack", "--json", "--ignore-scripts", "--pack-destination", folder),
	) as readonly [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }];
	const paths = packed.files.map(({ path }) => path);
	t.deepEqual(
		paths.filter((path) => /\.map$|\.code$|\.test\./.test(path)),
		[],
	);
	const schema = "apps/rehearse/report/rehearsal.schema.json";
	for (const path of ["LICENSE", "README.md", "docs/reference/settings.md", "plugins/README.md", schema]) {
		t.true(paths.includes(path), path);
	}
	writeFileSync(join(application, "package.json"), '{ "private": true, "type": "module" }');
	npm(application, "install", "--omit=dev", "--no-audit", "--no-fund", join(folder, packed.filename));
	t.true(bytesBelow(join(application, "node_modules")) < largestBytes);
	t.regex(npm(application, "exec", "--", "verso", "-V"), /^\d+\.\d+\.\d+\n$/);
	await runs(t, application);
});

async function runs(t: ExecutionContext, application: string): Promise<void> {
	const installed = join(application, "node_modules", "verso-db");
	const place = { program: join(installed, "dist", "bundle", "verso.cjs"), directory: application };
	for (const parser of ["verso", "node-sql-parser"]) {
		const { stdout, stderr } = await runVerso(["run", "-", "--version", "2.1.3", "--parser", parser], {
			...place,
			input: "select 1 + 1 as two",
		});
		t.deepEqual([stdout, stderr], ["two\n2\n", ""]);
	}
	copyFileSync(join(installed, "plugins", "examples", "require-primary-key.mjs"), join(application, "example.mjs"));
	writeFileSync(
		join(application, "mine.mjs"),
		`import { InsertCheck, changed, page, refuse } from "verso-db/rules";
export default () => page("mine", [changed(InsertCheck, (Base) => class Never extends Base { text() { return refuse(1105, "HY000", "never"); } }, "Never.")]);`,
	);
	const plugins = ["--plugin", "./example.mjs", "--plugin", "./mine.mjs"];
	const { stderr } = await runVerso(["run", "-", "--force", "--version", "2.1.3", ...plugins], {
		...place,
		input:
			"create table a (b text); create table t (a int primary key, b text) charset=utf8; insert into t " +
			"values (1, '🌀');",
	});
	t.regex(stderr, /must have a primary key[\s\S]*never/);
	const alone = `import("verso-db/rules").then(({ InsertCheck }) => console.log(typeof InsertCheck))`;
	t.is(execFileSync(process.execPath, ["-e", alone], { cwd: application, encoding: "utf8" }), "function\n");
	testsPlugins(t, application);
	await makesPlugin(t, application, place);
	const server = await serveVerso(t, ["--version", "2.1.3", "--data-dir", join(application, "data")], place);
	const [rows] = await (await server.connect()).query("select 'ä' as a");
	t.deepEqual(rows, [{ a: "ä" }] as never);
	t.is((await server.stop()).exitCode, 0);
}

/** `verso-db/testing`, imported and required; a plugin that imports `verso-db/rules` has the classes of its test. */
function testsPlugins(t: ExecutionContext, application: string): void {
	const checks = `
		const text = column("varchar(10) charset utf8", { name: "motto" });
		const book = bookOf("2.1.3").lay(plugin);
		assertRefused(book.ask(InsertCheck).text("a", text, book.settings()), 1105, "Never");
		play("create table t (a text); insert into t values ('ä'); select 1 + 1 as two", { version: "2.1.3", plugins: [plugin] })
			.then(([, refused, { rows }]) => {
				assertRefused(refused, 1105, "Never");
				console.log(text.inForce.charset, rows[0].two);
			});`;
	const names = "assertRefused, bookOf, column, play";
	writeFileSync(
		join(application, "imported.mjs"),
		`import plugin from "./mine.mjs";
import { InsertCheck } from "verso-db/rules";
import { ${names} } from "verso-db/testing";${checks}`,
	);
	writeFileSync(
		join(application, "required.cjs"),
		`const { ${names} } = require("verso-db/testing");
const { InsertCheck, changed, page, refuse } = require("verso-db/rules");
const plugin = () => page("mine", [changed(InsertCheck, (Base) => class Never extends Base { text() { return refuse(1105, "HY000", "never"); } }, "Never.")]);${checks}`,
	);
	for (const file of ["imported.mjs", "required.cjs"]) {
		t.is(execFileSync(process.execPath, [file], { cwd: application, encoding: "utf8" }), "utf8 2\n", file);
	}
}

/** The tests of a new plugin pass, and it is loaded as a folder. */
async function makesPlugin(
	t: ExecutionContext,
	application: string,
	place: { readonly program: string; readonly directory: string },
): Promise<void> {
	t.regex((await runVerso(["plugin", "new", "short-texts"], place)).stdout, /^made short-texts: index\.js, /);
	t.is((await runVerso(["plugin", "new", "short-texts"], place)).exitCode, 1);
	t.is((await runVerso(["plugin", "new", "../Short"], place)).exitCode, 2);
	t.regex(npm(join(application, "short-texts"), "test"), /^# pass 2$|ℹ pass 2$/m);
	const { stderr } = await runVerso(["run", "-", "--plugin", "./short-texts?max=2"], {
		...place,
		input: "create table made (a text); insert into made values ('long');",
	});
	t.regex(stderr, /made\.a takes 2 characters, not 4/);
}

function npm(directory: string, ...words: readonly string[]): string {
	return execFileSync("npm", words, {
		cwd: directory,
		env: environment,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
		...longestRun,
	});
}

function bytesBelow(folder: string): number {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}
