/**
 * Reads pages of stored rows by an access path and drops those that fail the condition.
 *
 * Point lookups, range scans, index lookups with batched row reads, covering index scans.
 */
import type { Index, Table } from "../../catalog/table.ts";
import type { Page, PageScan } from "../../store/page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import { ValuePage } from "../../store/page/value-page.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import type { ReadCoveringEntries } from "../rows/covering-index-rows.ts";
import { rowKeyOfEntry } from "../rows/index-entry.ts";
import type { SpanRange } from "../operators/key-range.ts";
import { RowKeys } from "../rows/row-keys.ts";
import { ChosenPage } from "./passthrough-page.ts";

/** True if the row at `start` meets the condition. */
export type HoldsRow = (bytes: Uint8Array, start: number) => boolean;

export interface PassthroughAccess {
	readonly table: Table;
	ranges(row: Row, execution: Execution): readonly SpanRange[];
	/** The index whose entries the ranges contain; undefined: they contain rows. */
	readonly index: Index | undefined;
	/** Builds rows from entries of a covering index; undefined: entries lead to rows. */
	readonly cover: (() => ReadCoveringEntries) | undefined;
	readonly reverse: boolean;
	readonly holds: ((execution: Execution) => HoldsRow) | undefined;
	/** Rows of exact ranges meet the condition. */
	readonly isCovered: boolean;
}

/** Keys looked up together in one step: 1,000 rows by id take 1.8 ms, one by one 2.5. */
const mostPoints = 256;

/**
 * Entries of several ranges are gathered up to this number: few at first, since only the first may be wanted, then
 * more, since they are close to each other then.
 */
const firstGathered = 64;
const mostGathered = 1024;

/** Ranges depend on no outer row. */
export const noRow: Row = [];

/** A single row read by its key. */
class SinglePage implements Page {
	readonly count = 1;
	readonly bytes: Uint8Array;
	readonly starts = firstStart;
	readonly ends: Uint32Array;
	readonly #key: Key;

	constructor(key: Key, bytes: Uint8Array) {
		this.bytes = bytes;
		// `Uint32Array.of` takes three times as long.
		this.ends = new Uint32Array(1);
		this.ends[0] = bytes.length;
		this.#key = key;
	}

	key(): Key {
		return this.#key;
	}
}

const firstStart = Uint32Array.of(0);

export class PassthroughScan {
	readonly #access: PassthroughAccess;
	readonly #execution: Execution;
	/** Maximum number of rows that will be read, if none is dropped. */
	readonly #most: number;
	readonly #ranges: readonly SpanRange[];
	/** The current range, and the index of the next. */
	#range: SpanRange | undefined;
	#at = 0;
	#pages: PageScan | undefined;
	#entries: PageScan | undefined;
	/** Row keys of entries, looked up together. */
	#keys: Key[] = [];
	#wantedKeys = firstGathered;
	#rowKeys: RowKeys | undefined;
	/** Rows found by keys. */
	#found: ValuePage | undefined;
	#cover: ReadCoveringEntries | undefined;
	#holds: HoldsRow | undefined;
	#chosen: ChosenPage | undefined;

	constructor(access: PassthroughAccess, execution: Execution, most: number) {
		this.#access = access;
		this.#execution = execution;
		this.#most = most;
		const found = access.ranges(noRow, execution);
		this.#ranges = access.reverse && found.length > 1 ? [...found].reverse() : found;
	}

