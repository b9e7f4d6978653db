/**
 * Merges a sorted map of writes into a page scan: pages as if the writes had been applied.
 *
 * Pages without a write are passed on as they are, so a transaction with a few writes reads as fast as one without.
 * `merged-scan.ts` does the same for single entries.
 *
 * Under load every range has a write. Patched pages are pooled, entries between writes copied at once and keys
 * compared in place: 100 rows with a few writes over them, in two layers, 45 us instead of 62.
 */
import type { Layer } from "./merged-scan.ts";
import { compareAt, type Page, type PageScan, spanOf } from "../page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../contract.ts";

const maximumEntries = 1024;
/** Default, if the number of wanted entries is unknown: pages grow as they are read. */
const firstEntries = 64;

export class MergedPages implements PageScan {
	readonly #base: PageScan;
	readonly #layer: Layer;
	readonly #reverse: boolean;
	/** Created on demand: most scans meet no write. */
	#patched: PatchedPage | undefined;
	/** The layer's cursor is at an entry that has not been taken. */
	#hasWrite: boolean;
	/** The base's page being merged, and the first of its entries that has not been taken. */
	#page: Page | null = null;
	#at = 0;
	#isEnded = false;
	/** Entries of a full page. */
	#wanted: number;

	/** `limit`: the most entries that will be read, as far as is known. */
	constructor(base: PageScan, layer: Layer, reverse: boolean, limit = firstEntries) {
		this.#wanted = Math.max(1, Math.min(limit, maximumEntries));
		this.#base = base;
		this.#layer = layer;
		this.#reverse = reverse;
		this.#hasWrite = layer.next();
	}

	next(): MaybePromise<Page | null> {
		for (;;) {
			if (this.#page === null && !this.#isEnded) {
				const answer = this.#base.next();
				if (answer instanceof Promise) {
					return answer.then((page) => {
						this.#take(page);
						return this.#merged() ?? this.next();
					});
				}
				this.#take(answer);
			}
			const merged = this.#merged();
			if (merged !== undefined) {
				return merged;
			}
		}
	}

	close(): void {
		this.#base.close();
		this.#page = null;
		this.#isEnded = true;
		this.#hasWrite = false;
		this.#giveBack();
	}

	#giveBack(): void {
		if (this.#patched !== undefined) {
			this.#patched.giveBack();
			this.#patched = undefined;
		}
	}

	#take(page: Page | null): void {
		this.#page = page;
		this.#at = 0;
		this.#isEnded = page === null;
	}

	/** The next page; `null` at the end, undefined if all entries of the base's page were removed. */
	#merged(): Page | null | undefined {
		const page = this.#page;
		if (page !== null && this.#at === 0 && (!this.#hasWrite || this.#isBefore(page, page.count - 1, this.#layer.key))) {
			this.#page = null;
			return page;
		}
		if (page === null && !this.#hasWrite) {
			this.#giveBack();
			return null;
		}
		const own = page === null ? this.#ownPage() : undefined;
		if (own !== undefined) {
			return own;
		}
		const patched = (this.#patched ??= PatchedPage.take());
		patched.reset();
		while (patched.count < this.#wanted && (page === null ? this.#hasWrite : this.#at < page.count)) {
			this.#patch(page, patched);
		}
		if (page !== null && this.#at === page.count) {
			this.#page = null;
		}
		this.#wanted = Math.min(this.#wanted * 4, maximumEntries);
		return patched.count > 0 ? patched : undefined;
	}

	/** The base has ended: the layer may provide a page in place. */
	#ownPage(): Page | undefined {
		const page = this.#layer.page?.(this.#wanted);
		if (page !== undefined) {
			this.#hasWrite = this.#layer.next();
			this.#wanted = Math.min(this.#wanted * 4, maximumEntries);
		}
		return page;
	}

	/** Takes entries up to the next write, or that write. */
	#patch(page: Page | null, patched: PatchedPage): void {
		const layer = this.#layer;
		if (page !== null) {
			if (this.#at === page.count) {
				return;
			}
			const order = this.#hasWrite ? compareAt(page, this.#at, layer.key) : Number.NaN;
			// Where writes are many, most come before the page's next entry.
			if (order === 0) {
				this.#at++;
			} else if (!this.#hasWrite || (this.#reverse ? order < 0 : order > 0)) {
				const end = this.#hasWrite ? this.#firstNotBefore(page, layer.key) : page.count;
				const to = Math.min(end, this.#at + this.#wanted - patched.count);
				patched.addPart(page, this.#at, to);
				this.#at = to;
				return;
			}
		}
		const { value } = layer;
		if (value !== null && value !== undefined) {
			patched.addWrite(layer.key, value);
		}
		this.#hasWrite = layer.next();
	}

	/** Index of the first entry after the next one that is not before the key in scan order. */
	#firstNotBefore(page: Page, key: Key): number {
		let low = this.#at + 1;
		let high = page.count;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.#isBefore(page, middle, key)) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return low;
	}

	/** Whether an entry comes before a key in scan order. */
	#isBefore(page: Page, at: number, key: Key): boolean {
		const order = compareAt(page, at, key);
		return this.#reverse ? order < 0 : order > 0;
	}
}

