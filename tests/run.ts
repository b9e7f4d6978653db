/**
 * `npm test`: runs ava over the built tests and ends with a line `N passed, N failed`.
 *
 * In: arguments: `--update` rewrites golden scripts; words choose test files whose path holds one of them.
 * Out: every failure in full, skipped tests with a loud count, the closing line; exit code 1 after a failure.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./root.ts";

const update = process.argv.includes("--update");
const words = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const files = (readdirSync(join(root, "dist", "tests"), { recursive: true }) as string[])
	.filter((file) => file.endsWith(".test.js") && (words.length === 0 || words.some((word) => file.includes(word))))
	.map((file) => join("dist", "tests", file))
	.sort();

const counts = { passed: 0, failed: 0, skipped: 0 };
let isFailure = false;

const ava = spawn(process.execPath, [join(root, "node_modules", "ava", "entrypoints", "cli.mjs"), "--tap", ...files], {
	cwd: root,
	stdio: ["ignore", "pipe", "inherit"],
	env: { ...process.env, ...(update ? { VERSO_UPDATE: "1" } : {}) },
});

for await (const line of createInterface({ input: ava.stdout })) {
	readLine(line);
}
const exitCode = await new Promise<number>((resolve) => ava.on("close", (code) => resolve(code ?? 1)));
if (exitCode !== 0 && counts.failed === 0) {
	counts.failed = 1;
}
if (counts.skipped > 0) {
	process.stdout.write(`!!! ${counts.skipped} TESTS SKIPPED: what they need is not installed here\n`);
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** One line of TAP: successes are counted, failures shown with their details. */
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