	next(): MaybePromise<Page | null> {
		for (;;) {
			const turn = this.#pages === undefined && this.#entries === undefined ? undefined : this.#execution.giveWay();
			const page = turn instanceof Promise ? turn.then(() => this.#readRange()) : this.#readRange();
			if (page instanceof Promise) {
				return page.then((arrived) => (arrived === null ? null : (this.#accepted(arrived) ?? this.next())));
			}
			const accepted = page === null ? null : this.#accepted(page);
			if (page === null || accepted !== null) {
				return accepted;
			}
		}
	}

	close(): void {
		this.#pages?.close();
		this.#entries?.close();
		this.#pages = undefined;
		this.#entries = undefined;
		this.#keys = [];
		this.#at = this.#ranges.length;
	}

	/** Returns the next page of the first range that has one. */
	#readRange(): MaybePromise<Page | null> {
		for (;;) {
			const page = this.#step();
			if (page instanceof Promise) {
				return page.then((arrived) => (arrived === undefined ? this.#readRange() : arrived));
			}
			if (page !== undefined) {
				return page;
			}
		}
	}

	/** Returns the next rows, undefined if this step had none, null at the end. */
	#step(): MaybePromise<Page | null | undefined> {
		if (this.#pages !== undefined) {
			return after(this.#pages.next(), (page) => {
				this.#pages = page === null ? undefined : this.#pages;
				return page ?? undefined;
			});
		}
		if (this.#entries !== undefined) {
			return after(this.#entries.next(), (entries) => this.#gather(entries));
		}
		const range = this.#ranges[this.#at];
		// A point has at most one row.
		const isPoint = range?.point !== undefined && this.#access.index?.unique !== false;
		if (this.#keys.length > 0 && (range === undefined || range.exact !== this.#range!.exact || isPoint)) {
			return this.#lookUp();
		}
		if (range === undefined) {
			return null;
		}
		this.#at++;
		this.#range = range;
		return isPoint ? this.#points(range) : this.#open(range);
	}

	#open({ from, to }: SpanRange): undefined {
		const { index, reverse } = this.#access;
		const { transaction } = this.#execution;
		const limit = this.#most < Number.MAX_SAFE_INTEGER ? { limit: this.#most } : {};
		const pages = transaction.pages({ from, to, reverse, ...limit });
		if (index === undefined) {
			this.#pages = pages;
		} else {
			this.#entries = pages;
		}
	}

	#point(key: Key): MaybePromise<Page | undefined> {
		const { table, index } = this.#access;
		return index === undefined
			? this.#row(key)
			: after(
					this.#execution.transaction.peek(key),
					(entry) => entry && this.#row(rowKeyOfEntry(table, index, key, entry)),
				);
	}

	#row(key: Key): MaybePromise<Page | undefined> {
		const bytes = this.#execution.transaction.peek(key);
		return bytes instanceof Promise
			? bytes.then((found) => found && new SinglePage(key, found))
			: bytes && new SinglePage(key, bytes);
	}

	/** Returns the rows of this point and of the following ones, looked up together. */
	#points(first: SpanRange): MaybePromise<Page | undefined> {
		const keys = [first.point!];
		const most = Math.min(this.#most, mostPoints);
		for (
			let next = this.#ranges[this.#at];
			keys.length < most && next?.point !== undefined && next.exact === first.exact;
			next = this.#ranges[++this.#at]
		) {
			keys.push(next.point);
		}
		if (keys.length === 1) {
			return this.#point(keys[0]!);
		}
		const { table, index } = this.#access;
		return index === undefined
			? this.#rows(keys)
			: after(this.#execution.transaction.getMany(keys), (entries) =>
					this.#rows(
						keys.flatMap((key, at) =>
							entries[at] === undefined ? [] : [rowKeyOfEntry(table, index, key, entries[at])],
						),
					),
				);
	}

	/** Looks up the rows of several short ranges together. */
	#gather(entries: Page | null): MaybePromise<Page | undefined> {
		const { table, index, cover } = this.#access;
		if (entries === null) {
			this.#entries = undefined;
			return undefined;
		}
		if (cover !== undefined) {
			this.#cover ??= cover();
			return this.#cover(entries);
		}
		this.#rowKeys ??= new RowKeys(table, index!);
		this.#rowKeys.add(entries, this.#keys);
		return this.#keys.length < Math.min(this.#most, this.#wantedKeys) ? undefined : this.#lookUp();
	}

	#lookUp(): MaybePromise<Page | undefined> {
		const keys = this.#keys;
		this.#keys = [];
		this.#wantedKeys = Math.min(this.#wantedKeys * 4, mostGathered);
		return this.#rows(keys);
	}

	#rows(keys: readonly Key[]): MaybePromise<Page | undefined> {
		this.#found ??= new ValuePage();
		return after(this.#execution.transaction.getPage(keys, this.#found), (page) =>
			page.count === 0 ? undefined : page,
		);
	}

	/** Returns the rows of a page that meet the condition; null: none. */
	#accepted(page: Page): Page | null {
		this.#execution.examined.rows += page.count;
		const { holds, isCovered } = this.#access;
		if (holds === undefined || (isCovered && this.#range!.exact)) {
			return page;
		}
		this.#holds ??= holds(this.#execution);
		this.#chosen ??= new ChosenPage();
		const { bytes, starts } = page;
		const chosen = this.#chosen;
		chosen.begin(page);
		for (let at = 0; at < page.count; at++) {
			if (this.#holds(bytes, starts[at]!)) {
				chosen.choose(at);
			}
		}
		return chosen.count === 0 ? null : chosen;
	}
}
