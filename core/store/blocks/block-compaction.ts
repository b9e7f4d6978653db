/**
 * Compaction: packs standalone entries into blocks, between blocks and over them, in the background.
 *
 * Works on one key space in a write transaction and returns the key to continue from. Reads answer the same before
 * and after, so it makes no validation of a read set fail.
 *
 *     standalone   a b c d ... z      (over the block) f' h†
 *     blocks                          [ e f g h ]              ──►   [ a b c d ... ]  y z  [ e f' g ]
 *
 * Entries of a gap that fill no block stay standalone, and so do entries over a block if they are less than an eighth
 * of it.
 */
import type { BlockView } from "./block-view.ts";
import type { BlockWriter } from "./block-writer.ts";
import type { StoredCursor } from "./entry-cursor.ts";
import type { StoredTree } from "./entry-tree.ts";
import { type StandaloneEntry, readEntry } from "./standalone-entry.ts";
import type { Key } from "../contract.ts";

/** Entries of a gap that are considered together. */
const gapEntries = 2048;
/** A block is rewritten if its standalone entries are at least this fraction (one nth) of it. */
const changedPart = 8;

export class BlockCompaction {
	/** Entries examined, and how many of them were packed. */
	looked = 0;
	packed = 0;
	readonly #writer: BlockWriter;
	readonly #end: Key;

	constructor(writer: BlockWriter, end: Key) {
		this.#writer = writer;
		this.#end = end;
	}

	/** Compacts until `isDone`, which is called after each block or gap; `null` at the end of the space. */
	run(start: Key, state: StoredTree, isDone: () => boolean): Key | null {
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

	/** Compacts one gap or block. */
	#step(from: Key, state: StoredTree, cursor: StoredCursor): Key | null {
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

	#overBlock(view: BlockView, first: Key, state: StoredTree, cursor: StoredCursor): Key {
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

	#gap(first: Key, bound: Key, state: StoredTree, cursor: StoredCursor): Key | null {
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
			// A tombstone with no entry beneath.
			if (value === null && !isGreat) {
				writer.removeAlone(key);
			}
		}
		this.looked += entries.length;
		this.packed += packed;
		return next ?? (packed > 0 && packed < small.length ? small[packed].key : `${entries[entries.length - 1].key}\0`);
	}
}
