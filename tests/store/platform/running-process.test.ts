/**
 * Processes that run, that have ended, and zombies.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "ava";
import { birthOf, isRunningProcess } from "../../../core/store/platform/running-process.ts";

test("this process runs, and a former one with its pid does not", (t) => {
	t.true(isRunningProcess(process.pid, birthOf(process.pid)));
	t.true(isRunningProcess(process.pid, null));
	t.is(isRunningProcess(process.pid, "1"), process.platform !== "linux");
	t.false(isRunningProcess(2 ** 22 + 1, null));
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("an ended process does not run, even as a zombie", async (t) => {
	// The shell's child ends, and the shell becomes a program that does not reap it.
	const parent = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 30"], { stdio: ["ignore", "pipe", "ignore"] });
	t.teardown(() => parent.kill());
	const child = await new Promise<number>((resolve) =>
		parent.stdout.once("data", (bytes: Buffer) => resolve(Number(bytes))),
	);
	const state = (): string => /\) (.)/.exec(readFileSync(`/proc/${child}/stat`, "latin1"))![1]!;
	while (state() !== "Z") {
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	t.notThrows(() => process.kill(child, 0));
	t.false(isRunningProcess(child, birthOf(child)));
});
