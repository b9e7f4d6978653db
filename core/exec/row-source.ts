/**
 * What operators have in common: how they are made ready and opened, and the plainest ways of handing rows over.
 *
 * In: plan nodes. Out: interfaces and sources. It refuses to know any particular operator.
 */
import type { MaybePromise } from "../store/store.ts";
import type { Row } from "../types/value.ts";
import { after } from "../async/maybe-promise.ts";

/** Rows in batches; `null` after the last one. The batch's array and its rows belong to the taker. */
export interface RowSource {
	next(): MaybePromise<Row[] | null>;
	/** Gives up early; after `null` not needed. */
	close(): void;
}

/** A query's rows, and how many there would have been without LIMIT. */
export interface QuerySource extends RowSource {
	/** After the last row: what FOUND_ROWS() will answer. */
	foundRows(): number;
}

/** Rows are handed over in batches of about so many. */
export const batchRows = 1024;

/** A row of NULLs to start from. */
export function blankRow(width: number): Row {
	const row = new Array<null>(width);
	// `fill` leaves the engine's compiled code.
	for (let at = 0; at < width; at++) {
		row[at] = null;
	}
	return row;
}

/** Rows that are there already. */
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

/** Rows that are made all at once, when the first is asked for. */
export class LateSource implements RowSource {
	readonly #make: () => MaybePromise<readonly Row[]>;
	readonly #input: RowSource | undefined;
	#made: RowSource | undefined;

	/** `input`: what they are made of, to be closed if nobody asks. */
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

/** Another source that is opened when the first row is asked for, out of all rows of an input. */
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

/** Batches of another source, each changed by itself; those that come out empty are not handed over. */
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

/** Hands every batch of a source to `take`, to its end. */
export function drain(source: RowSource, take: (batch: Row[]) => MaybePromise<void>): MaybePromise<void> {
	return drainWhile(source, (batch) => after(take(batch), () => true));
}

/** The same, until `take` answers false. */
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
