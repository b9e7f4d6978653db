/**
 * Batched lookup of ascending keys: one pass over standalone entries and blocks, values read in place (zero-copy).
 *
 * Answers as the state's `get` does key by key; `many-lookup.ts` does it for keys in any order.
 *
 * Why: 5,000 rows that entries of an index refer to are spread over all blocks. No string is made for a key, and a
 * block is searched for once for all its rows.
 */
import type { EntryCursor } from "./entry-cursor.ts";
import type { EntryPage } from "./entry-page.ts";
import type { EntryTree } from "./entry-tree.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";
import type { KeyList } from "../page/key-list.ts";
import type { ValueTaker } from "../page/value-taker.ts";

/** Returns false if the taker ended the lookup. */
export function lookUpAscending(state: EntryTree, keys: KeyList, taker: ValueTaker): boolean {
	const lookup = new AscendingLookup(state, keys);
	try {
		return lookup.run(taker);
	} finally {
		lookup.end();
	}
}

/** Catches the taker's exceptions, which must not be taken for damage of the store. */
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

	/** Rethrows the caught exception. */
	check(): void {
		if (this.#failure !== undefined) {
			throw this.#failure.error;
		}
	}
}

class AscendingLookup {
	readonly #state: EntryTree;
	readonly #keys: KeyList;
	readonly #singles: EntryCursor;
	readonly #blocks: EntryCursor;
	/** Holds the block of the last lookup. */
	readonly #page: EntryPage;
	#hasBlock = false;
	/** Index of the last key in the block. */
	#place = 0;
	/** Key of the first standalone entry not before the last key; length 0: there is none. */
	#single = new Uint8Array(64);
	#singleBytes = -1;

	constructor(state: EntryTree, keys: KeyList) {
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

	/** Negative if the standalone entry is before the key. */
	#orderOfSingle(at: number): number {
		const keys = this.#keys;
		return compareBytes(this.#single, 0, this.#singleBytes, keys.bytes, keys.start(at), keys.ends[at]!);
	}

	/** Copies the entry's key: cursors may share the memory of their keys. */
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

	/** Opens the block that may hold the key and finds the key's index in it. */
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
