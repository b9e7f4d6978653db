/**
 * `verso plugins`, and where plugins are found: files, folders, packages, beside a configuration file and verso itself.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { findPlugin } from "../../apps/compose/plugin-file.ts";
import { root } from "../root.ts";
import { runVerso, temporaryFolder } from "./program.ts";

const text = (name: string): string =>
	`export default ({ TableDefinition, page, changed }) => page("${name}", [
	changed(TableDefinition, (Base) => class Strict extends Base { create(table) { return super.create(table); } }, "None."),
]);`;

interface Listed {
	readonly plugins: readonly {
		readonly name: string;
		readonly file: string;
		readonly hash: string;
		readonly package: string | null;
		readonly options: readonly { readonly name: string; readonly value: unknown }[];
		readonly switches: readonly { readonly name: string }[];
		readonly hooks: readonly { readonly hook: string; readonly questions: readonly string[] }[];
	}[];
}

async function listed(words: readonly string[], directory: string): Promise<Listed["plugins"]> {
	const { stdout } = await runVerso(["plugins", "--json", ...words], { directory });
	return (JSON.parse(stdout) as Listed).plugins;
}

test("a plugin is listed with file, hash, options, switches and hooks", async (t) => {
	const folder = temporaryFolder(t);
	// An example beside verso itself.
	const word = "plugins/examples/limit-text.mjs?max=7";
	const [plugin] = await listed(["--plugin", word], folder);
	t.like(plugin, { name: "limit-text", file: join(root, "plugins", "examples", "limit-text.mjs") });
	t.regex(plugin?.hash ?? "", /^[0-9a-f]{64}$/);
	t.regex(plugin?.package ?? "", /^verso-db@/);
	t.deepEqual([plugin?.options[0]?.name, plugin?.options[0]?.value], ["max", 7]);
	t.deepEqual(
		plugin?.switches.map(({ name }) => name),
		["limit_text_max", "limit_text_mode"],
	);
	t.like(plugin?.hooks[0], { hook: "insert-check", questions: ["switches", "scope", "text"] });
	const { stdout } = await runVerso(["plugins", "--plugin", word], { directory: folder });
	t.regex(stdout, /^insert-check +LimitText: switches, scope, text; /m);
	t.regex((await runVerso(["plugins"], { directory: folder })).stdout, /: no plugins\n/);
});

test("folders and packages are entered as Node does", (t) => {
	const folder = temporaryFolder(t);
	const made = (path: string, description?: object): void => {
		mkdirSync(join(folder, path, ".."), { recursive: true });
		writeFileSync(join(folder, path), text(path));
		if (description !== undefined) {
			writeFileSync(join(folder, path, "..", "package.json"), JSON.stringify(description));
		}
	};
	made("plain/index.mjs");
	made("main/page.mjs", { main: "./page.mjs" });
	made("exported/page.mjs", { exports: { ".": { types: "./page.d.ts", import: "./page.mjs" } }, main: "nosuch" });
	made("node_modules/verso-one/page.mjs", { exports: { import: "./page.mjs" } });
	made("node_modules/@mine/two/page.mjs", { exports: "./page.mjs" });
	for (const [word, file] of [
		["./plain", "plain/index.mjs"],
		["./main", "main/page.mjs"],
		["exported", "exported/page.mjs"],
		["verso-one", "node_modules/verso-one/page.mjs"],
		["@mine/two", "node_modules/@mine/two/page.mjs"],
		["node:fs", undefined],
		["nosuch", undefined],
	] as const) {
		t.is(findPlugin(word, [folder]), file === undefined ? undefined : join(folder, file), word);
	}
});

test("a configuration file's plugins are looked for beside it", async (t) => {
	const folder = temporaryFolder(t);
	mkdirSync(join(folder, "conf", "folder"), { recursive: true });
	writeFileSync(join(folder, "conf", "mine.mjs"), text("beside"));
	writeFileSync(join(folder, "mine.mjs"), text("current"));
	writeFileSync(join(folder, "conf", "folder", "index.mjs"), text("folder"));
	writeFileSync(join(folder, "conf", "verso.toml"), 'plugin = ["./mine.mjs", "./folder"]\n');
	const names = async (...words: string[]) => (await listed(words, folder)).map(({ name }) => name);
	t.deepEqual(await names("--config", "conf/verso.toml"), ["beside", "folder"]);
	t.deepEqual(await names("--config", "conf/verso.toml", "--plugin", "./mine.mjs"), ["current"]);
});

async function refusal(t: ExecutionContext, file: string): Promise<string> {
	const failure = await t.throwsAsync(composeBook({ release: "2.1.5", plugins: [file] }), { name: "UsageError" });
	return failure?.message ?? "";
}

test("a syntax error is told with file and line, also of a module that the plugin imports", async (t) => {
	const folder = temporaryFolder(t);
	const [wrong, imports, common, missing] = ["wrong.mjs", "imports.mjs", "common.cjs", "missing.mjs"].map((name) =>
		join(folder, name),
	) as [string, string, string, string];
	writeFileSync(wrong, "export default (kit) => {\n\tconst one = 1;\n\tlet error error;\n};\n");
	writeFileSync(imports, 'import "./wrong.mjs";\nexport default () => 1;\n');
	writeFileSync(common, "module.exports = 1;\nlet error error;\n");
	writeFileSync(missing, '\nimport { nosuch } from "node:fs";\n');
	t.true((await refusal(t, wrong)).includes(`loaded: ${wrong} line 3: Unexpected identifier`));
	t.true((await refusal(t, imports)).includes(`loaded: ${wrong} line 3: Unexpected identifier`));
	t.true((await refusal(t, common)).includes(`loaded: ${common} line 2: Unexpected identifier`));
	t.true((await refusal(t, missing)).includes(`loaded: ${missing} line 2: The requested module`));
	t.regex(await refusal(t, "./nosuch.mjs"), /there is no such file or package in \/\S+ or \/\S+$/);
});

test("an ES module in a package of CommonJS is told what its package.json lacks", async (t) => {
	const folder = temporaryFolder(t);
	const description = join(folder, "package.json");
	writeFileSync(description, '{ "type": "commonjs" }');
	const file = join(folder, "mine.js");
	writeFileSync(file, text("mine"));
	t.true(
		(await refusal(t, file)).endsWith(
			`it is an ES module, which ${description} does not say: name it mine.mjs, or write "type": "module" there`,
		),
	);
	writeFileSync(join(folder, "mine.mjs"), text("mine"));
	t.is((await composeBook({ plugins: [join(folder, "mine.mjs")] })).book.pages.at(-1)?.name, "mine");
});

test("TypeScript is loaded where Node reads it, else refused with a sentence", async (t) => {
	const file = join(temporaryFolder(t), "mine.ts");
	writeFileSync(file, text("typed").replace("(table)", "(table: never)"));
	if ((process.features as { readonly typescript?: unknown }).typescript) {
		t.is((await composeBook({ plugins: [file] })).book.pages.at(-1)?.name, "typed");
	} else {
		t.regex(await refusal(t, file), /reads no TypeScript: compile it to JavaScript, or use Node 22\.18 or newer$/);
	}
});

test("a plugin that verso brings along is found by its bare name, from any folder", async (t) => {
	const { stdout, exitCode } = await runVerso(["plugins", "--plugin", "mysql-collations"], {
		directory: temporaryFolder(t),
	});
	t.is(exitCode, 0);
	t.regex(stdout, /mysql-collations\.mjs/);
	t.is((await runVerso(["plugins", "--plugin", "mysql-colations"])).exitCode, 2);
});
