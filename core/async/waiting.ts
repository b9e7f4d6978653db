/**
 * Functions that wait, such as SLEEP() and GET_LOCK(): their value, or a `Waiting` thrown to the operator.
 *
 * The operator evaluates all expressions of the row again when the value has arrived (`async/suspension.ts`). So each
 * call keeps its value until its row is done: evaluated again for the same row it answers the same.
 */
import { yieldToEventLoop } from "./event-loop-yield.ts";
import type { Evaluation } from "../types/evaluation/evaluation.ts";
import type { Value } from "../types/value/value.ts";

/** Thrown by an expression that can't answer yet. */
export class Waiting {
	readonly arrival: Promise<unknown>;

	constructor(arrival: Promise<unknown>) {
		this.arrival = arrival;
	}
}

/** A row that waits so often gives way to others. */
const arrivalsInTurn = 32;

interface Kept {
	value: unknown;
	/** Its value was returned since the row's evaluation last began. */
	isUsed: boolean;
}

const kept = new WeakMap<Evaluation, Map<object, Kept>>();

/** Returns what has arrived for a site since the row's evaluation first began, or nothing. */
export function recall(evaluation: Evaluation, site: object): unknown {
	const calls = kept.get(evaluation);
	const known = calls?.get(site);
	if (known === undefined) {
		return undefined;
	}
	if (known.isUsed) {
		// A further row.
		calls!.clear();
		return undefined;
	}
	known.isUsed = true;
	return known.value;
}

/** Drops what `recall` has returned. */
export function forgetArrived(evaluation: Evaluation, site: object): void {
	kept.get(evaluation)?.delete(site);
}

/** Throws `Waiting`; all that had arrived for the row is there to be recalled when its evaluation begins again. */
export function waitFor(evaluation: Evaluation, site: object, value: Promise<unknown>): never {
	const calls = callsOf(evaluation);
	throw new Waiting(
		value.then((arrived) => {
			for (const call of calls.values()) {
				call.isUsed = false;
			}
			calls.set(site, { value: arrived, isUsed: false });
			// Of a row of thousands each is evaluated again, also where none of them had to wait for long.
			return calls.size % arrivalsInTurn === 0 ? yieldToEventLoop() : undefined;
		}),
	);
}

/**
 * `site`: one object for each place that the call is compiled for. An alias in several clauses, or twice in one, is a
 * call in each place.
 */
export function once(evaluation: Evaluation, site: object, begin: () => Value | Promise<Value>): Value {
	const known = recall(evaluation, site);
	if (known !== undefined) {
		return known as Value;
	}
	const value = begin();
	if (value instanceof Promise) {
		waitFor(evaluation, site, value);
	}
	callsOf(evaluation).set(site, { value, isUsed: true });
	return value;
}

function callsOf(evaluation: Evaluation): Map<object, Kept> {
	let calls = kept.get(evaluation);
	if (calls === undefined) {
		calls = new Map();
		kept.set(evaluation, calls);
	}
	return calls;
}
