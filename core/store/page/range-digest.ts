/**
 * What a range held when a transaction locked it, in one number.
 *
 * In: a range's pages. Out: a digest of all its keys and values, of 53 bits; the first range that holds something
 * else by now. In one process spans are locked (`lock/`); another process knows nothing of them, and may have added
 * or changed what a row that was found does not tell of.
 */
import type { Page, PageScan } from "./page.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key, Range } from "../contract.ts";
import type { RangeState } from "../fast-store.ts";

const prime = 0x01000193;
const otherPrime = 0x9e3779b1;
const lowBits = 2 ** 32;
const highMask = 0x1fffff;

class Digest {
	#low = 0x811c9dc5;
	#high = 0x2f0b4c47;

	/** Lengths go in too, so that bytes cannot pass from one to the next. */
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
 * The beginning of the first range that holds something else. One without a digest does where `isForeign`: nobody
 * knows what it held.
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
