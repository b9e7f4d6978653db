/**
 * Range scan of an LMDB file: merges blocks with the standalone entries between and over them into pages.
 *
 * Forward or backward. A standalone entry overrides the block's entry of the same key; a tombstone hides it.
 *
 *     standalone  a       d  e†      j
 *     blocks        [ b c d e f ]       [ k l m ]       ──►  a b c d f j k l m     (d is the standalone one)
 *
 * Two cursors, each positioned by one seek. A block without standalone entries over it becomes a page in place
 * (zero-copy).
 */
import { invariant } from "../../errors/invariant.ts";
import { BlockWalk } from "../blocks/block-walk.ts";
import type { EntryCursor } from "../blocks/entry-cursor.ts";
import type { EntryPage } from "../blocks/entry-page.ts";
import type { EntryTree } from "../blocks/entry-tree.ts";
import type { PageScan } from "../page/page.ts";
import { type StandaloneSource, StandaloneWalk } from "../blocks/standalone-walk.ts";
import type { Range } from "../contract.ts";

/** Minimum entries of a block handed on in place where standalone entries are over other parts of the block. */
const wholeEntries = 16;
const firstPageEntries = 64;
const maximumPageEntries = 1024;

/** Resources of a scan. */
interface Held {
	readonly page: EntryPage;
	readonly singles: StandaloneWalk;
	readonly blocks: BlockWalk;
	readonly cursors: readonly [EntryCursor, EntryCursor];
}

/** The state that is scanned. */
interface PagedState extends EntryTree, StandaloneSource {
	readonly scans: Set<{ close(): void }>;
	/** @throws if the snapshot was released. */
	check(): void;
	guard<T>(read: () => T): T;
}

export class LmdbPages implements PageScan {
	readonly #state: PagedState;
	readonly #range: Range;
	/** Entries of a full gathered page. */
	#wanted: number;
	#held: Held | null = null;
	#isEnded = false;
	#isClosed = false;

	constructor(state: PagedState, range: Range) {
		this.#state = state;
		this.#range = range;
		this.#wanted = Math.max(range.limit ?? firstPageEntries, 1);
		this.#isEnded = range.from >= range.to;
		state.scans.add(this);
	}

	next(): EntryPage | null {
		const state = this.#state;
		state.check();
		invariant(!this.#isClosed, "A closed scan is not read.");
		if (this.#isEnded) {
			return null;
		}
		const held = state.guard(() => this.#fill());
		this.#wanted = Math.min(this.#wanted * 4, maximumPageEntries);
		if (held.page.count === 0) {
			this.#end();
			return null;
		}
		return held.page;
	}

	close(): void {
		this.#isClosed = true;
		this.#end();
	}

	#end(): void {
		this.#isEnded = true;
		const state = this.#state;
		state.scans.delete(this);
		if (this.#held !== null) {
			const { page, cursors } = this.#held;
			this.#held = null;
			state.giveBack(page, cursors);
		}
	}

	#open(): Held {
		const { from, to, reverse = false } = this.#range;
		const state = this.#state;
		const page = state.takePage();
		const cursors = [state.takeWay(), state.takeWay()] as const;
		const blocks = new BlockWalk(cursors[0], state, from, to, reverse);
		page.reset();
		blocks.next(page);
		return { page, cursors, blocks, singles: new StandaloneWalk(cursors[1], state, from, to, reverse) };
	}

	#fill(): Held {
		let held = this.#held;
		if (held === null) {
			held = this.#open();
			this.#held = held;
		} else {
			held.singles.unload();
		}
		const { page, blocks, singles } = held;
		page.reset();
		while (!page.isFull && page.count < this.#wanted) {
			if (blocks.low === blocks.high && !blocks.isEnded) {
				// Keys of the gathered page may be in the block that would be overwritten.
				if (page.count > 0) {
					break;
				}
				singles.unload();
				blocks.next(page);
			}
			if (blocks.low < blocks.high) {
				if (this.#merge(held)) {
					break;
				}
			} else if (singles.has) {
				singles.takeUntil(null, page, this.#wanted);
			} else if (blocks.isEnded) {
				break;
			}
		}
		return held;
	}

	/** Takes the next entries of the block and the standalone ones around; true if the page is complete. */
	#merge({ page, blocks, singles }: Held): boolean {
		const { view } = page;
		const reverse = this.#range.reverse === true;
		const { low, high } = blocks;
		if (!singles.has) {
			return takeEntries(page, blocks, low, high, reverse);
		}
		const key = singles.key();
		if (reverse ? view.compare(low, key) < 0 : view.compare(high - 1, key) > 0) {
			return takeEntries(page, blocks, low, high, reverse);
		}
		const nearest = reverse ? high - 1 : low;
		const order = view.compare(nearest, key);
		if (order === 0) {
			takeEntry(blocks, reverse);
			singles.take(page);
			return false;
		}
		if (reverse ? order > 0 : order < 0) {
			singles.takeUntil(view.key(nearest), page, this.#wanted);
			return false;
		}
		const place = view.firstNotBefore(key);
		return reverse
			? takeEntries(page, blocks, Math.max(low, place + (view.isKey(place, key) ? 1 : 0)), high, true)
			: takeEntries(page, blocks, low, Math.min(high, place), false);
	}
}

function takeEntry(blocks: BlockWalk, reverse: boolean): void {
	if (reverse) {
		blocks.high--;
	} else {
		blocks.low++;
	}
}

/** Takes entries `from` to `to` of the block, which are next in the scan's direction. */
function takeEntries(page: EntryPage, blocks: BlockWalk, from: number, to: number, reverse: boolean): boolean {
	const isAll = from === blocks.low && to === blocks.high;
	const isWhole = to - from >= wholeEntries || (page.count === 0 && isAll);
	if (isWhole && page.count > 0) {
		return true;
	}
	if (isWhole) {
		page.takeBlock(from, to, reverse);
	} else {
		page.addBlock(from, to, reverse);
	}
	if (reverse) {
		blocks.high = from;
	} else {
		blocks.low = to;
	}
	return isWhole;
}
