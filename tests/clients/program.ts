/**
 * Runs the command-line programs of a MySQL client against a server; tests are skipped where a program is absent.
 */
import { spawn, spawnSync } from "node:child_process";
import test from "ava";
import { longestRun } from "../longest-run.ts";

export interface Printed {
	readonly stdout: string;
	readonly stderr: string;
	readonly exitCode: number | null;
}

/** Returns `test`, or `test.skip` where one of the programs is not installed. */
export function testWith(...programs: readonly string[]): typeof test | typeof test.skip {
	return programs.every((program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined)
		? test
		: test.skip;
}

/** Returns the options to log in as root at a server on this machine. */
export function loginAt(port: number): string[] {
	return ["--no-defaults", "-h127.0.0.1", `-P${port}`, "-uroot"];
}

/** Runs `program` until it ends. Text is bytes, as a dump may hold any. */
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
