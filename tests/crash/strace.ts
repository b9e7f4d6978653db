/**
 * Fault injection with strace: system calls that fail, or that end the program.
 *
 * Returns command words to put before a program's own.
 */
import { spawnSync } from "node:child_process";

/** Calls that change files, where they concern no pipe. */
export const changingCalls = [
	"pwrite64",
	"pwritev",
	"writev",
	"fsync",
	"fdatasync",
	"ftruncate",
	"rename",
	"link",
	"mkdir",
	"unlink",
	"rmdir",
] as const;

export function hasStrace(): boolean {
	return spawnSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" }).status === 0;
}

/**
 * From the `from`-th call on all of them fail with this error (`EIO`, `ENOSPC`). `paths`: only those on these files.
 */
export function failing(calls: string, error: string, from: number, paths: readonly string[]): string[] {
	return [
		"strace",
		"-f",
		"-qq",
		"-o",
		"/dev/null",
		...paths.flatMap((path) => ["-P", path]),
		"-e",
		`trace=${calls}`,
		"-e",
		`inject=${calls}:error=${error}:when=${from}+`,
		"-e",
		"signal=none",
	];
}

/** Kills the program when a thread makes its `at`-th call of this name, which is not made. */
export function killing(call: string, at: number): string[] {
	return [
		"strace",
		"-f",
		"-qq",
		"-o",
		"/dev/null",
		"-e",
		`trace=${call}`,
		"-e",
		`inject=${call}:error=EIO:signal=SIGKILL:when=${at}`,
		"-e",
		"signal=none",
	];
}

/** Delays the program after each of its calls of this name. */
export function pausing(call: string, pauseUs: number): string[] {
	return [
		"strace",
		"-f",
		"-qq",
		"-o",
		"/dev/null",
		"-e",
		`trace=${call}`,
		"-e",
		`inject=${call}:delay_exit=${pauseUs}`,
	];
}
