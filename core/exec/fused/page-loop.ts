/**
 * Pages of a table, handed one by one to a loop.
 *
 * In: ranges of a table or index, a step. Out: an answer when the last page has been through. Between pages others have their
 * turn, and whoever wants the statement to end is heard. Entries of a secondary index lead to rows, which are read a page
 * of entries at a time.
 */
import type { Page, PageScan } from "../../store/page.ts";
import type { Answer } from "../../store/store.ts";
import { after, attempt } from "../answer.ts";
import type { Execution } from "../execution.ts";
import type { KeyRange } from "../index-entry.ts";

/** A power of two. */
const pagesBetweenLooks = 8;

/** What is wanted of a table. */
export interface PageSource {
	readonly ranges: readonly KeyRange[];
	readonly reverse: boolean;
	/** The rows that a page of index entries leads to; undefined: pages hold rows. */
	readonly toRows: ((page: Page) => Answer<Page>) | undefined;
}

export class PageLoop {
	readonly #execution: Execution;
	readonly #source: PageSource;
	#next = 0;
	#pages = 0;
	#scan: PageScan | undefined;

	constructor(execution: Execution, source: PageSource) {
		this.#execution = execution;
		this.#source = source;
	}

	/** Goes through all pages, until the step answers false: then it may be run on, or closed. */
	run(step: (page: Page) => Answer<boolean>): Answer<void> {
		for (;;) {
			const page = this.next();
			if (page instanceof Promise) {
				return page.then((arrived) => (arrived === null ? undefined : after(this.#take(arrived, step), (goesOn) => (goesOn ? this.run(step) : undefined))));
			}
			if (page === null) {
				return;
			}
			const goesOn = this.#take(page, step);
			if (goesOn instanceof Promise) {
				return goesOn.then((more) => (more ? this.run(step) : undefined));
			}
			if (!goesOn) {
				return;
			}
		}
	}

	next(): Answer<Page | null> {
		// The clock costs as much as a few rows, a page some ten microseconds at most.
		const turn = (this.#pages++ & (pagesBetweenLooks - 1)) === 0 ? this.#execution.giveWay() : undefined;
		const page = turn instanceof Promise ? turn.then(() => this.#read()) : this.#read();
		const { toRows } = this.#source;
		return toRows === undefined ? page : after(page, (entries) => (entries === null ? null : toRows(entries)));
	}

	close(): void {
		this.#scan?.close();
		this.#scan = undefined;
		this.#next = this.#source.ranges.length;
	}

	#take(page: Page, step: (page: Page) => Answer<boolean>): Answer<boolean> {
		let answer: Answer<boolean>;
		try {
			answer = step(page);
		} catch (failure) {
			this.close();
			throw failure;
		}
		return answer instanceof Promise ? attempt(() => answer, (failure) => {
			this.close();
			throw failure;
		}) : answer;
	}

	#read(): Answer<Page | null> {
		for (;;) {
			if (this.#scan === undefined) {
				const range = this.#source.ranges[this.#next++];
				if (range === undefined) {
					return null;
				}
				this.#scan = this.#execution.transaction.pages({ from: range.from, to: range.to, reverse: this.#source.reverse });
			}
			const page = this.#scan.next();
			if (page instanceof Promise) {
				return page.then((arrived) => arrived ?? this.#nextRange());
			}
			if (page !== null) {
				return page;
			}
			this.#scan = undefined;
		}
	}

	#nextRange(): Answer<Page | null> {
		this.#scan = undefined;
		return this.#read();
	}
}
