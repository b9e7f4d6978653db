/**
 * `verso compare`: answers that differ between settings, and the rule that decided each.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { root } from "../root.ts";
import { isOneSentence, runVerso, temporaryFolder } from "./program.ts";

interface PlainReport {
	readonly statements: number;
	readonly differences: readonly {
		readonly line: number;
		readonly answers: readonly string[];
		readonly decided: readonly { readonly confirmed: boolean; readonly rules: readonly PlainRule[] }[];
	}[];
	readonly unsteady: readonly number[];
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
	const { exitCode, report } = await compared(t, "select uuid();\n", ["--version", "2.1.0", "--version", "2.1.7"]);
	t.is(exitCode, 0);
	t.deepEqual(report.unsteady, [1]);
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
		report.differences.map(({ answers }) => answers),
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
		report.differences.map(({ answers }) => answers),
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
