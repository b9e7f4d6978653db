/**
 * Many entries at a time, their values side by side in one piece of memory.
 *
 * In: nothing. Out: what a scan of pages hands on. Whoever decodes a page allocates nothing per entry and asks for keys only
 * where it needs them. It refuses to know rows.
 *
 *     bytes   | ... value 0 | value 1 | ... | value n - 1 | ... |
 *               ^ starts[0]  ^ starts[1]
 *                           ^ ends[0]
 */
import type { Answer, Key } from "./store.ts";

/** Never empty. Valid until the scan's next step: then its memory is used again. */
export interface Page {
	readonly count: number;
	/** Entry i's value is bytes[starts[i] .. ends[i]); the arrays may be longer than `count`. */
	readonly bytes: Uint8Array;
	readonly starts: Uint32Array;
	readonly ends: Uint32Array;
	/** An entry's key; its byte string is made by this call. */
	key(at: number): Key;
	/** Writes an entry's key, from its byte `from` on, to a place where there is room; answers where it ends. Some pages only say it. */
	copyKey?(at: number, from: number, into: Uint8Array, start: number): number;
}

/** Reads a range page by page, in its order; `null` after the last one. */
export interface PageScan {
	next(): Answer<Page | null>;
	/** Gives up the scan early; after `null` it is not needed. Scans end before their snapshot is released. */
	close(): void;
}
