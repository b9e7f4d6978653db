/**
 * Digest of a key range's contents, 53 bits: the part of the read set that replaces gap locks between processes.
 *
 * A digest is taken when a transaction locks the range, and validated when it commits. Within one process the lock
 * manager's spans (gap locks, `lock/`) prevent phantoms; another process does not see them, and may have inserted or
 * changed rows that the read set's single keys do not cover.
 */
import type { Page, PageScan } from "./page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key, Range } from "../contract.ts";

/** Digest of the contents from `from` to `to` (exclusive); undefined: no other process could change them. */
export interface RangeState {
	readonly from: Key;
	readonly to: Key;
	readonly digest: number | undefined;
}

const prime = 0x01000193;
const otherPrime = 0x9e3779b1;
const lowBits = 2 ** 32;
const highMask = 0x1fffff;

class Digest {
	#low = 0x811c9dc5;
	#high = 0x2f0b4c47;

	/** Lengths are hashed too, so that bytes cannot move from one key or value to the next. */
	add(page: Page): void {
		for (let at = 0; at < page.count; at++) {
			const key = page.key(at);
			this.#mix(key.length);
			for (let byte = 0; byte < key.length; byte++) {
				this.#mix(key.charCodeAt(byte));
			}
			const [start, end] = [page.starts[at]!, page.ends[at]!];
			this.#mix(end - start);
			for (let byte = start; byte < end; byte++) {
				this.#mix(page.bytes[byte]!);
			}
		}
	}

	get value(): number {
		return (this.#high & highMask) * lowBits + (this.#low >>> 0);
	}

	#mix(value: number): void {
		this.#low = Math.imul(this.#low ^ value, prime);
		this.#high = Math.imul(this.#high ^ value, otherPrime);
		this.#high ^= this.#high >>> 15;
	}
}

export function digestOf(scan: PageScan): MaybePromise<number> {
	const digest = new Digest();
	for (;;) {
		const page = scan.next();
		if (page instanceof Promise) {
			return page.then((first) => digestSlowly(digest, first, scan));
		}
		if (page === null) {
			return digest.value;
		}
		digest.add(page);
	}
}

async function digestSlowly(digest: Digest, first: Page | null, scan: PageScan): Promise<number> {
	for (let page = first; page !== null; page = await scan.next()) {
		digest.add(page);
	}
	return digest.value;
}

/**
 * Returns the start of the first range that has changed. A range without a digest counts as changed if `isForeign`
 * (another process may have committed), since its earlier contents are unknown.
 */
export function firstChanged(
	ranges: readonly RangeState[] | undefined,
	isForeign: boolean,
	pages: (range: Range) => PageScan,
): Key | undefined {
	for (const { from, to, digest } of ranges ?? []) {
		if (digest === undefined ? isForeign : digestOf(pages({ from, to })) !== digest) {
			return from;
		}
	}
	return undefined;
}
