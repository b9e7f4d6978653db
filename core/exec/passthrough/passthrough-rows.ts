/**
 * A result's rows as they lie in the store: for who sends bytes on and needs no values.
 *
 * In: nothing. Out: the interface between who reads rows (`passthrough-plan.ts`) and who sends them
 * (`session/api/result-delivery.ts`, the apps' sinks), and a page of one row. It refuses to know where rows come from.
 */
import { invariant } from "../../invariant.ts";
import type { Page } from "../../store/page.ts";
import type { RowColumn } from "../../store/encoding/row.ts";
import type { MaybePromise, Key } from "../../store/store.ts";

export interface PassthroughRows {
	/** The stored column behind each column of the result. The same array whenever the same plan is run. */
	readonly columns: readonly RowColumn[];
	/**
	 * The next rows, each the bytes of a whole row of the table; `null` after the last ones. `undefined`, before any
	 * page: these are more rows than can be put in order here, and have to be taken as values.
	 */
	nextPage(): MaybePromise<Page | null | undefined>;
	/** Gives up early; after `null` not needed. */
	close(): void;
}

/** A row that was read by its key. */
export class SinglePage implements Page {
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

const firstBytes = new Uint8Array(0);

/** Some rows of another page. */
export class ChosenPage implements Page {
	count = 0;
	bytes: Uint8Array = firstBytes;
	starts = new Uint32Array(64);
	ends = new Uint32Array(64);
	#places = new Uint32Array(64);
	#page: Page | undefined;

	/** Forgets what was chosen before, and chooses from this page. */
	begin(page: Page): void {
		if (page.count > this.starts.length) {
			this.starts = new Uint32Array(page.count);
			this.ends = new Uint32Array(page.count);
			this.#places = new Uint32Array(page.count);
		}
		this.count = 0;
		this.bytes = page.bytes;
		this.#page = page;
	}

	choose(at: number): void {
		const page = this.#page!;
		this.starts[this.count] = page.starts[at]!;
		this.ends[this.count] = page.ends[at]!;
		this.#places[this.count] = at;
		this.count++;
	}

	key(at: number): Key {
		return this.#page!.key(this.#places[at]!);
	}
}

/** Rows in another order than that of their keys, which nobody asks for. */
export class OrderedPage implements Page {
	count = 0;
	bytes: Uint8Array = firstBytes;
	starts = new Uint32Array(64);
	ends = new Uint32Array(64);

	/** Forgets its rows; at most so many follow, in these bytes. */
	begin(bytes: Uint8Array, most: number): void {
		if (most > this.starts.length) {
			this.starts = new Uint32Array(2 * most);
			this.ends = new Uint32Array(2 * most);
		}
		this.bytes = bytes;
		this.count = 0;
	}

	add(start: number, end: number): void {
		this.starts[this.count] = start;
		this.ends[this.count] = end;
		this.count++;
	}

	key(): Key {
		invariant(false, "Rows that were sorted have left their keys behind.");
	}
}
