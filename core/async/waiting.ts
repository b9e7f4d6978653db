/**
 * Functions that wait, such as SLEEP() and GET_LOCK(): their value, or a `Waiting` thrown to the operator.
 *
 * The operator evaluates all expressions of the row again when the value has arrived (`async/suspension.ts`). So each
 * call keeps its value until its row is done: evaluated again for the same row it answers the same.
 */
import type { Evaluation } from "../types/evaluation/evaluation.ts";
import type { Value } from "../types/value/value.ts";

/** Thrown by an expression that can't answer yet. */
export class Waiting {
	readonly arrival: Promise<unknown>;

	constructor(arrival: Promise<unknown>) {
		this.arrival = arrival;
	}
}

interface Kept {
	value: Value;
	/** Its value was returned since the row's evaluation last began. */
	isUsed: boolean;
}

const kept = new WeakMap<Evaluation, Map<object, Kept>>();

/**
 * `site`: one object for each place that the call is compiled for. An alias in several clauses, or twice in one, is a
 * call in each place.
 */
export function once(evaluation: Evaluation, site: object, begin: () => Value | Promise<Value>): Value {
	let calls = kept.get(evaluation);
	if (calls === undefined) {
		calls = new Map();
		kept.set(evaluation, calls);
	}
	const known = calls.get(site);
	if (known !== undefined && !known.isUsed) {
		known.isUsed = true;
		return known.value;
	}
	if (known !== undefined) {
		calls.clear();
	}
	const value = begin();
	if (!(value instanceof Promise)) {
		calls.set(site, { value, isUsed: true });
		return value;
	}
	const before = calls;
	throw new Waiting(
		value.then((arrived) => {
			for (const call of before.values()) {
				call.isUsed = false;
			}
			before.set(site, { value: arrived, isUsed: false });
		}),
	);
}
