/**
 * Packs what stands alone into blocks, in the background: entries between blocks, and what was written over a block.
 *
 * In: a space of keys, in a write transaction. Out: the key to go on from. Nothing of what reads answer changes by
 * it, so that no condition fails.
 *
 *     alone     a b c d ... z      (over the block) f' h†
 *     blocks                       [ e f g h ]              ──►   [ a b c d ... ]  y z  [ e f' g ]
 *
 * Entries of a gap that fill no block stay alone, and so does what is over a block, if it is less than an eighth of
 * it.
 */
import type { BlockView } from "./block-view.ts";
import type { BlockWriter } from "./block-writer.ts";
import type { LmdbCursor } from "../lmdb/lmdb-cursor.ts";
import type { LmdbState } from "../lmdb/lmdb-state.ts";
import { type StandaloneEntry, readEntry } from "./standalone-entry.ts";
import type { Key } from "../contract.ts";

/** How many entries of a gap are looked at together. */
const gapEntries = 2048;
/** What was written over a block is folded if it is this part of it. */
const changedPart = 8;

export class BlockCompaction {
	/** How many entries were looked at, and how many of them packed. */
	looked = 0;
	packed = 0;
	readonly #writer: BlockWriter;
	readonly #end: Key;

	constructor(writer: BlockWriter, end: Key) {
		this.#writer = writer;
		this.#end = end;
	}

	/**
	 * Folds until `isDone`, which is asked after each block or gap; `null` if nothing is left before the end of the
	 * space.
	 */
	run(start: Key, state: LmdbState, isDone: () => boolean): Key | null {
		const cursor = state.takeCursor();
		try {
			let from: Key | null = start;
			while (from !== null && !isDone()) {
				from = this.#step(from, state, cursor);
			}
			return from;
		} finally {
			state.giveCursor(cursor);
		}
	}

	/** One gap or block. */
	#step(from: Key, state: LmdbState, cursor: LmdbCursor): Key | null {
		if (!cursor.seekKey(from) || cursor.isShadow || cursor.compare(this.#end) >= 0) {
			return null;
		}
		const first = cursor.key();
		const view = this.#writer.openBlock(first);
		if (view !== undefined && view.compare(0, first) >= 0) {
			return this.#overBlock(view, first, state, cursor);
		}
		const bound = view === undefined || view.key(0) > this.#end ? this.#end : view.key(0);
		return this.#gap(first, bound, state, cursor);
	}

	#overBlock(view: BlockView, first: Key, state: LmdbState, cursor: LmdbCursor): Key {
		const last = view.key(view.count - 1);
		let over = 0;
		for (
			let isThere = cursor.seekKey(first);
			isThere && !cursor.isShadow && cursor.compare(last) <= 0;
			isThere = cursor.step()
		) {
			over++;
		}
		this.looked += over;
		if (over * changedPart >= view.count) {
			if (!this.#writer.rewrite(view, [])) {
				this.#writer.dissolve(view, state);
				return first;
			}
			this.packed += over;
		}
		return `${last}\0`;
	}

	#gap(first: Key, bound: Key, state: LmdbState, cursor: LmdbCursor): Key | null {
		const writer = this.#writer;
		const entries: StandaloneEntry[] = [];
		let next: Key | null = bound;
		for (
			let isThere = cursor.seek(first);
			isThere && !cursor.isShadow && cursor.compare(bound) < 0;
			isThere = cursor.step()
		) {
			if (entries.length === gapEntries) {
				next = null;
				break;
			}
			entries.push(readEntry(state, cursor, writer.greatestEntry));
		}
		const small = entries.filter(({ value }) => value !== null);
		const packed = writer.packFull(small);
		for (const { key } of small.slice(0, packed)) {
			writer.removeAlone(key);
		}
		for (const { key, value, isGreat } of entries) {
			// A tombstone over nothing.
			if (value === null && !isGreat) {
				writer.removeAlone(key);
			}
		}
		this.looked += entries.length;
		this.packed += packed;
		return next ?? (packed > 0 && packed < small.length ? small[packed].key : `${entries[entries.length - 1].key}\0`);
	}
}
