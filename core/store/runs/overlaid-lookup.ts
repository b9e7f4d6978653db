/**
 * Many keys that ascend, looked for in runs and in what they are laid over: what each holds is handed on where it
 * lies.
 *
 * In: runs, the oldest first, keys as bytes, and a way to look beneath. Out: for each key that is there its value's
 * place in memory, in the order of the keys. What it answers is what looking key by key in the newest run, the one
 * before and so on answers.
 */
import type { ValueTaker } from "../blocks/ascending-lookup.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { KeyList } from "../page/key-list.ts";
import { lookUpInRun } from "./run-lookup.ts";

/** `beneath`: false if who takes values has had enough, or it can't be done so. */
export function lookUpOver(
	runs: readonly EntryRun[],
	keys: KeyList,
	taker: ValueTaker,
	beneath: (keys: KeyList, taker: ValueTaker) => boolean,
): boolean {
	const overlaid = new OverlaidTaker(keys.count, taker);
	const { above } = overlaid;
	for (const run of runs) {
		lookUpInRun(run, keys, above);
	}
	const rest = new KeyList();
	for (let at = 0; at < keys.count; at++) {
		if (above.states[at] === isBeneath) {
			rest.add(keys.area, keys.start(at), keys.ends[at]!);
			overlaid.places.push(at);
		}
	}
	return (rest.count === 0 || beneath(rest, overlaid)) && overlaid.finish();
}

const isBeneath = 0;
const isAbove = 1;
const isRemoved = 2;

/** What is found in runs. */
class Above {
	readonly states: Uint8Array;
	readonly sources: Uint8Array[] = [];
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;

	constructor(count: number) {
		this.states = new Uint8Array(count);
		this.starts = new Uint32Array(count);
		this.ends = new Uint32Array(count);
	}

	take(at: number, bytes: Uint8Array, start: number, end: number): boolean {
		this.states[at] = isAbove;
		this.sources[at] = bytes;
		this.starts[at] = start;
		this.ends[at] = end;
		return true;
	}

	takeAway(at: number): void {
		this.states[at] = isRemoved;
	}
}

/** Hands on what is above in between what is beneath. */
class OverlaidTaker implements ValueTaker {
	readonly above: Above;
	/** Which keys are looked for beneath. */
	readonly places: number[] = [];
	readonly #taker: ValueTaker;
	/** The first key of which nothing was handed on yet. */
	#next = 0;

	constructor(count: number, taker: ValueTaker) {
		this.above = new Above(count);
		this.#taker = taker;
	}

	take(place: number, bytes: Uint8Array, start: number, end: number): boolean {
		const at = this.places[place]!;
		if (!this.#goTo(at)) {
			return false;
		}
		this.#next = at + 1;
		return this.#taker.take(at, bytes, start, end);
	}

	finish(): boolean {
		return this.#goTo(this.above.states.length);
	}

	#goTo(end: number): boolean {
		const { states, sources, starts, ends } = this.above;
		for (; this.#next < end; this.#next++) {
			const at = this.#next;
			if (states[at] === isAbove && !this.#taker.take(at, sources[at]!, starts[at]!, ends[at]!)) {
				return false;
			}
		}
		return true;
	}
}
