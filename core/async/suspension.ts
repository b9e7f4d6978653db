/**
 * Expressions that have to wait: a subquery within one reads a store that answers with a promise.
 *
 * An expression answers at once or not at all: it throws a `Waiting`, and the operator that called it calls it again
 * when what it waits for has arrived. With an engine inside the process nobody ever waits. So an operator's work on a
 * batch is a loop that can go on where it stopped: it evaluates all expressions of a row before it keeps anything of
 * it.
 */
import { Waiting } from "./waiting.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import type { Row } from "../types/value/value.ts";

export { Waiting };

/** Does the work, again from its beginning each time it had to wait. */
export function retrying<T>(work: () => T): MaybePromise<T> {
	try {
		return work();
	} catch (thrown) {
		if (thrown instanceof Waiting) {
			return thrown.arrival.then(() => retrying(work));
		}
		throw thrown;
	}
}

/** Calls `step` for each row in turn, again for the same one after it had to wait. */
export function eachRow(rows: readonly Row[], step: (row: Row) => void): MaybePromise<void> {
	let at = 0;
	return retrying(() => {
		for (; at < rows.length; at++) {
			step(rows[at]!);
		}
	});
}
