/**
 * Reads pages of a table or index and passes them to a loop, with cooperative yields and KILL checks in between.
 *
 * Entries of a secondary index lead to rows, which are read in batches.
 */
import type { Page, PageScan } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { ReadCoveringEntries } from "../rows/covering-index-rows.ts";
import type { Execution } from "../execution.ts";
import type { KeyRange } from "../rows/index-entry.ts";

/** A power of two. */
const pagesBetweenLooks = 8;

/** Ranges of a table or index, and how pages become rows. */
export interface PageSource {
	readonly ranges: readonly KeyRange[];
	readonly reverse: boolean;
	/** Builds rows from entries of a covering index. */
	readonly cover: ReadCoveringEntries | undefined;
	/** Maps index entries to rows; undefined: pages contain rows, or all wanted columns. */
	readonly toRows: EntryRows | undefined;
}

export interface EntryRows {
	/** Adds the row keys of a page of entries. */
	addKeys(page: Page, keys: Key[]): void;
	read(keys: readonly Key[]): MaybePromise<Page>;
}

/**
 * Rows looked up at once: few at first, since only the first may be wanted, then many, because they are close to each
 * other then.
 */
const firstKeys = 64;
const mostKeys = 4096;

export class PageLoop {
	readonly #execution: Execution;
	readonly #source: PageSource;
	#next = 0;
	#pages = 0;
	#scan: PageScan | undefined;
	#wantedKeys = firstKeys;

	constructor(execution: Execution, source: PageSource) {
		this.#execution = execution;
		this.#source = source;
	}

	/** Passes pages until the step returns false; the loop can then be continued or closed. */
	run(step: (page: Page) => MaybePromise<boolean>): MaybePromise<void> {
		for (;;) {
			const page = this.next();
			if (page instanceof Promise) {
				return page.then((arrived) =>
					arrived === null
						? undefined
						: after(this.take(arrived, step), (goesOn) => (goesOn ? this.run(step) : undefined)),
				);
			}
			if (page === null) {
				return;
			}
			const goesOn = this.take(page, step);
			if (goesOn instanceof Promise) {
				return goesOn.then((more) => (more ? this.run(step) : undefined));
			}
			if (!goesOn) {
				return;
			}
		}
	}

	next(): MaybePromise<Page | null> {
		const { cover, toRows } = this.#source;
		// Reading the clock costs as much as a few rows, a page ten microseconds at most, unless rows must be looked up
		// or built.
		const isTurn = toRows !== undefined || cover !== undefined || (this.#pages++ & (pagesBetweenLooks - 1)) === 0;
		return after(isTurn ? this.#execution.giveWay() : undefined, () =>
			toRows === undefined ? this.#read() : this.#readRows(toRows, []),
		);
	}

	#readRows(rows: EntryRows, keys: Key[]): MaybePromise<Page | null> {
		while (keys.length < this.#wantedKeys) {
			const page = this.#read();
			if (page instanceof Promise) {
				return page.then((arrived) => {
					arrived !== null && rows.addKeys(arrived, keys);
					return arrived === null ? this.#rowsOf(rows, keys) : this.#readRows(rows, keys);
				});
			}
			if (page === null) {
				break;
			}
			rows.addKeys(page, keys);
		}
		return this.#rowsOf(rows, keys);
	}

	#rowsOf(rows: EntryRows, keys: readonly Key[]): MaybePromise<Page | null> {
		this.#wantedKeys = Math.min(this.#wantedKeys * 4, mostKeys);
		return keys.length === 0 ? null : rows.read(keys);
	}

	close(): void {
		this.#scan?.close();
		this.#scan = undefined;
		this.#next = this.#source.ranges.length;
	}

	/** Passes one page, or a part of one; the loop is closed where that fails. */
	take(page: Page, step: (page: Page) => MaybePromise<boolean>): MaybePromise<boolean> {
		let answer: MaybePromise<boolean>;
		try {
			answer = step(page);
		} catch (failure) {
			this.close();
			throw failure;
		}
		return answer instanceof Promise
			? attempt(
					() => answer,
					(failure) => {
						this.close();
						throw failure;
					},
				)
			: answer;
	}

	#read(): MaybePromise<Page | null> {
		for (;;) {
			if (this.#scan === undefined) {
				const range = this.#source.ranges[this.#next++];
				if (range === undefined) {
					return null;
				}
				this.#scan = this.#execution.transaction.pages({
					from: range.from,
					to: range.to,
					reverse: this.#source.reverse,
				});
			}
			const page = this.#scan.next();
			if (page instanceof Promise) {
				return page.then((arrived) => this.#counted(arrived) ?? this.#nextRange());
			}
			if (page !== null) {
				return this.#counted(page);
			}
			this.#scan = undefined;
		}
	}

	#counted(page: Page | null): Page | null {
		this.#execution.examined.rows += page?.count ?? 0;
		const { cover } = this.#source;
		return page === null || cover === undefined ? page : cover(page);
	}

	#nextRange(): MaybePromise<Page | null> {
		this.#scan = undefined;
		return this.#read();
	}
}
