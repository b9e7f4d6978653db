/**
 * The command-line programs that come with a MySQL client, run against a server.
 *
 * In: a program's name, a server's port, words, standard input. Out: what it printed and how it ended; a test that is
 * skipped aloud where the program is absent.
 */
import { spawn, spawnSync } from "node:child_process";
import test from "ava";
import { longestRun } from "../longest-run.ts";

export interface Printed {
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number | null;
}

/** `test`, or `test.skip` where one of the programs isn't installed. */
export function testWith(...programs: readonly string[]): typeof test | typeof test.skip {
	return programs.every((program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined)
		? test
		: test.skip;
}

/** Root's login at a server on this machine. */
export function loginAt(port: number): string[] {
	return ["--no-defaults", "-h127.0.0.1", `-P${port}`, "-uroot"];
}

/** Runs `program` to its end. Text is bytes, as a dump may hold any. */
export function run(program: string, port: number, words: readonly string[], input = ""): Promise<Printed> {
	return runPlain(program, [...loginAt(port), ...words], input);
}

export function runPlain(program: string, words: readonly string[], input = ""): Promise<Printed> {
	const child = spawn(program, words, { stdio: "pipe", ...longestRun });
	const text = { stdout: "", stderr: "" };
	child.stdout.setEncoding("latin1").on("data", (part: string) => void (text.stdout += part));
	child.stderr.setEncoding("latin1").on("data", (part: string) => void (text.stderr += part));
	child.stdin.on("error", () => {}).end(input, "latin1");
	return new Promise((resolve) => child.on("close", (exitCode) => resolve({ ...text, exitCode })));
}
