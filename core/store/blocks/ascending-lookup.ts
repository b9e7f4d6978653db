/**
 * Many keys that ascend, looked for one after the other: what each holds is handed on where it lies.
 *
 * In: a state of the file, keys as bytes. Out: for each key that is there its value's place in memory, until the next
 * one. What it answers is what the state's `get` answers key by key; `many-lookup.ts` does it for keys in any order.
 *
 * Why: 5,000 rows that entries of an index lead to lie in every block: no string a key, and a block is found once for
 * all its rows.
 */
import type { EntryCursor } from "./entry-cursor.ts";
import type { EntryPage } from "./entry-page.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";
import type { KeyList } from "../page/key-list.ts";
import type { LmdbState } from "../lmdb/lmdb-state.ts";

/** A method, where a closure would do: what V8 compiles of a closure is forgotten with it. */
export interface ValueTaker {
	/** The value of key `at` lies in `bytes` from `start` up to `end`, until this returns. False: enough. */
	take(at: number, bytes: Uint8Array, start: number, end: number): boolean;
}

/** False: who takes them has had enough. */
export function lookUpAscending(state: LmdbState, keys: KeyList, taker: ValueTaker): boolean {
	const lookup = new AscendingLookup(state, keys);
	try {
		return lookup.run(taker);
	} finally {
		lookup.end();
	}
}

/** What goes wrong with whoever takes a value is no damage of the store. */
export class GuardedTaker implements ValueTaker {
	readonly #taker: ValueTaker;
	#failure: { readonly error: unknown } | undefined;

	constructor(taker: ValueTaker) {
		this.#taker = taker;
	}

	take(at: number, bytes: Uint8Array, start: number, end: number): boolean {
		try {
			return this.#taker.take(at, bytes, start, end);
		} catch (error) {
			this.#failure = { error };
			return false;
		}
	}

	/** Throws what was thrown. */
	check(): void {
		if (this.#failure !== undefined) {
			throw this.#failure.error;
		}
	}
}

class AscendingLookup {
	readonly #state: LmdbState;
	readonly #keys: KeyList;
	readonly #singles: EntryCursor;
	readonly #blocks: EntryCursor;
	/** Holds the block that was looked into last. */
	readonly #page: EntryPage;
	#hasBlock = false;
	/** Where in the block the last key was. */
	#place = 0;
	/** The first single entry that is not before the last key; length 0: there is none. */
	#single = new Uint8Array(64);
	#singleBytes = -1;

	constructor(state: LmdbState, keys: KeyList) {
		this.#state = state;
		this.#keys = keys;
		this.#singles = state.takeWay();
		this.#blocks = state.takeWay();
		this.#page = state.takePage();
	}

	run(taker: ValueTaker): boolean {
		const { count } = this.#keys;
		for (let at = 0; at < count; at++) {
			if (this.#isAlone(at)) {
				const value = this.#state.getAlone(this.#keys.key(at));
				if (value !== undefined && !taker.take(at, value, 0, value.length)) {
					return false;
				}
			} else if (this.#isInBlock(at)) {
				const { view } = this.#page;
				if (!taker.take(at, view.bytes, view.valueStart(this.#place), view.valueEnd(this.#place))) {
					return false;
				}
			}
		}
		return true;
	}

	end(): void {
		this.#state.giveBack(this.#page, [this.#singles, this.#blocks]);
	}

	#isAlone(at: number): boolean {
		if (this.#singleBytes === 0) {
			return false;
		}
		let order = this.#singleBytes < 0 ? -1 : this.#orderOfSingle(at);
		if (order < 0) {
			this.#seekSingle(at);
			order = this.#singleBytes === 0 ? 1 : this.#orderOfSingle(at);
		}
		return order === 0;
	}

	/** Negative if the single entry is before the key. */
	#orderOfSingle(at: number): number {
		const keys = this.#keys;
		return compareBytes(this.#single, 0, this.#singleBytes, keys.bytes, keys.start(at), keys.ends[at]!);
	}

	/** Its key is kept: cursors may share the memory in which they show theirs. */
	#seekSingle(at: number): void {
		const cursor = this.#singles;
		if (!cursor.seek(this.#keys.key(at)) || cursor.isShadow) {
			this.#singleBytes = 0;
			return;
		}
		const { keyBytes, keyStart, keyEnd } = cursor;
		const length = keyEnd - keyStart;
		if (length > this.#single.length) {
			this.#single = new Uint8Array(2 * length);
		}
		for (let byte = 0; byte < length; byte++) {
			this.#single[byte] = keyBytes[keyStart + byte]!;
		}
		this.#singleBytes = length;
	}

	#isInBlock(at: number): boolean {
		const { bytes, ends } = this.#keys;
		const start = this.#keys.start(at);
		const end = ends[at]!;
		const { view } = this.#page;
		if (this.#hasBlock) {
			const place = view.nextFrom(bytes, start, end, this.#place);
			if (place < view.count) {
				this.#place = place;
				return view.isAt(place, bytes, start, end);
			}
		}
		return this.#openBlock(at) && view.isAt(this.#place, bytes, start, end);
	}

	/** The block that may hold the key, and the place in it. */
	#openBlock(at: number): boolean {
		const keys = this.#keys;
		this.#hasBlock = this.#blocks.seekBlock(keys.key(at));
		if (!this.#hasBlock) {
			return false;
		}
		this.#state.openBlock(this.#blocks, this.#page);
		this.#place = this.#page.view.nextFrom(keys.bytes, keys.start(at), keys.ends[at]!, 0);
		return true;
	}
}
