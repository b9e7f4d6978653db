/**
 * Long work of the store in slices, between which others have their turn.
 *
 * In: work that yields now and then. Out: what it makes: all at once, for who can't wait, or later. It refuses to know the work.
 */
import { runningMs } from "../clock.ts";
import { othersTurn, turnMs } from "./event-loop-yield.ts";

/** Yields about every tenth of a millisecond. */
export type Steps<T> = Generator<undefined, T>;

export function atOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done === true) {
			return step.value;
		}
	}
}

/** One slice: undefined if more is to be done. */
export function oneSlice<T>(steps: Steps<T>): { readonly made: T } | undefined {
	const end = runningMs() + turnMs;
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

export async function inSlices<T>(steps: Steps<T>): Promise<T> {
	for (;;) {
		const slice = oneSlice(steps);
		if (slice !== undefined) {
			return slice.made;
		}
		await othersTurn();
	}
}
