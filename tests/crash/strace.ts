/**
 * System calls that fail, or end the program that makes them: strace can meddle with them from outside.
 *
 * In: names of system calls, what is to become of which. Out: words to put before a program's own.
 */
import { spawnSync } from "node:child_process";

/** What changes files, as far as it is no pipe's business, too. */
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
 * From the `from`-th call on all of them fail with this error (`EIO`, `ENOSPC`). `paths`: only those about these
 * files.
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

/** The program is killed when a thread makes its `at`-th call of this name: the call is not made. */
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

/** The program goes on only so long after each of its calls of this name. */
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
