/**
 * Long work in small steps, between which others have their turn.
 *
 * In: work that yields now and then. Out: an answer once all is done; or all of it at once, for who can't wait. It
 * refuses to know the work.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";

/** Yields about every few milliseconds. */
export type CooperativeTask = Generator<undefined, void>;

export function runInSlices(execution: Pick<Execution, "giveWay">, steps: CooperativeTask): MaybePromise<void> {
	while (steps.next().done !== true) {
		const turn = execution.giveWay();
		if (turn instanceof Promise) {
			return turn.then(() => runInSlices(execution, steps));
		}
	}
}

export function runToEnd(steps: CooperativeTask): void {
	while (steps.next().done !== true) {
		// Nobody else has a turn.
	}
}
