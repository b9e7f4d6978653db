/**
 * Values that are there now or as a promise: steps run at once where the store answers at once.
 *
 * Saves a point read the cost of a promise, and callers the case distinction.
 */

/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** `next` with the answer's value: now, or when it is there. */
export function after<T, R>(answer: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Runs a step whose failure, at once or later, is turned into an answer. */
export function attempt<T>(
	step: () => MaybePromise<T>,
	failed: (failure: unknown) => MaybePromise<T>,
): MaybePromise<T> {
	try {
		const answer = step();
		return answer instanceof Promise ? answer.catch(failed) : answer;
	} catch (failure) {
		return failed(failure);
	}
}

/** Runs a step and, whatever becomes of it, `last` behind it. */
export function lastly<T>(step: () => MaybePromise<T>, last: () => void): MaybePromise<T> {
	let answer: MaybePromise<T>;
	try {
		answer = step();
	} catch (failure) {
		last();
		throw failure;
	}
	if (answer instanceof Promise) {
		return answer.finally(last);
	}
	last();
	return answer;
}
