/**
 * Is the process still running that said so of itself in a file?
 *
 * In: its number and its birth. Out: whether it runs. A number is given again when its process is over, the birth is
 * not. A process that has ended, but whose parent has not asked how, still has its number and runs no more: where
 * nobody asks, as in a container without an init process, that is for ever.
 *
 *     /proc/77/stat    77 (any name) S 1 ... 8812 ...      behind the name: state; 20th, the birth in ticks of the system's clock
 */
import { readFileSync } from "node:fs";

const stateAt = 0;
const birthAt = 19;
/** Zombie; dead. */
const endedStates = ["Z", "X"];

let ownBirth: string | null | undefined;

/** Null where the system does not say. Of this process it is asked once. */
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
