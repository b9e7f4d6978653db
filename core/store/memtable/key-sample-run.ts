/**
 * Key samples of entries outside of LMDB's blocks: of pages of any engine, of a memtable, and of several in a row.
 */
import type { Layer } from "./merged-scan.ts";
import type { KeySample, KeySampleWalk } from "../page/key-sample.ts";
import type { PageScan } from "../page/page.ts";

/** One of this many entries becomes a sample. */
const stride = 16;

/** For engines that answer synchronously; others give no samples. */
export class PageKeySamples implements KeySampleWalk {
	readonly #pages: PageScan;

	constructor(pages: PageScan) {
		this.#pages = pages;
	}

	next(_steps: number): readonly KeySample[] | null {
		const page = this.#pages.next();
		if (page === null || page instanceof Promise) {
			return null;
		}
		const found: KeySample[] = [];
		for (let at = Math.min(stride, page.count) - 1; at < page.count; at += stride) {
			found.push({ key: page.key(at), entries: Math.min(stride, page.count) });
		}
		return found;
	}

	close(): void {
		this.#pages.close();
	}
}

/** Of writes; null removes a key. */
export class WrittenKeySamples implements KeySampleWalk {
	readonly #cursor: Layer;
	#isEnded = false;

	constructor(cursor: Layer) {
		this.#cursor = cursor;
	}

	next(steps: number): readonly KeySample[] | null {
		if (this.#isEnded) {
			return null;
		}
		const cursor = this.#cursor;
		if (cursor.pass !== undefined) {
			return this.#passed(steps);
		}
		const found: KeySample[] = [];
		let passed = 0;
		let last = "";
		for (let step = 0; step < steps && !this.#isEnded; step++) {
			if (!cursor.next()) {
				this.#isEnded = true;
			} else if (cursor.value !== null) {
				last = cursor.key;
				if (++passed === stride) {
					found.push({ key: last, entries: passed });
					passed = 0;
				}
			}
		}
		return passed === 0 ? found : [...found, { key: last, entries: passed }];
	}

	/** One stride counts as one step. */
	#passed(steps: number): readonly KeySample[] {
		const found: KeySample[] = [];
		for (let step = 0; step < steps && !this.#isEnded; step++) {
			const entries = this.#cursor.pass?.(stride) ?? 0;
			if (entries > 0) {
				found.push({ key: this.#cursor.key, entries });
			}
			this.#isEnded = entries < stride;
		}
		return found;
	}

	close(): void {
		this.#isEnded = true;
	}
}

export class ChainedKeySamples implements KeySampleWalk {
	readonly #walks: KeySampleWalk[];

	constructor(walks: readonly KeySampleWalk[]) {
		this.#walks = [...walks];
	}

	next(steps: number): readonly KeySample[] | null {
		while (this.#walks.length > 0) {
			const found = this.#walks[0]!.next(steps);
			if (found !== null) {
				return found;
			}
			this.#walks.shift();
		}
		return null;
	}

	close(): void {
		for (const walk of this.#walks.splice(0)) {
			walk.close();
		}
	}
}
