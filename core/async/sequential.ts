/**
 * Runs a step for one item after the other, synchronously as long as the steps answer synchronously.
 */
import type { MaybePromise } from "./maybe-promise.ts";

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
