/**
 * Process that opens a store's file again and again, slowed down: it publishes a state older than others' commits.
 *
 * Ends by itself after some seconds; undefined where strace cannot slow it down.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hasStrace, pausing } from "./strace.ts";

const openerProgram = fileURLToPath(new URL("./opener.js", import.meta.url));
/** After each memory mapping, of which the file is one. */
const pauseUs = 3000;

export function openSlowly(path: string): ChildProcess | undefined {
	const [strace, ...words] = pausing("mmap", pauseUs);
	return hasStrace()
		? spawn(strace!, [...words, process.execPath, openerProgram, path], { stdio: ["ignore", "ignore", "inherit"] })
		: undefined;
}
