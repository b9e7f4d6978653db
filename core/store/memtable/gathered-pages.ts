/**
 * Pages gathered from a scan of single entries: the general path of page scans.
 *
 * Values are copied side by side into reused memory. The faster page scans of other engines must return the same.
 */
import type { Page, PageScan } from "../page/page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key, Scan } from "../contract.ts";

export function gatherPages(scan: Scan): PageScan {
	return new GatheredPages(scan);
}

class GatheredPages implements PageScan {
	readonly #scan: Scan;
	readonly #page = new GatheredPage();

	constructor(scan: Scan) {
		this.#scan = scan;
	}

	next(): MaybePromise<Page | null> {
		const batch = this.#scan.next();
		return batch instanceof Promise ? batch.then((entries) => this.#gather(entries)) : this.#gather(batch);
	}

	#gather(entries: readonly Entry[] | null): Page | null {
		if (entries === null) {
			return null;
		}
		this.#page.fill(entries);
		return this.#page;
	}

	close(): void {
		this.#scan.close();
	}
}

class GatheredPage implements Page {
	count = 0;
	bytes = new Uint8Array(0);
	starts = new Uint32Array(0);
	ends = new Uint32Array(0);
	#entries: readonly Entry[] = [];

	fill(entries: readonly Entry[]): void {
		let size = 0;
		for (const { value } of entries) {
			size += value.length;
		}
		if (size > this.bytes.length) {
			this.bytes = new Uint8Array(2 * size);
		}
		if (entries.length > this.starts.length) {
			this.starts = new Uint32Array(entries.length);
			this.ends = new Uint32Array(entries.length);
		}
		let end = 0;
		for (let at = 0; at < entries.length; at++) {
			const { value } = entries[at]!;
			this.starts[at] = end;
			this.bytes.set(value, end);
			end += value.length;
			this.ends[at] = end;
		}
		this.count = entries.length;
		this.#entries = entries;
	}

	key(at: number): Key {
		return this.#entries[at]!.key;
	}
}
