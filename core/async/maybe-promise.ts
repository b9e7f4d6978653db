/**
 * Values that are available now or as a promise: steps run synchronously where the store answers synchronously.
 *
 * Saves a point read the cost of a promise, and callers the case distinction.
 */

/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: now, or when it is available. */
export function after<T, R>(answer: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** All values: now, where each is available now. */
export function all<T>(answers: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
	return answers.some((answer) => answer instanceof Promise) ? Promise.all(answers) : (answers as readonly T[]);
}

/** Runs a step and turns its failure, synchronous or not, into a value. */
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

/** Runs a step and then `last`, whether the step succeeds or fails. */
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
