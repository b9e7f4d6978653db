/**
 * Long work in small steps, between which others have their turn.
 *
 * In: work that yields now and then. Out: an answer once all is done; or all of it at once, for who can't wait. It refuses to know
 * the work.
 */
import type { Answer } from "../../store/store.ts";
import type { Execution } from "../execution.ts";

/** Yields about every few milliseconds. */
export type Steps = Generator<undefined, void>;

export function inTurns(execution: Pick<Execution, "giveWay">, steps: Steps): Answer<void> {
	while (steps.next().done !== true) {
		const turn = execution.giveWay();
		if (turn instanceof Promise) {
			return turn.then(() => inTurns(execution, steps));
		}
	}
}

export function atOnce(steps: Steps): void {
	while (steps.next().done !== true) {
		// Nobody else has a turn.
	}
}
