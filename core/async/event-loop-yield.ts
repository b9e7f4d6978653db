/**
 * Cooperative scheduling: long work yields to the event loop, so that short statements, KILL and signals are served.
 *
 * The promise resolves when all events that had arrived by then have been handled. Node polls for events in one phase
 * and runs immediates in the next: work that began with a packet and continued in an immediate had two slices before
 * any other event was handled, and all waiting work ran in the same phase. So work that yields lets one phase of
 * immediates pass, and of several that wait one continues at a time.
 */
import { setImmediate } from "./timers.ts";

/** Longest time that work runs before it yields. */
export const sliceMs = 1;

/** Work that has let one phase of immediates pass. */
const waiting: (() => void)[] = [];
let isScheduled = false;

export function yieldToEventLoop(): Promise<void> {
	return new Promise((resolve) => {
		// Runs before the loop polls for packets, if this work began with a packet of the current phase.
		setImmediate(wait, resolve);
	});
}

function wait(resolve: () => void): void {
	waiting.push(resolve);
	if (!isScheduled) {
		isScheduled = true;
		setImmediate(goOn);
	}
}

/** Resumes one; it yields again or ends. */
function goOn(): void {
	const next = waiting.shift();
	isScheduled = waiting.length > 0;
	if (isScheduled) {
		setImmediate(goOn);
	}
	next?.();
}
