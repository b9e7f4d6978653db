/**
 * `npm test`: runs ava over the built tests and prints `N passed, N failed`.
 *
 * Words select test files by their path, `--title` tests by a pattern with `*`; `--update` rewrites golden texts.
 * Prints failures in full, the longest files and the number of skipped tests; exit code 1 after a failure.
 *
 * If no test passes or fails for a long time, it prints the last results and the running processes, and ends all of
 * them. ava's own `timeout` does not serve: it checks its clock once, ignores tests that asked for more time, and its
 * TAP printer fails at it. So it is set higher (ava.config.js), and no test sets a timeout.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { durationVariable, longestFiles } from "./duration.ts";
import { root } from "./root.ts";

const { values: options, positionals: words } = parseArgs({
	allowPositionals: true,
	options: { update: { type: "boolean", default: false }, title: { type: "string", multiple: true, default: [] } },
});
const update = options.update;
/** ava matches whole titles. */
const matches = options.title.map((title) => `--match=${title.includes("*") ? title : `*${title}*`}`);
const files = (readdirSync(join(root, "dist", "tests"), { recursive: true }) as string[])
	.filter((file) => file.endsWith(".test.js") && (words.length === 0 || words.some((word) => file.includes(word))))
	.map((file) => join("dist", "tests", file))
	.sort();

if (files.length === 0) {
	// Without files ava would run every test.
	process.stderr.write(`no test file's path holds ${words.join(" or ")}\n`);
	process.exit(2);
}

/** A file for each test process's duration. */
const durations = join(mkdtempSync(join(tmpdir(), "verso-durations-")), "durations.txt");
const named = 10;

const counts = { passed: 0, failed: 0, skipped: 0 };
let isFailure = false;

/** Longer than any test, even one that installs a language's packages. */
const silenceMs = 12 * 60_000;
const remembered = 8;
/** The last lines of TAP. */
const last: string[] = [];

const ava = spawn(
	process.execPath,
	[join(root, "node_modules", "ava", "entrypoints", "cli.mjs"), "--tap", ...matches, ...files],
	{
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
		// Its own process group, so that a hanging worker ends with it.
		detached: true,
		env: testEnvironment(),
	},
);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, () => endAll(signal));
}

// Registered before the output ends: afterwards may be too late.
const ended = new Promise<number>((resolve) => ava.on("close", (code) => resolve(code ?? 1)));
const silence = setTimeout(endHard, silenceMs);
for await (const line of createInterface({ input: ava.stdout })) {
	silence.refresh();
	last.push(line);
	last.splice(0, last.length - remembered);
	readLine(line);
}
clearTimeout(silence);
const exitCode = await ended;
if (exitCode !== 0 && counts.failed === 0) {
	counts.failed = 1;
}
if (files.length > named) {
	process.stdout.write(`the longest of ${files.length} test files:\n`);
	longestFiles(durations, named).forEach((line) => process.stdout.write(`\t${line}\n`));
}
rmSync(dirname(durations), { recursive: true, force: true });
if (counts.skipped > 0) {
	process.stdout.write(`!!! ${counts.skipped} TESTS SKIPPED: what they need is not installed here\n`);
}
process.stdout.write(
	`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}\n`,
);
process.exitCode = counts.failed > 0 ? 1 : 0;

/**
 * Removes NODE_EXTRA_CA_CERTS: every Node process reads that file at its start, which may cost 40 ms, twice the rest
 * of the start, and tests start many. `applications/workshop.ts` restores it to install packages.
 */
function testEnvironment(): NodeJS.ProcessEnv {
	const { NODE_EXTRA_CA_CERTS: certificates, ...rest } = process.env;
	return {
		...rest,
		...(certificates === undefined ? {} : { VERSO_TEST_CERTIFICATES: certificates }),
		[durationVariable]: durations,
		...(update ? { VERSO_UPDATE: "1" } : {}),
	};
}

/** Prints the running processes and kills them. */
function endHard(): void {
	const processes = spawnSync("ps", ["-eo", "pid,ppid,etimes,stat,args"], { encoding: "utf8" }).stdout ?? "";
	const ours = processes.split("\n").filter((line) => /node|verso|mariadb|ava /.test(line));
	process.stdout.write(
		`\nFAILED: no test ended for ${silenceMs / 60_000} minutes.\nThe last were:\n` +
			`${last.join("\n")}\nWhat runs:\n${ours.join("\n")}\n`,
	);
	counts.failed++;
	endAll("SIGKILL");
}

function endAll(signal: NodeJS.Signals): void {
	if (ava.pid !== undefined) {
		process.kill(-ava.pid, signal);
	}
}

/** Reads a line of TAP: counts successes, prints failures with their details. */
function readLine(line: string): void {
	if (/^ok \d+/.test(line)) {
		isFailure = false;
		counts[/# SKIP/i.test(line) ? "skipped" : "passed"]++;
		if (/# SKIP/i.test(line)) {
			process.stdout.write(`skipped: ${line.replace(/^ok \d+ - /, "")}\n`);
		}
	} else if (/^not ok \d+/.test(line)) {
		isFailure = true;
		counts.failed++;
		process.stdout.write(`\nFAILED ${line.replace(/^not ok \d+ - /, "")}\n`);
	} else if (isFailure && /^\s/.test(line)) {
		process.stdout.write(`${line}\n`);
	} else if (/^# (?!tests|pass|fail|skip)/.test(line) && !/^1\.\./.test(line)) {
		isFailure = false;
	}
}
