/**
 * `verso compare`: answers that differ between settings, and the rule that decided each.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { root } from "../root.ts";
import { isOneSentence, runVerso, temporaryFolder } from "./program.ts";

interface PlainReport {
	readonly format: number;
	readonly statements: number;
	readonly counts: Readonly<Record<string, number>>;
	readonly causes: readonly { readonly from: number; readonly to: number; readonly lines: readonly number[] }[];
	readonly failed: readonly { readonly line: number; readonly answer: { readonly code: number } }[];
	readonly unsupported: readonly { readonly line: number; readonly answer: { readonly code: number } }[];
	readonly differences: readonly {
		readonly line: number;
		readonly answers: readonly { readonly kind: string; readonly code?: number; readonly text: string }[];
		readonly decided: readonly PlainBlame[];
	}[];
	readonly unsteady: readonly number[];
}

interface PlainBlame {
	readonly from: number;
	readonly to: number;
	readonly confirmed: boolean;
	readonly followsLine: number | null;
	readonly rules: readonly PlainRule[];
}

interface PlainRule {
	readonly part: string;
	readonly from: PlainDecision | null;
	readonly to: PlainDecision | null;
	readonly askedInLine: number | null;
}

interface PlainDecision {
	readonly question: string;
	readonly rule: string;
	readonly origin: string;
	readonly since: string | null;
}

async function compared(
	t: ExecutionContext,
	script: string,
	words: readonly string[],
): Promise<{ exitCode: number | null; report: PlainReport }> {
	const file = join(temporaryFolder(t), "script.sql");
	writeFileSync(file, script);
	const { stdout, exitCode } = await runVerso(["compare", file, "--json", ...words]);
	return { exitCode, report: JSON.parse(stdout) as PlainReport };
}

const upgrade = ["--version", "2.1.0", "--version", "2.1.7"];

const shop =
	"create table t (a varchar(10)) charset=utf8;\nalter table t convert to character set utf8;\ninsert " +
	"into t values ('🌀');\nselect now(), connection_id();\n";

test("a difference names the rule that decided, with its question, origin and date", async (t) => {
	const { exitCode, report } = await compared(t, shop, [
		"--as",
		"documented",
		"--version",
		"2.1.0",
		"--version",
		"2.1.3",
	]);
	t.is(exitCode, 1);
	t.deepEqual(
		report.differences.map(({ line }) => line),
		[2, 3],
	);
	const [conversion, insert] = report.differences.map(({ decided }) => decided[0]);
	t.true(conversion?.confirmed);
	t.like(conversion?.rules[0], {
		part: "alter-validation",
		askedInLine: 2,
		from: { question: "convertTable", rule: "RefuseToConvertTables", origin: "release 2.0" },
		to: { question: "convertTable", rule: "AllowWideningCharsets", origin: "release 2.1.3", since: "2019-01-28" },
	});
	t.like(insert?.rules[0], {
		part: "insert-check",
		askedInLine: 3,
		to: { question: "text", rule: "CheckWideCharactersByKey" },
	});
	t.deepEqual(report.unsteady, []);
});

test("equal answers exit with code 0", async (t) => {
	const { exitCode, report } = await compared(
		t,
		"create table t (a int primary key);\nselect now(), connection_id();\n",
		["--version", "2.1.0", "--version", "2.1.7"],
	);
	t.is(exitCode, 0);
	t.deepEqual(report.differences, []);
});

test("a statement whose answer varies from run to run is not attributed to a rule", async (t) => {
	const { exitCode, report } = await compared(t, "select uuid();\nselect 1;\n", upgrade);
	t.is(exitCode, 0);
	t.deepEqual(report.unsteady, [1]);
});

test("a statement that was not judged is never called the same", async (t) => {
	const script =
		"select row_number() over ();\nwith c as (select 1) select * from c;\nselect nosuch();\nselect uuid();\n";
	const { exitCode, report } = await compared(t, script, upgrade);
	t.is(exitCode, 2);
	t.deepEqual(report.counts, { differs: 0, same: 0, failed: 1, unsupported: 2, unsteady: 1 });
	t.deepEqual(
		[...report.unsupported, ...report.failed].map(({ line, answer }) => [line, answer.code]),
		[
			[1, 1064],
			[2, 1064],
			[3, 1305],
		],
	);
	for (const [text, code, sentence] of [
		[script, 2, "nothing was judged, 1 fails alike everywhere, 2 are not supported by verso"],
		["-- nothing\n", 2, "nothing was judged, there is no statement"],
		[`select 1;\n${script}`, 0, "0 of 5 statements differ, 1 answers the same, 1 fails alike everywhere"],
		["select 1;\n", 0, "all 1 statement answer the same"],
	] as const) {
		const played = await runVerso(["compare", "-", ...upgrade], { input: text });
		t.is(played.exitCode, code, text);
		t.true(played.stdout.includes(sentence), played.stdout);
	}
});

test("an answer is blamed on the neighbouring releases between which it changes, and causes come once", async (t) => {
	const script = "create table t (a varchar(10)) charset=utf8;\ninsert into t values ('🌀');\nselect a from t;\n";
	const words = ["2.1.0", "2.1.1", "2.1.2", "2.1.3", "2.1.7"].flatMap((release) => ["--version", release]);
	const { report } = await compared(t, script, words);
	t.is(report.format, 2);
	t.deepEqual(
		report.differences.map(({ line, answers }) => [line, answers.map(({ kind, code }) => code ?? kind)]),
		[
			[2, ["ok", "ok", "ok", 1366, 1366]],
			[3, ["rows", "rows", "rows", "rows", "rows"]],
		],
	);
	t.deepEqual(
		report.differences.map(({ decided }) => decided.map(({ from, to, rules }) => [from, to, rules.map(questionName)])),
		[[[2, 3, ["default-charset.createColumn"]]], [[2, 3, ["default-charset.createColumn"]]]],
	);
	t.deepEqual(
		report.differences.map(({ decided }) => decided[0]?.followsLine),
		[1, 1],
	);
	t.deepEqual(report.causes.length, 1);
	t.like(report.causes[0], { from: 2, to: 3, lines: [2, 3] });
	const { stdout } = await runVerso(["compare", "-", ...words], { input: script });
	t.regex(stdout, /^1 rule explains 2 differences:$/m);
	t.regex(stdout, /^line +statement +2\.1\.0-2\.1\.2 +2\.1\.3-2\.1\.7 +cause$/m);
	t.regex(stdout, / {3}2 {2}insert into t values \('🌀'\) +ok +1366 +1, after line 1$/m);
});

test("--line prints one statement in full, --all every one that differs, rows as changed lines", async (t) => {
	const script = "create table t (a varchar(9)) charset=utf8;\nshow create table t;\nselect 1;\n";
	const words = ["--as", "measured", "--version", "2.1.3", "--version", "2.1.5"];
	const line = await runVerso(["compare", "-", ...words, "--line", "3"], { input: script });
	t.regex(line.stdout, /\n\nline 3: select 1\n {2}2\.1\.3-2\.1\.5 {2}1\n/);
	const all = await runVerso(["compare", "-", ...words, "--all"], { input: script });
	t.regex(all.stdout, /\n\nline 2: show create table t\n/);
	t.regex(all.stdout, /2\.1\.5 {2}- {3}`a` varchar\(9\) CHARSET utf8 .*\n +\+ {3}`a` varchar\(9\) DEFAULT NULL\n/);
	t.like(await runVerso(["compare", "-", ...words, "--line", "9"], { input: script }), {
		stderr: "verso: --line 9: there is no statement in that line\n",
		exitCode: 2,
	});
});

test("settings are as documented by default, as everywhere, and a difference of modes is a warning", async (t) => {
	const script = { input: "create table t (a varchar(9)) charset=utf8;\nshow create table t\\G\n" };
	const mode = async (words: readonly string[], environment = {}) =>
		(await runVerso(["compare", "-", ...words], { ...script, environment })).stdout.split("\n", 1)[0];
	t.regex((await mode(upgrade)) ?? "", /\(as documented\)/);
	t.regex((await mode(upgrade, { VERSO_AS: "measured" })) ?? "", /\(as measured\)/);
	t.regex((await mode(["--as", "measured", ...upgrade], { VERSO_AS: "documented" })) ?? "", /\(as measured\)/);
	const { stderr } = await runVerso(["compare", "-", ...upgrade, "--as", "measured"], script);
	t.is(
		stderr,
		"verso: warning: the settings differ in mode: 2.1.0 as documented, 2.1.7 as measured; --as before the first " +
			"--version sets one for all\n",
	);
});

test("the setup's default database holds for the script", async (t) => {
	const setup = join(temporaryFolder(t), "setup.sql");
	writeFileSync(setup, "create database shop;\nuse shop;\ncreate table t (a int);\n");
	for (const from of [[], ["--from", "2.0"]]) {
		const { exitCode, report } = await compared(t, "select database(), count(*) from t;\n", [
			"--setup",
			setup,
			...from,
			...upgrade,
		]);
		t.deepEqual([exitCode, report.counts["same"]], [0, 1]);
	}
});

test("flags after a --version belong to that setting", async (t) => {
	const words = [
		"--as",
		"documented",
		"--version",
		"2.1.3",
		"--version",
		"2.1.3",
		"--plugin",
		join(root, "plugins", "examples", "require-primary-key.mjs"),
	];
	const { report } = await compared(t, "create table t (a int);\n", words);
	t.deepEqual(
		report.differences.map(({ answers }) => answers.map(({ text }) => text)),
		[["ok", "ERROR 1173 (42000): Table 't' must have a primary key"]],
	);
	t.like(report.differences[0]?.decided[0]?.rules[0], {
		part: "table-definition",
		to: { question: "create", rule: "RequirePrimaryKey", origin: "plugin require-primary-key" },
		askedInLine: 1,
	});
});

test("rules that make a difference only in combination are named together", async (t) => {
	const script = "create table t (a varchar(10)) charset=utf8;\ninsert into t values ('🌀');\n";
	const { report } = await compared(t, script, ["--as", "documented", "--version", "2.1.1", "--version", "2.1.3"]);
	t.deepEqual(
		report.differences.map(({ decided }) => decided[0]?.rules.map(questionName)),
		[["default-charset.createColumn", "insert-check.text"]],
	);
});

function questionName({ part, to }: PlainRule): string {
	return `${part}.${to?.question}`;
}

test("a setup script is played on the release given by --from", async (t) => {
	const folder = temporaryFolder(t);
	const setup = join(folder, "setup.sql");
	writeFileSync(setup, "create table t (a varchar(10)) charset=utf8;\n");
	const words = ["--as", "documented", "--setup", setup, "--from", "2.1.0", "--version", "2.1.0", "--version", "2.1.1"];
	const { report } = await compared(t, "alter table t change a a varchar(20);\n", words);
	t.deepEqual(
		report.differences.map(({ answers }) => answers.map(({ text }) => text)),
		[["ok", "ERROR 1105 (HY000): unsupported modify column charset utf8mb4 not match origin utf8"]],
	);
	t.deepEqual(report.differences[0]?.decided[0]?.rules.map(questionName), [
		"default-charset.server",
		"alter-validation.impliedCharset",
	]);
});

test("a wrong command line gives one sentence and exit code 2", async (t) => {
	for (const words of [
		["no-such-file.sql", "--version", "2.1.0", "--version", "2.1.1"],
		["x.sql", "--version", "2.1.0"],
		["x.sql", "--version", "2.1.0", "--version", "9.9"],
	]) {
		const { stderr, exitCode } = await runVerso(["compare", ...words]);
		t.is(exitCode, 2, words.join(" "));
		t.true(isOneSentence(stderr), stderr);
	}
});
