/**
 * Row sources: iterators over batches of rows, as values or as stored bytes, and the ways operators derive them.
 */
import type { MaybePromise } from "../async/maybe-promise.ts";
import type { RowColumn } from "../store/encoding/row.ts";
import type { Page } from "../store/page/page.ts";
import type { Row } from "../types/value/value.ts";
import { after } from "../async/maybe-promise.ts";

/** Iterator over batches of rows; `null` after the last. The batch array and its rows belong to the caller. */
export interface RowSource {
	next(): MaybePromise<Row[] | null>;
	/** Ends early; not needed after `null`. */
	close(): void;
}

/** The rows of a query, and their number without LIMIT. */
export interface QuerySource extends RowSource {
	/** The value of FOUND_ROWS(); valid after the last row. */
	foundRows(): number;
}

/** Result rows as stored bytes (zero-copy): interface between the readers of rows and the senders of packets. */
export interface PassthroughRows {
	/** The stored column of each result column. The same array for every run of a plan. */
	readonly columns: readonly RowColumn[];
	/**
	 * Returns the next rows, each a whole stored row; `null` after the last. `undefined`, before any page: too many
	 * rows to sort here, take them as values.
	 */
	nextPage(): MaybePromise<Page | null | undefined>;
	close(): void;
}

/** Target number of rows a batch. */
export const batchRows = 1024;

const cellsInStep = 65_536;

/** Rows of so many columns that are made in one step: a result may have 4,096 columns. */
export function rowsInStep(width: number): number {
	return Math.max(1, Math.floor(cellsInStep / Math.max(1, width)));
}

/**
 * Rows that are held at once: fewer where they are wide, since each has the slots of all tables of its query. A join of
 * 20 tables of 900 columns had batches of 150 MB, one in each table.
 */
export function rowsInBatch(width: number): number {
	return Math.min(batchRows, rowsInStep(width));
}

export function blankRow(width: number): Row {
	const row = new Array<null>(width);
	// A loop, because `fill` leaves compiled code (V8).
	for (let at = 0; at < width; at++) {
		row[at] = null;
	}
	return row;
}

/** Returns a source of rows in memory. */
export function sourceOf(rows: readonly Row[]): RowSource {
	let at = 0;
	return {
		next() {
			if (at >= rows.length) {
				return null;
			}
			const batch = rows.slice(at, at + batchRows);
			at += batch.length;
			return batch;
		},
		close() {
			at = rows.length;
		},
	};
}

/** The batches of another source in pieces, for rows that become wide: of `rowsInBatch` rows at most. */
export class PieceSource implements RowSource {
	readonly #input: RowSource;
	readonly #most: number;
	#batch: Row[] = [];
	#at = 0;

	constructor(input: RowSource, width: number) {
		this.#input = input;
		this.#most = rowsInBatch(width);
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#at < this.#batch.length) {
			return this.#piece();
		}
		return after(this.#input.next(), (batch) => {
			this.#batch = batch ?? [];
			this.#at = 0;
			return batch === null ? null : this.#piece();
		});
	}

	close(): void {
		this.#input.close();
	}

	#piece(): Row[] {
		const from = this.#at;
		this.#at += this.#most;
		return from === 0 && this.#at >= this.#batch.length ? this.#batch : this.#batch.slice(from, this.#at);
	}
}

/** Rows that are computed together when the first is requested. */
export class LateSource implements RowSource {
	readonly #make: () => MaybePromise<readonly Row[]>;
	readonly #input: RowSource | undefined;
	#made: RowSource | undefined;

	/** `input`: the source they are computed from, closed if no row is requested. */
	constructor(make: () => MaybePromise<readonly Row[]>, input?: RowSource) {
		this.#make = make;
		this.#input = input;
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#made !== undefined) {
			return this.#made.next();
		}
		return after(this.#make(), (rows) => {
			this.#made = sourceOf(rows);
			return this.#made.next();
		});
	}

	close(): void {
		if (this.#made === undefined) {
			this.#input?.close();
		}
		this.#made?.close();
	}
}

/** A source that consumes its whole input when the first row is requested. */
export class OpenedSource implements RowSource {
	readonly #open: () => MaybePromise<RowSource>;
	readonly #input: RowSource;
	#opened: RowSource | undefined;

	constructor(open: () => MaybePromise<RowSource>, input: RowSource) {
		this.#open = open;
		this.#input = input;
	}

	next(): MaybePromise<Row[] | null> {
		if (this.#opened !== undefined) {
			return this.#opened.next();
		}
		return after(this.#open(), (opened) => {
			this.#opened = opened;
			return opened.next();
		});
	}

	close(): void {
		(this.#opened ?? this.#input).close();
	}
}

/** Maps the batches of another source; empty results are skipped. */
export class ChangedSource implements RowSource {
	readonly #input: RowSource;
	readonly #change: (batch: Row[]) => MaybePromise<Row[]>;

	constructor(input: RowSource, change: (batch: Row[]) => MaybePromise<Row[]>) {
		this.#input = input;
		this.#change = change;
	}

	next(): MaybePromise<Row[] | null> {
		for (;;) {
			const batch = this.#input.next();
			if (batch instanceof Promise) {
				return batch.then((rows) => (rows === null ? null : this.#changed(rows)));
			}
			if (batch === null) {
				return null;
			}
			const changed = this.#change(batch);
			if (changed instanceof Promise) {
				return changed.then((rows) => (rows.length > 0 ? rows : this.next()));
			}
			if (changed.length > 0) {
				return changed;
			}
		}
	}

	close(): void {
		this.#input.close();
	}

	#changed(batch: Row[]): MaybePromise<Row[] | null> {
		return after(this.#change(batch), (rows) => (rows.length > 0 ? rows : this.next()));
	}
}

/** Passes every batch of a source to `take`. */
export function drain(source: RowSource, take: (batch: Row[]) => MaybePromise<void>): MaybePromise<void> {
	return drainWhile(source, (batch) => after(take(batch), () => true));
}

/** Passes batches to `take` until it returns false. */
export function drainWhile(source: RowSource, take: (batch: Row[]) => MaybePromise<boolean>): MaybePromise<void> {
	for (;;) {
		const batch = source.next();
		if (batch instanceof Promise) {
			return batch.then((rows) =>
				rows === null ? undefined : after(take(rows), (goesOn) => onward(source, take, goesOn)),
			);
		}
		if (batch === null) {
			return;
		}
		const goesOn = take(batch);
		if (goesOn instanceof Promise) {
			return goesOn.then((more) => onward(source, take, more));
		}
		if (!goesOn) {
			return source.close();
		}
	}
}

function onward(source: RowSource, take: (batch: Row[]) => MaybePromise<boolean>, goesOn: boolean): MaybePromise<void> {
	return goesOn ? drainWhile(source, take) : source.close();
}
