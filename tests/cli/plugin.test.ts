/**
 * `--plugin`: a plugin that cannot be loaded ends the start with one sentence; one that throws fails its statement.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import type { RowDataPacket } from "mysql2/promise";
import { composeBook } from "../../apps/compose/book.ts";
import { isOneSentence, runVerso, serveVerso, temporaryFolder } from "./program.ts";

/** The plugin's text, and the cause that the sentence must name besides the file. */
const broken: Readonly<Record<string, [text: string, cause: RegExp]>> = {
	"throws-on-import.mjs": ["throw new Error('no good\\nsecond line');", /: no good$/],
	"does-not-parse.mjs": ["export default (", /Unexpected/],
	"no-page.mjs": [
		"export const page = 1;",
		/its default export is not a function that takes the kit and returns a page$/,
	],
	"returns-nothing.mjs": [
		"export default () => 5;",
		/its function did not return a page; make one with kit\.page\(name, changes\)$/,
	],
	"throws-when-called.mjs": ["export default () => { throw new TypeError('sorry'); };", /: sorry$/],
	"wrong-base.mjs": [
		"export default ({ InsertCheck, page, changed }) => page('loner', [changed(InsertCheck, () => class " +
			"Loner { text() {} }, 'Alone.')]);",
		/loner: the rule for insert-check does not extend the rule in force, SwitchTheCheckAtRuntime$/,
	],
	"oldest-base.mjs": [
		"export default ({ InsertCheck, page, changed }) => page('old', [changed(InsertCheck, () => class " +
			"Old extends InsertCheck {}, 'Skips what came between.')]);",
		/old: the rule for insert-check does not extend the rule in force, SwitchTheCheckAtRuntime$/,
	],
	"unknown-hook.mjs": [
		"export default ({ NoSuchHook, page, changed }) => page('lost', [changed(NoSuchHook, (Base) => class " +
			"extends Base {}, 'Nobody asks this.')]);",
		/lost: there is no hook of the name it asks the kit for \(its change "Nobody asks this\."\)$/,
	],
	"no-class.mjs": [
		"export default ({ InsertCheck, page, changed }) => page('x', [changed(InsertCheck, (Base) => " +
			"Base.nothing.here, 'Note.')]);",
		/x: the rule for insert-check could not be made: Cannot read properties of undefined \(reading 'here'\)$/,
	],
	"throws-when-made.mjs": [
		"export default ({ InsertCheck, page, changed }) => page('y', [changed(InsertCheck, (Base) => class " +
			"extends Base { constructor() { super(); throw new Error('why'); } }, 'Note.')]);",
		/y: the rule for insert-check cannot be constructed: why$/,
	],
	"throws-when-listed.mjs": [
		"export default ({ InsertCheck, page, changed }) => page('z', [changed(InsertCheck, (Base) => class " +
			"extends Base { switches() { throw new Error('none'); } }, 'Note.')]);",
		/plugin z failed to answer insert-check.switches: none$/,
	],
};

test("the error of a plugin that cannot be loaded names file, hook and cause", async (t) => {
	const folder = temporaryFolder(t);
	for (const [name, [text, cause]] of Object.entries(broken)) {
		const file = join(folder, name);
		writeFileSync(file, text);
		const failure = await t.throwsAsync(
			composeBook({ release: "2.1.5", plugins: [file] }),
			{ name: "UsageError" },
			name,
		);
		t.true(failure?.message.startsWith(`plugin ${file} cannot be loaded: `), failure?.message);
		t.regex(failure?.message ?? "", cause);
		t.false(failure?.message.includes("\n"));
	}
});

test("a plugin that cannot be loaded ends the program with that sentence", async (t) => {
	const folder = temporaryFolder(t);
	writeFileSync(join(folder, "throws.mjs"), "throw new Error('no good');");
	for (const name of ["./throws.mjs", "no-such-package"]) {
		const { stdout, stderr, exitCode } = await runVerso(
			["--version", "2.1.5", "--plugin", name, "--data-dir", "data"],
			{ directory: folder },
		);
		t.deepEqual([stdout, exitCode], ["", 2]);
		t.true(isOneSentence(stderr) && stderr.startsWith(`verso: plugin ${name} cannot be loaded: `), stderr);
	}
});

const moody = `export default ({ InsertCheck, DefaultCharset, SchemaLoad, page, changed }) => page("moody", [
	changed(InsertCheck, (Base) => class Moody extends Base {
		scope() { return "all"; }
		text(value, column, settings) {
			if (value === "tease") throw new Error("I said no");
			return super.text(value, column, settings);
		}
	}, "Throws at a word."),
	changed(DefaultCharset, (Base) => class Moodier extends Base {
		createTable(written, database) {
			if (written.charset === "latin1") return null.x;
			return super.createTable(written, database);
		}
	}, "Throws at latin1."),
]);`;

test("a plugin that throws during a statement fails that statement only", async (t) => {
	const folder = temporaryFolder(t);
	mkdirSync(join(folder, "node_modules", "verso-moody"), { recursive: true });
	writeFileSync(
		join(folder, "node_modules", "verso-moody", "package.json"),
		'{"name":"verso-moody","version":"1.0.0","type":"module","exports":"./page.js"}',
	);
	writeFileSync(join(folder, "node_modules", "verso-moody", "page.js"), moody);
	const server = await serveVerso(t, ["--version", "2.1.3", "--plugin", "verso-moody", "--data-dir", "data"], {
		directory: folder,
	});
	const root = await server.connect();
	await root.query("create table t (a varchar(9) primary key)");
	await root.query("begin");
	await root.query("insert into t values ('kept')");
	t.like(await t.throwsAsync(root.query("insert into t values ('first'), ('tease')")), {
		errno: 1105,
		sqlState: "HY000",
		message: "plugin moody failed to answer insert-check.text: I said no",
	});
	t.like(await t.throwsAsync(root.query("create table l (a int) charset=latin1")), {
		errno: 1105,
		message: "plugin moody failed to answer default-charset.createTable: Cannot read properties of null (reading 'x')",
	});
	await root.query("insert into t values ('more')");
	await root.query("commit");
	t.deepEqual(
		(await root.query<RowDataPacket[]>("select a from t"))[0].map(({ a }) => a as string),
		["kept", "more"],
	);
	t.like(await server.stop(), { exitCode: 0, stderr: "" });
});

test("--mix accepts a single question, also from a plugin's file", async (t) => {
	const { book } = await composeBook({ release: "2.1.7", mixes: ["insert-check.text=2.1.2"] });
	t.is(book.decisionOf("insert-check", "text").origin, "mix 2.1.2 (release 2.1.2)");
	t.is(book.decisionOf("insert-check", "scope").origin, "kernel");
	const file = join(temporaryFolder(t), "mine.mjs");
	writeFileSync(file, moody);
	const mixed = await composeBook({ release: "2.1.7", mixes: [`insert-check.text=${file}`] });
	t.is(mixed.book.decisionOf("insert-check", "text").origin, "mix moody (plugin moody)");
	const lost = await t.throwsAsync(composeBook({ mixes: ["insert-check.txt=2.0"] }));
	t.regex(
		lost?.message ?? "",
		/--mix insert-check\.txt=2\.0: the hook insert-check has no question txt; did you mean text\?/,
	);
	const misspelt = await t.throwsAsync(composeBook({ mixes: ["insert-chek=2.0"] }));
	t.regex(misspelt?.message ?? "", /there is no hook insert-chek; did you mean insert-check\?/);
});
