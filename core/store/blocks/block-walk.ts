/**
 * Iterates over the blocks that overlap a key range, forward or backward, with the entries of each inside the range.
 */
import type { EntryCursor } from "./entry-cursor.ts";
import type { EntryPage } from "./entry-page.ts";
import { blockKey } from "./block-key.ts";
import type { Key } from "../contract.ts";

/** Opens the block at a cursor in the page; throws at a damaged one. */
interface BlockOpener {
	openBlock(cursor: EntryCursor, page: EntryPage): void;
}

export class BlockWalk {
	/** Entries of the open block not yet taken, `low` to `high`. */
	low = 0;
	high = 0;
	readonly #cursor: EntryCursor;
	readonly #opener: BlockOpener;
	readonly #from: Key;
	readonly #to: Key;
	readonly #reverse: boolean;
	#isStarted = false;
	#isEnded = false;
	/** The cursor was positioned by a forward seek and is to step backward. */
	#mustTurn = false;

	constructor(cursor: EntryCursor, opener: BlockOpener, from: Key, to: Key, reverse: boolean) {
		this.#cursor = cursor;
		this.#opener = opener;
		this.#from = from;
		this.#to = to;
		this.#reverse = reverse;
	}

	get isEnded(): boolean {
		return this.#isEnded;
	}

	/** Opens the next block that overlaps the range; false if there is none. */
	next(page: EntryPage): boolean {
		while (!this.#isEnded) {
			const isFirst = !this.#isStarted;
			this.#isStarted = true;
			const isOpen = isFirst ? (this.#reverse ? this.#openLast(page) : this.#openFirst(page)) : this.#openNext(page);
			if (!isOpen) {
				this.#isEnded = true;
				return false;
			}
			const { view } = page;
			this.low = view.compare(0, this.#from) <= 0 ? 0 : view.firstNotBefore(this.#from);
			this.high = view.compare(view.count - 1, this.#to) > 0 ? view.count : view.nextNotBefore(this.#to, this.low);
			this.#isEnded = this.#reverse ? this.low > 0 : this.high < view.count;
			if (this.low < this.high) {
				return true;
			}
			this.low = this.high;
		}
		return false;
	}

	#openFirst(page: EntryPage): boolean {
		return this.#opened(this.#cursor.seek(blockKey(this.#from)), page);
	}

	/** Opens the block that covers the range's end, or the last one before it. */
	#openLast(page: EntryPage): boolean {
		const cursor = this.#cursor;
		const end = blockKey(this.#to);
		if (this.#opened(cursor.seek(end), page) && page.view.compare(0, this.#to) > 0) {
			this.#mustTurn = true;
			return true;
		}
		return this.#opened(cursor.seekBefore(end), page);
	}

	#openNext(page: EntryPage): boolean {
		if (this.#mustTurn) {
			this.#mustTurn = false;
			this.#cursor.turnAt(blockKey(page.view.key(page.view.count - 1)));
		}
		return this.#opened(this.#cursor.step(), page);
	}

	#opened(isReached: boolean, page: EntryPage): boolean {
		if (!isReached || !this.#cursor.isShadow) {
			return false;
		}
		this.#opener.openBlock(this.#cursor, page);
		return true;
	}
}
