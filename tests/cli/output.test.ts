/**
 * Standard output that ends early, or cannot be written.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import test from "ava";
import { longestRun } from "../longest-run.ts";
import { programFile } from "./program-file.ts";

function inShell(command: string, input = ""): { stdout: string; stderr: string; status: number | null } {
	return spawnSync(
		"bash",
		["-o", "pipefail", "-c", command.replaceAll("verso ", `"${process.execPath}" "${programFile}" `)],
		{
			encoding: "utf8",
			input,
			...longestRun,
		},
	);
}

test("a reader that goes ends the program without a word", (t) => {
	const script = "select repeat('a', 1000) a;\n".repeat(2000);
	for (const command of ["verso run - | head -1", "verso rules --json | head -c 100", "verso quirks | head -1"]) {
		const { stdout, stderr } = inShell(command, command.includes("run") ? script : "");
		t.true(stdout.length > 0, command);
		t.is(stderr, "", command);
	}
});

(existsSync("/dev/full") ? test : test.skip)("a full disk is one sentence", (t) => {
	const { stderr, status } = inShell("verso rules > /dev/full");
	t.is(status, 1);
	t.regex(stderr, /^verso: cannot write the output: [^\n]+\n$/);
});
