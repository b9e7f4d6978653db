/**
 * Cooperative tasks: long work as a generator that yields in short steps, run at once or in slices of the event loop.
 */
import { runningMs } from "./clock.ts";
import { yieldToEventLoop, sliceMs } from "./event-loop-yield.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import { work } from "./work-meter.ts";

/** Yields at least every few milliseconds. */
export type CooperativeTask<T = void> = Generator<undefined, T>;

/** Runs a task without yielding to the event loop. */
export function runToEnd<T>(steps: CooperativeTask<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
	}
}

/** Runs one slice; returns undefined if the task is not done. */
export function runSlice<T>(steps: CooperativeTask<T>): { readonly made: T } | undefined {
	const end = runningMs() + sliceMs;
	for (;;) {
		const step = steps.next();
		work.units = 0;
		if (step.done === true) {
			return { made: step.value };
		}
		if (runningMs() > end) {
			return undefined;
		}
	}
}

/** Runs a task in slices, with other work of the event loop in between. */
export async function runInSlices<T>(steps: CooperativeTask<T>): Promise<T> {
	for (;;) {
		const slice = runSlice(steps);
		if (slice !== undefined) {
			return slice.made;
		}
		await yieldToEventLoop();
	}
}

/** Runs a task of a statement; its `giveWay` decides after each step whether to yield. */
export function runGivingWay<T>(
	statement: { giveWay(): MaybePromise<void> },
	steps: CooperativeTask<T>,
): MaybePromise<T> {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
		work.units = 0;
		const turn = statement.giveWay();
		if (turn instanceof Promise) {
			return turn.then(() => runGivingWay(statement, steps));
		}
	}
}
