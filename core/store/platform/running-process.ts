/**
 * Checks whether a process recorded in a file still runs, by its id and its start time.
 *
 * Process ids are reused, start times are not. A zombie (ended, but not reaped by its parent) still has its id and
 * does not run: in a container without an init process it stays forever.
 *
 *     /proc/77/stat    77 (any name) S 1 ... 8812 ...      after the name: state; 20th, the start time in clock ticks
 */
import { readFileSync } from "node:fs";

const stateAt = 0;
const birthAt = 19;
/** Zombie; dead. */
const endedStates = ["Z", "X"];

let ownBirth: string | null | undefined;

/** Returns the start time, null where the operating system does not provide it. Cached for this process. */
export function birthOf(processId: number): string | null {
	if (processId !== process.pid) {
		return factsOf(processId)?.[birthAt] ?? null;
	}
	ownBirth ??= factsOf(processId)?.[birthAt] ?? null;
	return ownBirth;
}

/** `birth`: unknown if null. */
export function isRunningProcess(processId: number, birth: string | null): boolean {
	try {
		process.kill(processId, 0);
	} catch (failure) {
		if ((failure as NodeJS.ErrnoException).code !== "EPERM") {
			return false;
		}
	}
	const facts = factsOf(processId);
	if (facts === undefined) {
		return true;
	}
	return !endedStates.includes(facts[stateAt] ?? "") && (birth === null || facts[birthAt] === birth);
}

function factsOf(processId: number): string[] | undefined {
	try {
		const line = readFileSync(`/proc/${processId}/stat`, "latin1");
		return line.slice(line.lastIndexOf(")") + 2).split(" ");
	} catch {
		return undefined;
	}
}
