/**
 * Page of a scan: many entries at once, their values side by side in one buffer (batched iteration).
 *
 * Decoding a page allocates nothing per entry; keys are made only on demand.
 *
 *     bytes   | ... value 0 | value 1 | ... | value n - 1 | ... |
 *               ^ starts[0]  ^ starts[1]
 *                           ^ ends[0]
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../contract.ts";

/** Maximum bytes between wanted values that are copied along. */
const maximumBetween = 256;

/** Never empty. Valid until the scan's next step, which reuses its memory. */
export interface Page {
	readonly count: number;
	/** Entry i's value is bytes[starts[i] .. ends[i]); the arrays may be longer than `count`. */
	readonly bytes: Uint8Array;
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
	/** Makes the byte string of an entry's key. */
	key(at: number): Key;
	/** Copies an entry's key from its byte `from` on and returns the end of the copy. Optional. */
	copyKey?(at: number, from: number, into: Uint8Array, start: number): number;
	/** Negative if `key` is before the entry's key, positive if after it; makes no byte string. Optional. */
	compare?(at: number, key: Key): number;
}

/** Reads a range page by page, in its order; `null` after the last one. */
export interface PageScan {
	next(): MaybePromise<Page | null>;
	/** Ends the scan early; not needed after `null`. Scans end before their snapshot is released. */
	close(): void;
}

/** The bytes of entries `from` to `to`, if little else is between them; else an empty span. */
export function spanOf(
	{ starts, ends }: Page,
	from: number,
	to: number,
): { readonly low: number; readonly length: number } {
	let low = Number.MAX_SAFE_INTEGER;
	let high = 0;
	let wanted = 0;
	for (let at = from; at < to; at++) {
		const start = starts[at]!;
		const end = ends[at]!;
		wanted += end - start;
		low = start < low ? start : low;
		high = end > high ? end : high;
	}
	return { low, length: high - low <= wanted + maximumBetween ? high - low : 0 };
}

export function compareAt(page: Page, at: number, key: Key): number {
	if (page.compare !== undefined) {
		return page.compare(at, key);
	}
	const own = page.key(at);
	return key < own ? -1 : key > own ? 1 : 0;
}
