/**
 * Snapshot of an overlay: one state of a store, with the writes that a store in memory keeps over it.
 *
 * What has no write of its own is read from below as it is, pages and all.
 */
import type { Page, PageScan } from "../page/page.ts";
import { MergedPages } from "../memtable/merged-pages.ts";
import { MergedScan } from "../memtable/merged-scan.ts";
import type { SortedMap } from "../memtable/sorted-map.ts";
import type { Key, Range, Scan } from "../contract.ts";
import { rangeThrough } from "../encoding/keys.ts";
import type { FastSnapshot, LaidState } from "../fast-store.ts";
import type { ValuePage } from "../page/value-page.ts";

export class OverlaySnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly #below: FastSnapshot;
	/** Null: removed. */
	readonly #own: SortedMap<Uint8Array | null>;

	constructor(below: FastSnapshot, own: SortedMap<Uint8Array | null>, transactionId: number) {
		this.#below = below;
		this.#own = own;
		this.transactionId = transactionId;
	}

	get(key: Key): Uint8Array | undefined {
		const own = this.#own.get(key);
		return own === undefined ? (this.#below.get(key) as Uint8Array | undefined) : (own ?? undefined);
	}

	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		return keys.map((key) => this.get(key));
	}

	getPage(keys: readonly Key[], page: ValuePage): Page {
		return page.fill(keys, this.getMany(keys));
	}

	scan(range: Range): Scan {
		const isReverse = range.reverse === true;
		const own = this.#own.cursor(range.from, range.to, isReverse);
		const below = this.#below.scan(range);
		return this.#own.size === 0 ? below : new MergedScan(below, own, isReverse);
	}

	pages(range: Range): PageScan {
		const isReverse = range.reverse === true;
		const own = this.#own.cursor(range.from, range.to, isReverse);
		const below = this.#below.pages(range);
		return this.#own.size === 0 ? below : new MergedPages(below, own, isReverse, range.limit);
	}

	laid(): LaidState {
		return { below: this.#below, ranges: this.#own.entries((key) => rangeThrough(key, key)) };
	}

	/** The state below is released with the last store that stands on it. */
	release(): void {}
}
