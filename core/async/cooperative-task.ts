/**
 * Long work of the store in slices, between which others have their turn.
 *
 * In: work that yields now and then. Out: what it makes: all at once, for who can't wait, or later. It refuses to
 * know the work.
 */
import { runningMs } from "../clock.ts";
import { yieldToEventLoop, sliceMs } from "./event-loop-yield.ts";

/** Yields about every tenth of a millisecond. */
export type CooperativeTask<T> = Generator<undefined, T>;

export function runToEnd<T>(steps: CooperativeTask<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
	}
}

/** One slice: undefined if more is to be done. */
export function runSlice<T>(steps: CooperativeTask<T>): { readonly made: T } | undefined {
	const end = runningMs() + sliceMs;
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return { made: step.value };
		}
		if (runningMs() > end) {
			return undefined;
		}
	}
}

export async function runInSlices<T>(steps: CooperativeTask<T>): Promise<T> {
	for (;;) {
		const slice = runSlice(steps);
		if (slice !== undefined) {
			return slice.made;
		}
		await yieldToEventLoop();
	}
}
