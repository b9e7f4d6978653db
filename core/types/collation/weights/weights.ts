/**
 * Weights of a collation: text to weights, as MySQL writes them and as a byte string in the collation's order.
 *
 * Padding is added in `pad.ts`.
 */
import type { ByteString } from "../../value/value.ts";

export type Fold = (bytes: ByteString) => ByteString;

export interface Weights {
	/** Byte strings in the order of the weights. A space is the byte 20; whatever is below a space is below 20. */
	readonly fold: Fold;
	/** The weights as WEIGHT_STRING has them. */
	readonly print: Fold;
	/**
	 * The folded bytes of the ASCII characters, where each has one: texts of them are compared in place. -1 for others.
	 * A function, because some tables are read on first use only.
	 */
	readonly ascii?: () => Int16Array;
	/**
	 * By what LIKE and LOCATE compare characters, where the weights of a text are not those of its characters in a row;
	 * else `fold`.
	 */
	readonly letters?: Fold;
	/** How many bytes at the end of a text may weigh otherwise when more text follows; missing where none. */
	readonly unsettled?: (bytes: ByteString) => number;
}

/** The table of `ascii` for weights that are the capital letters. */
export const capitals = Int16Array.from({ length: 256 }, (_, byte) =>
	byte > 0x7f ? -1 : byte >= 0x61 && byte <= 0x7a ? byte - 32 : byte,
);
