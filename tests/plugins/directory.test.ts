/**
 * Plugins and system tables: whatever a plugin refuses or changes, the kernel's own tables work as without it.
 *
 * Root and every account keep their privileges. Tested with every listing of plugins/README.md, every example, and a
 * plugin that refuses everything.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { runVerso, temporaryFolder } from "../cli/program.ts";
import { root } from "../root.ts";

/** Refuses every value and every table, and changes the meaning of charset names. */
const hostile = `export default ({ InsertCheck, TableDefinition, CharsetClause, DefaultCharset, Variables, Grammar, page, changed, refuse }) =>
	page("hostile", [
		changed(InsertCheck, (Base) => class RefuseAll extends Base {
			scope() { return "all"; }
			text() { return refuse(1105, "HY000", "no text"); }
		}, "Refuses all text."),
		changed(CharsetClause, (Base) => class SpellOtherwise extends Base {
			spell(word) { return word.toLowerCase() === "utf8" ? "utf8mb4" : word; }
		}, "Reads utf8 as utf8mb4."),
		changed(DefaultCharset, (Base) => class Latin extends Base {
			server() { return { charset: "latin1", collation: "latin1_bin" }; }
		}, "Defaults to latin1."),
		changed(TableDefinition, (Base) => class RefuseTables extends Base {
			create() { return refuse(1105, "HY000", "no tables"); }
			change() { return refuse(1105, "HY000", "no changes"); }
		}, "Refuses all tables."),
	]);`;

function plugins(folder: string): readonly string[] {
	const examples = join(root, "plugins", "examples");
	const listings = [...readFileSync(join(root, "plugins", "README.md"), "utf8").matchAll(/^```js\n([\s\S]*?)^```$/gm)]
		.map(([, text]) => text as string)
		.filter((text) => text.includes("export default"));
	const files = [...listings, hostile].map((text, at) => {
		const file = join(folder, `listing-${at}.mjs`);
		writeFileSync(file, text);
		return file;
	});
	return [
		...readdirSync(examples)
			.filter((name) => name.endsWith(".mjs"))
			.map((name) => join(examples, name)),
		...files,
	];
}

const granting = [
	"create user bob@localhost identified by 'secret'",
	"grant select, insert on *.* to bob@localhost",
	"grant update on test.* to bob@localhost",
	"show grants for bob@localhost",
	"set password for bob@localhost = password('other')",
	"show grants",
].join(";\n");

async function run(t: ExecutionContext, words: readonly string[], input: string): Promise<string> {
	const { stdout, stderr, exitCode } = await runVerso(["run", "-", ...words], { input });
	t.is(exitCode, 0, `${words.join(" ")}: ${stderr}`);
	return stdout.replace(/\*[0-9A-F]{40}/g, "*");
}

for (const release of ["2.0", "2.1.3", "2.1.7"]) {
	test(`${release}: under a plugin accounts are created and altered as without it`, async (t) => {
		const folder = temporaryFolder(t);
		const version = ["--version", release];
		const wanted = await run(t, [...version, "--data-dir", join(folder, "plain")], granting);
		t.regex(wanted, /GRANT ALL PRIVILEGES ON \*\.\* TO 'root'@'localhost'/);
		t.regex(wanted, /GRANT SELECT, INSERT ON \*\.\* TO 'bob'@'localhost'/);
		const empty = join(folder, "empty");
		await run(t, [...version, "--data-dir", empty], "select 1");
		for (const [at, plugin] of plugins(folder).entries()) {
			const words = [...version, "--plugin", plugin, "--data-dir"];
			const fresh = join(folder, `new-${at}`);
			t.is(await run(t, [...words, fresh], granting), wanted, `new directory under ${plugin}`);
			t.regex(await run(t, [...version, "--data-dir", fresh], "show grants"), /ALL PRIVILEGES/, plugin);
			const old = join(folder, `old-${at}`);
			cpSync(empty, old, { recursive: true });
			t.is(await run(t, [...words, old], granting), wanted, `old directory under ${plugin}`);
		}
	});
}

test("rules mixed from a plugin do not apply to system tables either", async (t) => {
	const folder = temporaryFolder(t);
	const version = ["--version", "2.1.3"];
	const wanted = await run(t, [...version, "--data-dir", join(folder, "plain")], granting);
	const file = plugins(folder).at(-1) as string;
	for (const part of [
		"insert-check",
		"insert-check.text",
		"insert-check.scope",
		"charset-clause",
		"table-definition",
	]) {
		const words = [...version, "--mix", `${part}=${file}`, "--data-dir", join(folder, part)];
		t.is(await run(t, words, granting), wanted, part);
	}
});

test("`verso compare` works under every plugin", async (t) => {
	const folder = temporaryFolder(t);
	const script = join(folder, "a.sql");
	writeFileSync(script, "select 1;\n");
	for (const plugin of plugins(folder)) {
		const settings = ["--version", "2.1.3", "--version", "2.1.3", "--plugin", plugin];
		const { stderr, exitCode } = await runVerso(["compare", script, ...settings]);
		t.is(exitCode, 0, `${plugin}: ${stderr}`);
	}
});
