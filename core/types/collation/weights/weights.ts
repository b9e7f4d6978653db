/**
 * Weights of a collation: text to weight strings, as MySQL prints them and as byte strings in the collation's order.
 *
 * Padding is added in `pad.ts`.
 */
import type { ByteString } from "../../value/value.ts";

export type Fold = (bytes: ByteString) => ByteString;

export interface Weights {
	/**
	 * Returns a byte string in the order of the weights. A space is the byte 20; whatever sorts below it is below 20.
	 */
	readonly fold: Fold;
	/** Returns the weights as WEIGHT_STRING prints them. */
	readonly print: Fold;
	/**
	 * Folded bytes of ASCII characters with one weight, for comparison in place; -1: others. A function, since some
	 * tables are read on first use.
	 */
	readonly ascii?: () => Int16Array;
	/**
	 * Weights by which LIKE and LOCATE compare single characters, where a text's weights are not the concatenation of
	 * its characters'; otherwise `fold`.
	 */
	readonly letters?: Fold;
	/** Returns how many bytes at the end of a text may have other weights when more text follows; absent: none. */
	readonly unsettled?: (bytes: ByteString) => number;
}

/** The table of `ascii` for collations that compare ASCII in upper case. */
export const capitals = Int16Array.from({ length: 256 }, (_, byte) =>
	byte > 0x7f ? -1 : byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte,
);
