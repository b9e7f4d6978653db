/**
 * How long the processes of test files run, with the CPU time of all that they started: recorded for `run.ts`, which
 * names the longest.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Names the file of the records; not VERSO_, which would be a setting of servers. */
export const durationVariable = "TEST_DURATIONS";
const processFacts = "/proc/self/stat";
const ticksOfSecond = 100;

interface Duration {
	readonly file: string;
	readonly seconds: number;
	/** 0 where the system does not say. */
	readonly cpuSeconds: number;
}

/** Records it when this process ends. */
export function recordDuration(file: string): void {
	const path = process.env[durationVariable];
	if (path !== undefined) {
		process.once("exit", () => {
			const duration: Duration = { file, seconds: process.uptime(), cpuSeconds: cpuSeconds() };
			appendFileSync(path, `${JSON.stringify(duration)}\n`);
		});
	}
}

/** A line for each of the longest files. */
export function longestFiles(path: string, most: number): readonly string[] {
	const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
	return lines
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as Duration)
		.sort((one, other) => other.seconds - one.seconds)
		.slice(0, most)
		.map(({ file, seconds, cpuSeconds: cpu }) => `${seconds.toFixed(0)} s (${cpu.toFixed(0)} s of CPU time) ${file}`);
}

/** User and system time, of this process and of children that have ended: proc(5). */
function cpuSeconds(): number {
	if (!existsSync(processFacts)) {
		return 0;
	}
	// The name in parentheses may hold spaces; the third field follows it.
	const fields = readFileSync(processFacts, "utf8").split(") ").at(-1)!.split(" ");
	return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksOfSecond;
}
