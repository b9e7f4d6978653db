/**
 * Pages of stored rows that passthrough reads fill: a selection of another page, rows in another order.
 */
import { invariant } from "../../errors/invariant.ts";
import type { Page } from "../../store/page/page.ts";
import type { Key } from "../../store/contract.ts";

const firstBytes = new Uint8Array(0);

/** A selection of rows of another page. */
export class ChosenPage implements Page {
	count = 0;
	bytes: Uint8Array = firstBytes;
	// As many as V8 keeps within its heap.
	starts = new Uint32Array(16);
	ends = new Uint32Array(16);
	#places = new Uint32Array(16);
	#page: Page | undefined;

	/** Clears the selection and selects from this page. */
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

/** Rows in another order than that of their keys, which are not available. */
export class OrderedPage implements Page {
	count = 0;
	bytes: Uint8Array = firstBytes;
	starts = new Uint32Array(16);
	ends = new Uint32Array(16);

	/** Clears the page; at most `most` rows follow, in these bytes. */
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