/** Pool of pages: allocating and collecting their memory costs more than their use. */
const idle: PatchedPage[] = [];
const maximumIdle = 8;
const maximumIdleBytes = 1 << 18;

/** Page of entries of one base page, and writes between them. */
class PatchedPage implements Page {
	count = 0;
	bytes = new Uint8Array(32768);
	readonly starts = new Uint32Array(maximumEntries);
	readonly ends = new Uint32Array(maximumEntries);
	#used = 0;
	#base: Page | null = null;
	/** By entry: its index in the base's page, or -1 for a write. */
	readonly #places = new Int32Array(maximumEntries);
	readonly #keys: Key[] = [];

	static take(): PatchedPage {
		return idle.pop() ?? new PatchedPage();
	}

	/** Returns the page to the pool. */
	giveBack(): void {
		this.#base = null;
		if (idle.length < maximumIdle && this.bytes.length <= maximumIdleBytes) {
			idle.push(this);
		}
	}

	reset(): void {
		this.count = 0;
		this.#used = 0;
	}

	addPart(page: Page, from: number, to: number): void {
		this.#base = page;
		const { starts, ends } = this;
		const first = this.count;
		const { low, length } = spanOf(page, from, to);
		if (length > 0) {
			// The values are adjacent, as in a block: one copy is enough.
			this.#makeRoom(length);
			this.bytes.set(page.bytes.subarray(low, low + length), this.#used);
			const shift = this.#used - low;
			for (let at = from; at < to; at++) {
				starts[first + at - from] = page.starts[at]! + shift;
				ends[first + at - from] = page.ends[at]! + shift;
				this.#places[first + at - from] = at;
			}
			this.#used += length;
			this.count = first + to - from;
			return;
		}
		for (let at = from; at < to; at++) {
			const start = page.starts[at]!;
			const end = page.ends[at]!;
			this.#makeRoom(end - start);
			this.bytes.set(page.bytes.subarray(start, end), this.#used);
			this.#places[this.count] = at;
			this.#end(end - start);
		}
	}

	addWrite(key: Key, value: Uint8Array): void {
		if (value.length > 0) {
			this.#makeRoom(value.length);
			this.bytes.set(value, this.#used);
		}
		this.#places[this.count] = -1;
		this.#keys[this.count] = key;
		this.#end(value.length);
	}

	key(at: number): Key {
		const place = this.#places[at]!;
		return place < 0 ? this.#keys[at]! : this.#base!.key(place);
	}

	compare(at: number, key: Key): number {
		const place = this.#places[at]!;
		if (place >= 0) {
			return compareAt(this.#base!, place, key);
		}
		const own = this.#keys[at]!;
		return key < own ? -1 : key > own ? 1 : 0;
	}

	#end(length: number): void {
		this.starts[this.count] = this.#used;
		this.#used += length;
		this.ends[this.count] = this.#used;
		this.count++;
	}

	#makeRoom(length: number): void {
		if (this.#used + length > this.bytes.length) {
			const grown = new Uint8Array(2 * (this.#used + length));
			grown.set(this.bytes.subarray(0, this.#used));
			this.bytes = grown;
		}
	}
}
