/**
 * Batched lookup of ascending keys in memtable runs and in the engine beneath, values passed on in place.
 *
 * Answers as a lookup key by key in the newest run, then the older ones, then beneath would. Runs are given oldest
 * first.
 */
import type { ValueTaker } from "../page/value-taker.ts";
import type { EntryRun } from "../page/entry-run.ts";
import { KeyList } from "../page/key-list.ts";
import { lookUpInRun } from "./run-lookup.ts";

/** `beneath` returns false if the taker ended the lookup or the engine cannot do it this way. */
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

/** The entries found in runs. */
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

/** Merges the entries found in runs into those found beneath. */
class OverlaidTaker implements ValueTaker {
	readonly above: Above;
	/** Indexes of the keys to be looked up beneath. */
	readonly places: number[] = [];
	readonly #taker: ValueTaker;
	/** Index of the first key not yet passed on. */
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
