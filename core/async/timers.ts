/**
 * Timers as they were when this module was loaded: a test that fakes those of its process stops no statement.
 */
import { setImmediate as turnOnce, setTimeout as wait } from "node:timers/promises";

export const { setInterval, setImmediate, clearTimeout, clearInterval, queueMicrotask } = globalThis;

const startTimer = globalThis.setTimeout;

/** Node's timers end after one millisecond where they are asked for more: 24.8 days. */
const longestMs = 2 ** 31 - 1;

/** `setTimeout` of any length: a longer one ends after 24.8 days. */
export function setTimeout(act: (nothing?: undefined) => void, delayMs?: number): NodeJS.Timeout {
	return startTimer(act, Math.min(delayMs ?? 0, longestMs));
}

/** Resolves after so many milliseconds. */
export const delay = wait;

/** Waits for work, but no longer than that; the timer goes with the work, so that it keeps no process. */
export function patiently(work: Promise<unknown>, limitMs: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const late = setTimeout(resolve, limitMs);
		work.then(
			() => {
				clearTimeout(late);
				resolve();
			},
			(failure: unknown) => {
				clearTimeout(late);
				reject(failure);
			},
		);
	});
}

/** Resolves in the next turn of the event loop. */
export const turn = turnOnce;

/** The time of day, in milliseconds since 1970 UTC. */
export const nowMs = Date.now;
