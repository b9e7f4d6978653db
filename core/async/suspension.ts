/**
 * Suspends a row's expressions while a subquery or function in one of them waits for a promise.
 *
 * An expression answers at once or throws a `Waiting`; the operator then evaluates the row again when the awaited
 * value has arrived. An engine inside the process never suspends. So an operator's work on a batch is a loop that can
 * resume: it evaluates all expressions of a row before it keeps any result of it.
 */
import { Waiting } from "./waiting.ts";
import { pauseAfterTurn, type TurnTaker, unitsInTurn, work } from "./work-meter.ts";
import { after, type MaybePromise } from "./maybe-promise.ts";
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

/** Calls `step` for each row in turn, again for the same one after it had to wait. Gives way after much work. */
export function eachRow(rows: readonly Row[], step: (row: Row) => void, statement: TurnTaker): MaybePromise<void> {
	let at = 0;
	return retrying(() => {
		while (at < rows.length) {
			step(rows[at]!);
			at++;
			if (work.units > unitsInTurn) {
				pauseAfterTurn(statement);
			}
		}
	});
}

/**
 * Calls `add` for each row in turn; where it returns true, memory is full, and `relieve` comes before the next row:
 * a thousand rows of megabytes would be kept otherwise until the batch ends.
 */
export function eachRowUntilFull(
	rows: readonly Row[],
	add: (row: Row) => boolean,
	relieve: () => MaybePromise<void>,
	statement: TurnTaker,
): MaybePromise<void> {
	let at = 0;
	const fill = (): boolean => {
		while (at < rows.length) {
			const isFull = add(rows[at]!);
			at++;
			if (isFull) {
				return true;
			}
			if (work.units > unitsInTurn) {
				pauseAfterTurn(statement);
			}
		}
		return false;
	};
	const run = (): MaybePromise<void> => after(retrying(fill), (isFull) => (isFull ? after(relieve(), run) : undefined));
	return run();
}
