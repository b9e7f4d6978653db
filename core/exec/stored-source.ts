/**
 * Runs a read of plain columns: pages of whole rows, those left out that don't hold the condition or lie outside of LIMIT.
 *
 * In: what `stored-read.ts` found out about a plan, once; then executions. Out: pages of rows; or the rows of the general path,
 * for who asks for values first. It refuses to know where the bytes go.
 */
import type { Index, Table } from "../catalog/table.ts";
import type { Compiled } from "../functions/function.ts";
import type { Page, PageScan } from "../store/page.ts";
import type { RowColumn } from "../store/row.ts";
import type { Answer, Entry, Key, Scan } from "../store/store.ts";
import type { Row } from "../types/value.ts";
import { after } from "./answer.ts";
import type { Execution } from "./execution.ts";
import { rowKeyOfEntry } from "./index-entry.ts";
import type { SpanRange } from "./key-range.ts";
import { limitOf } from "./limit.ts";
import type { QuerySource } from "./run.ts";
import { ChosenPage, SinglePage, type StoredRows } from "./stored-rows.ts";

/** Does a row hold the condition? */
export type HoldsRow = (bytes: Uint8Array) => boolean;

export interface StoredPlan {
	readonly table: Table;
	readonly columns: readonly RowColumn[];
	ranges(row: Row, execution: Execution): readonly SpanRange[];
	/** Whose entries the ranges hold; undefined: they hold rows. */
	readonly index: Index | undefined;
	readonly reverse: boolean;
	readonly holds: ((execution: Execution) => HoldsRow) | undefined;
	/** Rows of exact ranges hold the condition. */
	readonly isCovered: boolean;
	/** LIMIT. */
	readonly count: Compiled | undefined;
	readonly offset: Compiled | undefined;
}

/** Ranges are made of what is known without a row. */
const noRow: Row = [];

export class StoredSource implements QuerySource, StoredRows {
	readonly columns: readonly RowColumn[];
	readonly #plan: StoredPlan;
	readonly #execution: Execution;
	readonly #makeGeneral: () => QuerySource;
	#general: QuerySource | undefined;
	#ranges: readonly SpanRange[] | undefined;
	/** The range that is read, and the one behind it. */
	#range: SpanRange | undefined;
	#at = 0;
	#pages: PageScan | undefined;
	#entries: Scan | undefined;
	/** Rows that entries led to. */
	#found: SinglePage[] = [];
	#holds: HoldsRow | undefined;
	#chosen: ChosenPage | undefined;
	#skip = 0;
	#left = Number.POSITIVE_INFINITY;
	#count = 0;

	constructor(plan: StoredPlan, execution: Execution, general: () => QuerySource) {
		this.columns = plan.columns;
		this.#plan = plan;
		this.#execution = execution;
		this.#makeGeneral = general;
	}

	next(): Answer<Row[] | null> {
		this.#general ??= this.#makeGeneral();
		return this.#general.next();
	}

