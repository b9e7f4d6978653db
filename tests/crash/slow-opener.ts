/**
 * A process that opens a store's file again and again, and takes its time: what others commit meanwhile is not what
 * it publishes.
 *
 * In: the path. Out: the running process, which ends by itself after some seconds; undefined where strace cannot hold
 * it up.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasStrace, pausing } from "./strace.ts";

const openerProgram = fileURLToPath(new URL("./opener.js", import.meta.url));
/** After each piece of memory that it takes, and the file is one. */
const pauseUs = 3000;

export function openSlowly(path: string): ChildProcess | undefined {
	const [strace, ...words] = pausing("mmap", pauseUs);
	return hasStrace()
		? spawn(strace!, [...words, process.execPath, openerProgram, path], { stdio: ["ignore", "ignore", "inherit"] })
		: undefined;
}
