/**
 * Rewrites a block with changed values and removed entries, copying unchanged bytes.
 *
 * Gives up if the result does not fit in one block or an entry is not in the block.
 *
 * Why: usually all values keep their lengths; then the block is copied and the values are overwritten in place,
 * without a list of entries.
 *
 *     block      | a b c d e f g h |
 *     changes          c'  †   h†        ──►   | a b c' d f g |
 */
import { BlockDraft } from "./block-draft.ts";
import { blockEntryBytes, blockHeadBytes, type BlockView } from "./block-view.ts";
import { type ChangeRun, reliedOn, removed } from "../page/change-run.ts";
import { copyBytes } from "../encoding/byte-area.ts";
import type { Key } from "../contract.ts";

const endsPlace = 6;

export class BlockChanger {
	readonly #draft: BlockDraft;
	/** Of each change: its index in the block, and its index in the run. */
	#places = new Uint16Array(256);
	#numbers = new Uint32Array(256);
	#changes = 0;
	#keyBytes = 0;
	#valueBytes = 0;
	#areAlike = false;
	/** Number of entries in the result. */
	count = 0;
	/** The first or the last entry was removed. */
	hasLostEnd = false;

	constructor(maximumBytes: number) {
		this.#draft = new BlockDraft(maximumBytes);
	}

	/** The last key of the block just made. */
	lastKey(): Key {
		return this.#draft.lastKey(this.count);
	}

	/** Locates changes `from` to `to`; false: the block lacks one of their keys. */
	plan(view: BlockView, run: ChangeRun, from: number, to: number): boolean {
		const { keys, kinds, valueStarts, valueEnds } = run;
		this.#begin(view, to - from);
		let place = 0;
		for (let at = from; at < to; at++) {
			const start = keys.start(at);
			place = view.nextFrom(keys.bytes, start, keys.ends[at]!, place);
			if (kinds[at] === reliedOn) {
				continue;
			}
			if (!view.isAt(place, keys.bytes, start, keys.ends[at]!)) {
				return false;
			}
			const held = view.valueEnd(place) - view.valueStart(place);
			if (kinds[at] === removed) {
				this.#areAlike = false;
				this.#valueBytes -= held;
				this.#keyBytes -= view.restEnd(place) - view.restStart(place);
				this.count--;
				this.hasLostEnd ||= place === 0 || place === view.count - 1;
			} else {
				const length = valueEnds[at]! - valueStarts[at]!;
				this.#areAlike &&= length === held;
				this.#valueBytes += length - held;
			}
			this.#places[this.#changes] = place;
			this.#numbers[this.#changes++] = at;
		}
		return true;
	}

	#begin(view: BlockView, most: number): void {
		if (most > this.#places.length) {
			this.#places = new Uint16Array(2 * most);
			this.#numbers = new Uint32Array(2 * most);
		}
		this.#changes = 0;
		this.count = view.count;
		this.hasLostEnd = false;
		this.#areAlike = true;
		this.#keyBytes = view.restEnd(view.count - 1);
		this.#valueBytes = view.valueEnd(view.count - 1) - view.values;
	}

	/** Number of entries that change. */
	get changes(): number {
		return this.#changes;
	}

	/**
	 * Returns the planned block, valid until the next call; undefined if it does not fit. At least one entry must
	 * remain.
	 */
	make(view: BlockView, run: ChangeRun): Uint8Array | undefined {
		return this.#areAlike ? this.#replace(view, run) : this.#rebuild(view, run);
	}

	#replace(view: BlockView, { bytes: values, valueStarts, valueEnds }: ChangeRun): Uint8Array {
		const { bytes } = this.#draft.memory;
		const base = view.beginning - blockHeadBytes - blockEntryBytes * view.count;
		bytes.set(view.bytes.subarray(base, base + view.size));
		for (let change = 0; change < this.#changes; change++) {
			const at = this.#numbers[change]!;
			copyBytes(values, valueStarts[at]!, valueEnds[at]!, bytes, view.valueStart(this.#places[change]!) - base);
		}
		return this.#draft.seal(view.size);
	}

	#rebuild(view: BlockView, run: ChangeRun): Uint8Array | undefined {
		if (!this.#draft.begin(view, this.count, this.#keyBytes, this.#valueBytes)) {
			return undefined;
		}
		this.#lay(view, run, this.#draft.rests, this.#draft.values);
		return this.#draft.finish();
	}

	/** Copies key suffixes and values; adjacent unchanged entries are copied together. */
	#lay(
		view: BlockView,
		{ kinds, bytes: news, valueStarts, valueEnds }: ChangeRun,
		rests: number,
		values: number,
	): void {
		const { bytes, halves } = this.#draft.memory;
		const { count } = this;
		const oldRests = view.beginning + view.shared;
		let into = 0;
		let rest = 0;
		let value = 0;
		let from = 0;
		for (let change = 0; change <= this.#changes; change++) {
			const isLast = change === this.#changes;
			const at = this.#numbers[change]!;
			const stays = !isLast && kinds[at] !== removed;
			const place = isLast ? view.count : this.#places[change]!;
			// A changed entry keeps its key, which is copied with those before it.
			const keyEnd = stays ? place + 1 : place;
			if (keyEnd > from) {
				const firstRest = view.restStart(from);
				copyBytes(view.bytes, oldRests + firstRest, oldRests + view.restEnd(keyEnd - 1), bytes, rests + rest);
				for (let entry = from, end = into + count; entry < keyEnd; entry++, end++) {
					halves[endsPlace + end] = view.restEnd(entry) - firstRest + rest;
				}
				rest += view.restEnd(keyEnd - 1) - firstRest;
			}
			if (place > from) {
				const firstValue = view.valueStart(from);
				copyBytes(view.bytes, firstValue, view.valueEnd(place - 1), bytes, values + value);
				for (let entry = from, end = into; entry < place; entry++, end++) {
					halves[endsPlace + end] = view.valueEnd(entry) - firstValue + value;
				}
				value += view.valueEnd(place - 1) - firstValue;
			}
			into += place - from;
			if (stays) {
				copyBytes(news, valueStarts[at]!, valueEnds[at]!, bytes, values + value);
				value += valueEnds[at]! - valueStarts[at]!;
				halves[endsPlace + into++] = value;
			}
			from = place + 1;
		}
	}
}