	nextPage(): Answer<Page | null> {
		for (;;) {
			const page = this.#read();
			if (page instanceof Promise) {
				return page.then((arrived) => (arrived === null ? null : (this.#accepted(arrived) ?? this.nextPage())));
			}
			const accepted = page === null ? null : this.#accepted(page);
			if (page === null || accepted !== null) {
				return accepted;
			}
		}
	}

	close(): void {
		this.#general?.close();
		this.#pages?.close();
		this.#entries?.close();
		this.#left = 0;
	}

	foundRows(): number {
		return this.#general?.foundRows() ?? this.#count;
	}

	/** The next page of whatever range still has one. */
	#read(): Answer<Page | null> {
		if (this.#ranges === undefined) {
			this.#begin();
		}
		if (this.#left <= 0) {
			this.close();
			return null;
		}
		const next = this.#found.pop();
		if (next !== undefined) {
			return next;
		}
		const turn = this.#pages === undefined && this.#entries === undefined ? undefined : this.#execution.giveWay();
		return turn instanceof Promise ? turn.then(() => this.#readRange()) : this.#readRange();
	}

	#begin(): void {
		const { count, offset, ranges, reverse } = this.#plan;
		const execution = this.#execution;
		const found = ranges(noRow, execution);
		this.#ranges = reverse && found.length > 1 ? [...found].reverse() : found;
		if (count !== undefined) {
			this.#skip = offset === undefined ? 0 : limitOf(offset, noRow, execution);
			this.#left = limitOf(count, noRow, execution);
		}
	}

	#readRange(): Answer<Page | null> {
		if (this.#pages !== undefined) {
			return this.#orNextRange(this.#pages.next());
		}
		if (this.#entries !== undefined) {
			return this.#orNextRange(after(this.#entries.next(), (entries) => (entries === null ? null : this.#lookUp(entries))));
		}
		const range = this.#ranges![this.#at++];
		if (range === undefined) {
			return null;
		}
		this.#range = range;
		if (range.point !== undefined && (this.#plan.index === undefined || this.#plan.index.unique)) {
			return after(this.#point(range.point), (page) => page ?? this.#read());
		}
		this.#open(range);
		return this.#readRange();
	}

	#open({ from, to }: SpanRange): void {
		const { index, reverse, holds } = this.#plan;
		const { transaction } = this.#execution;
		const limit = holds === undefined && this.#left < Number.MAX_SAFE_INTEGER ? { limit: this.#left + this.#skip } : {};
		if (index === undefined) {
			this.#pages = transaction.pages({ from, to, reverse, ...limit });
		} else {
			this.#entries = transaction.scan({ from, to, reverse, ...limit });
		}
	}

	#orNextRange(answer: Answer<Page | null>): Answer<Page | null> {
		if (answer instanceof Promise) {
			return answer.then((page) => page ?? this.#nextRange());
		}
		return answer ?? this.#nextRange();
	}

	#nextRange(): Answer<Page | null> {
		this.#pages = undefined;
		this.#entries = undefined;
		return this.#read();
	}

	#point(key: Key): Answer<SinglePage | null> {
		const { transaction } = this.#execution;
		const { table, index } = this.#plan;
		const row = (rowKey: Key): Answer<SinglePage | null> =>
			after(transaction.get(rowKey), (bytes) => (bytes === undefined ? null : new SinglePage(rowKey, bytes)));
		return index === undefined ? row(key) : after(transaction.get(key), (entry) => (entry === undefined ? null : row(rowKeyOfEntry(table, index, key, entry))));
	}

	/** The first of the rows that entries lead to; the others wait, the last one first. */
	#lookUp(entries: readonly Entry[]): Answer<Page | null> {
		const { table, index } = this.#plan;
		const keys = entries.map(({ key, value }) => rowKeyOfEntry(table, index!, key, value));
		return after(this.#execution.transaction.getMany(keys), (values) => {
			for (let at = keys.length - 1; at >= 0; at--) {
				const bytes = values[at];
				if (bytes !== undefined) {
					this.#found.push(new SinglePage(keys[at]!, bytes));
				}
			}
			return this.#read();
		});
	}

	/** What of a page is wanted; null: nothing. */
	#accepted(page: Page): Page | null {
		const { holds, isCovered } = this.#plan;
		const asks = holds !== undefined && !(isCovered && this.#range!.exact);
		if (!asks && this.#skip === 0 && page.count <= this.#left) {
			this.#left -= page.count;
			this.#count += page.count;
			return page;
		}
		if (asks) {
			this.#holds ??= holds(this.#execution);
		}
		return this.#choose(page, asks ? this.#holds : undefined);
	}

	#choose(page: Page, holds: HoldsRow | undefined): Page | null {
		this.#chosen ??= new ChosenPage();
		const chosen = this.#chosen;
		chosen.begin(page);
		for (let at = 0; at < page.count && this.#left > 0; at++) {
			if (holds !== undefined && !holds(page.bytes.subarray(page.starts[at], page.ends[at]))) {
				continue;
			}
			if (this.#skip > 0) {
				this.#skip--;
				continue;
			}
			chosen.choose(at);
			this.#left--;
		}
		this.#count += chosen.count;
		return chosen.count === 0 ? null : chosen;
	}
}
