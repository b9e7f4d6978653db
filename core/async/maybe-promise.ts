/**
 * Steps that go on at once where the store answers at once, and after a promise where it does not.
 *
 * In: an answer and what to do with it. Out: an answer. It spares the point read a promise, and every caller
 * the question whether it has one.
 */
import type { Answer } from "../store/store.ts";

/** `next` with the answer's value: now, or when it is there. */
export function after<T, R>(answer: Answer<T>, next: (value: T) => Answer<R>): Answer<R> {
	return answer instanceof Promise ? answer.then(next) : next(answer);
}

/** Runs a step whose failure, at once or later, is turned into an answer. */
export function attempt<T>(step: () => Answer<T>, failed: (failure: unknown) => Answer<T>): Answer<T> {
	try {
		const answer = step();
		return answer instanceof Promise ? answer.catch(failed) : answer;
	} catch (failure) {
		return failed(failure);
	}
}

/** Runs a step and, whatever becomes of it, `last` behind it. */
export function lastly<T>(step: () => Answer<T>, last: () => void): Answer<T> {
	let answer: Answer<T>;
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
