/**
 * A plugin that is a release: listed, dated, asked for by name, marking what it makes, compared with others; and mixes
 * below and above plugins.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { composeBook } from "../../apps/compose/book.ts";
import { runVerso, temporaryFolder } from "../cli/program.ts";
import { root } from "../root.ts";

const plugin = join(root, "plugins", "examples", "release-2.2.mjs");

function pluginFile(t: ExecutionContext, text: string): string {
	const file = join(temporaryFolder(t), "plugin.mjs");
	writeFileSync(file, text);
	return file;
}

test("verso releases lists it with its date, and --version takes its name", async (t) => {
	const { stdout } = await runVerso(["releases", "--plugin", plugin]);
	t.regex(stdout, /^2\.2\.0 +2019-06-30 +CHARACTER SET utf8 means utf8mb4\./m);
	t.regex(stdout, /--version takes .*2\.1\.7, 2\.2\.0;/);
	const { stdout: rules } = await runVerso(["rules", "--version", "2.2.0", "--plugin", plugin]);
	t.regex(rules, /^verso 2\.2\.0 \(as documented, plugin /);
	t.regex(rules, /^charset-clause +ReadUtf8AsUtf8mb4 +release 2\.2\.0 /m);
});

test("it is the newest release where none is asked for, and no part of older ones", async (t) => {
	const newest = await composeBook({ plugins: [plugin] });
	t.deepEqual([newest.release, newest.book.release], ["2.2.0", "2.2.0"]);
	t.like(newest.book.originOf("charset-clause", "spell"), { from: "release", name: "2.2.0", date: "2019-06-30" });
	const older = await composeBook({ release: "2.1.3", plugins: [plugin] });
	t.is(older.book.originOf("charset-clause", "spell")?.from, "kernel");
	const measured = await composeBook({ release: "2.2.0", mode: "measured", plugins: [plugin] });
	t.is(measured.book.originOf("identity", "tableVersion")?.name, "2.2.0");
	t.is(newest.book.withoutPlugins().originOf("identity", "tableVersion")?.name, "2.1.7");
});

test("objects are created under it, as info says, and check opens the directory again", async (t) => {
	const directory = join(temporaryFolder(t), "data");
	const words = ["--version", "2.2.0", "--plugin", plugin, "--data-dir", directory];
	await runVerso(["run", "-", ...words], { input: "create database d; create table d.t (a int);" });
	const { stdout } = await runVerso(["info", directory]);
	t.regex(stdout, /^d +2\.2\.0 +1$/m);
	t.regex(stdout, /^last opened as +2\.2\.0 \(as documented\)/m);
	const { exitCode, stdout: checked, stderr } = await runVerso(["check", directory]);
	t.is(exitCode, 0, checked + stderr);
});

test("compare plays under it", async (t) => {
	const script = join(temporaryFolder(t), "a.sql");
	writeFileSync(script, "create table t (a varchar(3)) charset=utf8;\ninsert into t values ('🌀');\n");
	const { stdout, exitCode } = await runVerso([
		"compare",
		script,
		"--plugin",
		plugin,
		"--version",
		"2.1.7",
		"--version",
		"2.2.0",
	]);
	t.is(exitCode, 1, stdout);
	t.regex(stdout, /ReadUtf8AsUtf8mb4/);
	t.regex(stdout, /2\.2\.0/);
});

const wrong: Readonly<Record<string, readonly [words: string, sentence: RegExp]>> = {
	"a name of the line": ['"2.1.7", "2019-06-30"', /a plugin is the release 2\.1\.7, which is not newer than 2\.1\.7$/],
	"no name of a release": ['"next", "2019-06-30"', /cannot be loaded: a release is named such as 2\.2\.0, not next$/],
	"no date": ['"2.2.0", "soon"', /the release 2\.2\.0 came out on a day such as 2019-06-30, not soon$/],
};

for (const [title, [words, sentence]] of Object.entries(wrong)) {
	test(`${title} is refused`, async (t) => {
		const file = pluginFile(t, `export default ({ release }) => release(${words}, []);`);
		await t.throwsAsync(composeBook({ plugins: [file] }), { name: "UsageError", message: sentence });
	});
}

test("its answers are checked as a plugin's", async (t) => {
	const file = pluginFile(
		t,
		`export default ({ IdAllocation, changed, release }) => release("2.3", "2020-01-01", [
		changed(IdAllocation, (Base) => class Odd extends Base { batch() { return -3; } }, "Odd.")]);`,
	);
	const { book } = await composeBook({ plugins: [file] });
	const { IdAllocation } = await import("../../core/rules/index.ts");
	t.throws(() => book.ask(IdAllocation).batch(), {
		message: /^release 2\.3: id-allocation\.batch answered -3; it answers /,
	});
});

test("mixes lie below plugins, and with + above them", async (t) => {
	const over = pluginFile(
		t,
		`export default ({ InsertCheck, page, changed, refuse }) => page("over", [
		changed(InsertCheck, (Base) => class Over extends Base { text() { return refuse(1105, "HY000", "no"); } }, "No.")]);`,
	);
	const decides = async (mix: string): Promise<string> => {
		const { book } = await composeBook({ release: "2.1.7", mixes: [mix], plugins: [over] });
		const { rule, origin } = book.decisionOf("insert-check", "text");
		return `${rule} of ${origin}`;
	};
	t.is(await decides("insert-check.text=2.0"), "Over of plugin over");
	t.is(await decides("+insert-check.text=2.0"), "InsertCheck of mix 2.0 (kernel)");
	t.is(await decides("+insert-check=2.1.2"), "RefuseWideCharacters of mix 2.1.2 (release 2.1.2)");
	t.is(await decides(`+insert-check.text=${over}`), "Over of mix over (plugin over)");
	await t.throwsAsync(decides("+insert-check.texxt=2.0"), {
		message: /^--mix \+insert-check\.texxt=2\.0: .*did you mean text/,
	});
});
