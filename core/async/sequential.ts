/**
 * The same step for one thing after the other, at once where the steps answer at once.
 *
 * In: things and a step. Out: an answer once all are done.
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
