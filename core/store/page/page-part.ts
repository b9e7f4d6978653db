/**
 * Part of a page: some of its entries, one after the other, as a page of their own.
 */
import type { Page } from "./page.ts";

/** Entries `from` to `to`; valid as long as the page. */
export function partOfPage(page: Page, from: number, to: number): Page {
	return {
		count: to - from,
		bytes: page.bytes,
		starts: page.starts.subarray(from, to),
		ends: page.ends.subarray(from, to),
		key: (at) => page.key(from + at),
	};
}
