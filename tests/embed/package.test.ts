/**
 * The packed library in an empty project: the guide's first lines, `require`, and the types of both.
 *
 * The package is unpacked where npm would put it; its dependencies are those of this project.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { longestRun } from "../longest-run.ts";
import { root } from "../root.ts";

const folder = mkdtempSync(join(tmpdir(), "verso-package-"));
const modules = join(folder, "node_modules");

test.before(() => {
	const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
	const [packed] = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8" })) as [{ filename: string }];
	mkdirSync(join(modules, "verso-db"), { recursive: true });
	const file = join(folder, packed.filename);
	execFileSync("tar", ["-xzf", file, "-C", join(modules, "verso-db"), "--strip-components=1"]);
	for (const name of readdirSync(join(root, "node_modules")).filter((each) => !each.startsWith("."))) {
		symlinkSync(join(root, "node_modules", name), join(modules, name));
	}
	writeFileSync(join(folder, "package.json"), '{ "private": true }');
});

test.after.always(() => rmSync(folder, { recursive: true, force: true }));

async function node(...words: string[]): Promise<string> {
	const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
	return (await promisify(execFile)(process.execPath, words, { ...longestRun, cwd: folder, env })).stdout;
}

function guideBlock(number: number): string {
	const page = readFileSync(join(root, "docs", "guides", "embed.md"), "utf8");
	return [...page.matchAll(/```js\n([\s\S]*?)```/g)][number]?.[1] ?? "";
}

test("the guide's first lines run, and are few", async (t) => {
	const text = guideBlock(0);
	t.true(text.trim().split("\n").length <= 20);
	writeFileSync(join(folder, "shop.test.mjs"), text);
	t.regex(await node("--test", "shop.test.mjs"), /pass 2\n[\s\S]*fail 0\n/);
});

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
		await node("-e", code),
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
	for (const name of ["module.mts", "common.cts"]) {
		writeFileSync(join(folder, name), text);
	}
	writeFileSync(
		join(folder, "tsconfig.json"),
		JSON.stringify({
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
	);
	const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
	t.notThrows(() => execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8", stdio: "pipe" }));
});
