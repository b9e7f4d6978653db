/**
 * A task in a process of its own: started, and its answer read.
 *
 * In: the task's file, words. Out: what it printed, as JSON.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export async function runTask<T>(file: string, words: readonly (string | number)[]): Promise<T> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		["--expose-gc", "--no-warnings", fileURLToPath(new URL(`./${file}.js`, import.meta.url)), ...words.map(String)],
		{ maxBuffer: 1 << 26 },
	);
	return JSON.parse(stdout) as T;
}

/** CPU time of this process so far, all threads. */
export function usedMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** The library as it is packed. */
export const libraryFile = fileURLToPath(new URL("../../bundle/database.cjs", import.meta.url));
