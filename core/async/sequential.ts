/**
 * Runs a step for one item after the other, synchronously as long as the steps answer synchronously.
 */
import { after, type MaybePromise } from "./maybe-promise.ts";
import type { TurnTaker } from "./work-meter.ts";

export function sequentially<T>(
	things: readonly T[],
	step: (thing: T, at: number) => MaybePromise<unknown>,
	from = 0,
): MaybePromise<void> {
	for (let at = from; at < things.length; at++) {
		const answer = step(things[at] as T, at);
		if (answer instanceof Promise) {
			return answer.then(() => sequentially(things, step, at + 1));
		}
	}
}

/** The same in a statement that gives way between two items. */
export function inTurns<T>(
	things: readonly T[],
	statement: TurnTaker,
	step: (thing: T, at: number) => MaybePromise<unknown>,
): MaybePromise<void> {
	return sequentially(things, (thing, at) => after(statement.giveWay(), () => step(thing, at)));
}
