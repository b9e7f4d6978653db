/**
 * Many entries at a time, their values side by side in one piece of memory.
 *
 * In: nothing. Out: what a scan of pages hands on. Whoever decodes a page allocates nothing per entry and asks for
 * keys only where it needs them.
 *
 *     bytes   | ... value 0 | value 1 | ... | value n - 1 | ... |
 *               ^ starts[0]  ^ starts[1]
 *                           ^ ends[0]
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../contract.ts";

/** Bytes that are copied along without being wanted. */
const maximumBetween = 256;

/** Never empty. Valid until the scan's next step: then its memory is used again. */
export interface Page {
	readonly count: number;
	/** Entry i's value is bytes[starts[i] .. ends[i]); the arrays may be longer than `count`. */
	readonly bytes: Uint8Array;
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
	/** An entry's key; its byte string is made by this call. */
	key(at: number): Key;
	/**
	 * Writes an entry's key, from its byte `from` on, to a place where there is room; answers where it ends. Some pages
	 * only say it.
	 */
	copyKey?(at: number, from: number, into: Uint8Array, start: number): number;
	/** Negative if a key is before the entry's, positive if behind it; no byte string is made. */
	compare?(at: number, key: Key): number;
}

/** Reads a range page by page, in its order; `null` after the last one. */
export interface PageScan {
	next(): MaybePromise<Page | null>;
	/** Gives up the scan early; after `null` it is not needed. Scans end before their snapshot is released. */
	close(): void;
}

/** Where the values of entries `from` up to `to` lie, if there is little else between them; no length if there is. */
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
