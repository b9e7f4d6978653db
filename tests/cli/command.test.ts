/**
 * Commands and flags: help, suggestions for misspelt ones, completion, exit codes.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import test from "ava";
import { Help } from "commander";
import { exitCodes } from "../../apps/cli/exit-code.ts";
import { formatHelpItem, printExamples } from "../../apps/cli/help/help-text.ts";
import { groupOf } from "../../apps/cli/help/setting-group.ts";
import { scriptSettings, serverSettings } from "../../apps/cli/setting.ts";
import { printTable } from "../../apps/cli/table.ts";
import { testWith } from "../clients/program.ts";
import { root } from "../root.ts";
import { isOneSentence, runVerso, temporaryFolder } from "./program.ts";

test("a misspelt command or flag is one sentence with the nearest name, exit code 2", async (t) => {
	for (const [words, sentence] of [
		[["comapre", "a"], "there is no command comapre; did you mean compare?; verso help lists them"],
		[["foo"], "there is no command foo; verso help lists them"],
		[["--prot", "1"], "unknown option '--prot' (Did you mean --port?)"],
		[
			["run", "x.sql", "--version"],
			"option '--version <release>' argument missing; verso -V prints verso's own version",
		],
		[["rehearse", "x.sql"], "too many arguments for 'rehearse'. Expected 0 arguments but got 1; inputs are named by "],
		[["rehearse", "--version", "2.1.7"], "unknown option '--version'; releases are named by --from and --to"],
		[["rules", "--version", "latest"], "unknown release latest; did you mean 2.1.7?; known releases are "],
		[["rules", "--version", "2.1"], "unknown release 2.1; did you mean 2.1.0?; known releases are "],
		[["rules", "--version", "v2.1.3"], "unknown release v2.1.3; did you mean 2.1.3?; known releases are "],
		[
			["rules", "--quirk", "unsigned-bit"],
			"unknown quirk unsigned-bit; did you mean unsigned-bits?; verso quirks lists ",
		],
		[["rules", "--mix", "insert-chek=2.0"], "--mix insert-chek=2.0: there is no hook insert-chek; did you mean "],
	] as const) {
		const { stdout, stderr, exitCode } = await runVerso(words, { directory: temporaryFolder(t) });
		t.deepEqual([stdout, exitCode], ["", 2], words.join(" "));
		t.true(isOneSentence(stderr) && stderr.startsWith(`verso: ${sentence}`), stderr);
	}
});

test("help of a command is printed by `help COMMAND`, too, and --version alone is verso's own", async (t) => {
	t.deepEqual(await runVerso(["help", "run"]), await runVerso(["run", "--help"]));
	t.is((await runVerso(["help"])).exitCode, 0);
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
	t.like(await runVerso(["--version"]), { stdout: `${version}\n`, exitCode: 0 });
});

test("what is wrong with a request is exit code 2 for every command", async (t) => {
	const directory = temporaryFolder(t);
	for (const words of [
		["run", "nowhere.sql"],
		["run", "-", "--mix", "nosuch=2.0"],
		["run", "-", "--plugin", "./nowhere.mjs"],
		["run", "-", "--config", "nowhere.toml"],
		["rules", "--quirk", "nosuch"],
		["compare", "nowhere.sql", "--version", "2.0", "--version", "2.1.7"],
		["trace", "--setup", "nowhere.sql", "select 1"],
		["check"],
	]) {
		const { stderr, exitCode } = await runVerso(words, { directory });
		t.is(exitCode, 2, words.join(" "));
		t.true(isOneSentence(stderr), stderr);
	}
	const all = exitCodes.filter(({ command }) => command === "every command");
	t.deepEqual(
		all.map(({ code }) => code),
		[0, 1, 2],
	);
});

test("every setting is in a group of the help", (t) => {
	for (const { name } of [...serverSettings, ...scriptSettings]) {
		t.not(groupOf(name), "Options", name);
	}
});

test("a narrow terminal gets descriptions below flags, and no line that is too long", (t) => {
	const helper = Object.assign(new Help(), { helpWidth: 50 });
	const text = formatHelpItem.call(
		helper,
		"--slow-query-log-file <file>",
		34,
		"a sentence of words ".repeat(8),
		helper,
	);
	t.true(
		text.split("\n").every(({ length }) => length <= 50),
		text,
	);
	t.true(printExamples([["verso run schema.sql", "play a script"]], 40).split("\n").length === 3);
});

test("tables are as wide as the terminal; without one a row is a line", (t) => {
	const rows = [
		["insert-check", "CheckWideCharactersByKey", "a sentence that is long enough to be wrapped ".repeat(3)],
	];
	for (const columns of [60, 80, 120]) {
		const lines = printTable(["hook", "rule", "note"], rows, columns).split("\n");
		t.true(
			lines.every(({ length }) => length <= columns),
			lines.join("\n"),
		);
	}
	t.deepEqual(printTable(["hook", "note"], [["a", "one\ntwo"]], undefined), "hook  note\na     one; two\n");
});

for (const [shell, check] of [
	["bash", "-n"],
	["zsh", "-n"],
	["fish", "--no-execute"],
] as const) {
	testWith(shell)(`completion for ${shell} is a script that ${shell} reads`, async (t) => {
		const { stdout, exitCode } = await runVerso(["completion", shell]);
		t.is(exitCode, 0);
		const file = join(temporaryFolder(t), "completion");
		writeFileSync(file, stdout);
		const { stderr, status } = spawnSync(shell, [check, file], { encoding: "utf8" });
		t.deepEqual([stderr, status], ["", 0]);
	});
}

testWith("bash")("bash completes commands, flags and their values", async (t) => {
	const { stdout } = await runVerso(["completion", "bash"]);
	const complete = (...words: string[]): string[] => {
		const line = words.map((word) => `'${word}'`).join(" ");
		const script = [
			stdout,
			`COMP_WORDS=(${line})`,
			`COMP_CWORD=${words.length - 1}`,
			"_verso",
			`printf '%s\\n' "\${COMPREPLY[@]}"`,
		].join("\n");
		return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout.trim().split("\n");
	};
	t.deepEqual(complete("verso", "re"), ["rehearse", "record", "restore", "releases"]);
	t.deepEqual(complete("verso", "run", "a.sql", "--memory-"), ["--memory-limit"]);
	t.deepEqual(complete("verso", "compare", "a.sql", "--as", "m"), ["measured"]);
	t.true(complete("verso", "--version", "2.1.").includes("2.1.3"));
});

test("an old Node is told which one the program needs", async (t) => {
	const { nodeCheck } = (await import(join(root, "apps", "bundle", "node-version.mjs"))) as { nodeCheck: string };
	const said = (version: string): string => {
		let text = "";
		const process = {
			versions: { node: version },
			stderr: { write: (part: string) => (text += part) },
			exit: (code: number) => (text += ` ${code}`),
		};
		runInNewContext(nodeCheck.replace(/^#!.*/, ""), { process, Number });
		return text;
	};
	t.is(said("18.20.8"), "verso: needs Node 20.19 or newer, and this is Node 18.20.8\n 1");
	t.is(said("20.18.3"), "verso: needs Node 20.19 or newer, and this is Node 20.18.3\n 1");
	t.deepEqual(["20.19.0", "22.1.0", "26.0.0"].map(said), ["", "", ""]);
	// Nothing newer than what Node 4 reads.
	t.notRegex(nodeCheck, /=>|`|\b(const|let|class|async)\b|\?\.|\?\?/);
});

test("npm test with a word that is in no path ends with a sentence and exit code 2", (t) => {
	const { stderr, status } = spawnSync(process.execPath, [join(root, "dist", "tests", "run.js"), "nosuchthing"], {
		encoding: "utf8",
	});
	t.deepEqual([stderr, status], ["no test file's path holds nosuchthing\n", 2]);
});

test("--memory-limit takes bytes or a unit, and is what SHOW STATUS tells", async (t) => {
	const input = "show status like 'Verso_memory_limit'; select @@max_binlog_cache_size";
	for (const [text, bytes] of [
		["512M", 512 * 2 ** 20],
		["2g", 2 ** 31],
		["134217728", 134217728],
	] as const) {
		const { stdout } = await runVerso(["run", "-", "--memory-limit", text], { input });
		t.regex(stdout, new RegExp(`Verso_memory_limit\\D+${bytes}\\b[^]*\\b${bytes / 4}\\b`));
	}
	for (const text of ["much", "12X", "-1", "1M", "99999999T"]) {
		const { exitCode, stderr } = await runVerso(["run", "-", `--memory-limit=${text}`], { input });
		t.is(exitCode, 2, text);
		t.regex(stderr, /--memory-limit (takes a number of bytes|is at least 64M)/);
	}
});
