/**
 * Rewrites a block with writes merged in, copying unchanged bytes in runs.
 *
 * Writes replace, add or remove entries between the block's first and last key; they are in order. Gives up if the
 * result does not fit in one block.
 *
 * Why: DELETE of 5,000 rows by index, a tenth of each block: 5.5 us a row, 10 with entries made and packed anew.
 *
 *     block      | a b c d e f g h |
 *     over             c'  †   h†        ──►   | a b c' d f g |
 */
import { BlockDraft } from "./block-draft.ts";
import type { BlockView } from "./block-view.ts";
import { copyBytes } from "../encoding/byte-area.ts";
import type { StandaloneEntry } from "./standalone-entry.ts";
import type { Key } from "../contract.ts";

const endsPlace = 6;

export class BlockSplicer {
	readonly #draft: BlockDraft;
	/** Of each write: its index in the block, and whether the block has its key. */
	#places = new Uint16Array(256);
	#isThere = new Uint8Array(256);
	#keyBytes = 0;
	#valueBytes = 0;
	/** Number of entries in the result. */
	count = 0;
	/** The first or the last entry was removed. */
	hasLostEnd = false;
	/** Offsets of the next key suffix and the next value. */
	#restAt = 0;
	#valueAt = 0;
	#into = 0;

	constructor(maximumBytes: number) {
		this.#draft = new BlockDraft(maximumBytes);
	}

	/** The last key of the block just made. */
	lastKey(): Key {
		return this.#draft.lastKey(this.count);
	}

	/**
	 * Returns the block's bytes, valid until the next call; undefined if they do not fit. Entries larger than
	 * `greatest` leave the block.
	 */
	splice(view: BlockView, over: readonly StandaloneEntry[], greatest: number): Uint8Array | undefined {
		this.#plan(view, over, greatest);
		if (!this.#draft.begin(view, this.count, this.#keyBytes, this.#valueBytes)) {
			return undefined;
		}
		this.#restAt = this.#draft.rests;
		this.#valueAt = this.#draft.values;
		this.#into = 0;
		this.#lay(view, over, greatest);
		return this.#draft.finish();
	}

	/** Locates the writes and computes the result's size. */
	#plan(view: BlockView, over: readonly StandaloneEntry[], greatest: number): void {
		if (over.length > this.#places.length) {
			this.#places = new Uint16Array(2 * over.length);
			this.#isThere = new Uint8Array(2 * over.length);
		}
		let { count } = view;
		let keyBytes = view.restEnd(count - 1);
		let valueBytes = view.valueEnd(count - 1) - view.values;
		let hasLostEnd = false;
		let place = 0;
		for (let at = 0; at < over.length; at++) {
			const entry = over[at]!;
			place = view.nextNotBefore(entry.key, place);
			const isThere = place < view.count && view.compare(place, entry.key) === 0;
			this.#places[at] = place;
			this.#isThere[at] = isThere ? 1 : 0;
			const stays = isKept(entry, greatest);
			if (stays) {
				valueBytes += entry.value!.length;
			}
			if (isThere) {
				valueBytes -= view.valueEnd(place) - view.valueStart(place);
			}
			if (stays && !isThere) {
				keyBytes += entry.key.length - view.shared;
				count++;
			} else if (!stays && isThere) {
				keyBytes -= view.restEnd(place) - view.restStart(place);
				count--;
				hasLostEnd ||= place === 0 || place === view.count - 1;
			}
		}
		this.count = count;
		this.hasLostEnd = hasLostEnd;
		this.#keyBytes = keyBytes;
		this.#valueBytes = valueBytes;
	}

	#lay(view: BlockView, over: readonly StandaloneEntry[], greatest: number): void {
		let from = 0;
		for (let at = 0; at < over.length; at++) {
			const place = this.#places[at]!;
			this.#keep(view, from, place);
			from = place + this.#isThere[at]!;
			const entry = over[at]!;
			if (isKept(entry, greatest)) {
				this.#add(view, entry);
			}
		}
		this.#keep(view, from, view.count);
	}

	/** Copies the block's entries `from` to `to`. */
	#keep(view: BlockView, from: number, to: number): void {
		if (from === to) {
			return;
		}
		const { bytes, halves } = this.#draft.memory;
		const { count } = this;
		const firstRest = view.restStart(from);
		const firstValue = view.valueStart(from);
		const restShift = this.#restAt - halves[5]! + this.#keyBytes - firstRest;
		const valueShift = this.#valueAt - halves[5]! - (firstValue - view.values);
		let into = endsPlace + this.#into;
		for (let entry = from; entry < to; entry++, into++) {
			halves[into] = view.valueEnd(entry) - view.values + valueShift;
			halves[into + count] = view.restEnd(entry) + restShift;
		}
		this.#into += to - from;
		const rests = view.beginning + view.shared;
		copyBytes(view.bytes, rests + firstRest, rests + view.restEnd(to - 1), bytes, this.#restAt);
		this.#restAt += view.restEnd(to - 1) - firstRest;
		const lastValue = view.valueEnd(to - 1);
		copyBytes(view.bytes, firstValue, lastValue, bytes, this.#valueAt);
		this.#valueAt += lastValue - firstValue;
	}

	#add(view: BlockView, { key, value }: StandaloneEntry): void {
		const { bytes, halves } = this.#draft.memory;
		for (let at = view.shared; at < key.length; at++) {
			bytes[this.#restAt++] = key.charCodeAt(at);
		}
		copyBytes(value!, 0, value!.length, bytes, this.#valueAt);
		this.#valueAt += value!.length;
		const into = endsPlace + this.#into;
		halves[into] = this.#valueAt - halves[5]!;
		halves[into + this.count] = this.#restAt - (halves[5]! - this.#keyBytes);
		this.#into++;
	}
}

function isKept({ key, value, isGreat }: StandaloneEntry, greatest: number): boolean {
	return !isGreat && value !== null && key.length + value.length <= greatest;
}
