/**
 * Maximum length of a column by type and charset: CHAR 255, VARCHAR 65,535 bytes, LONGTEXT 4 GiB.
 *
 * VARCHAR's maximum in characters depends on the charset: 65535 in latin1, 21845 in utf8, 16383 in utf8mb4. The row's
 * own limit of 65,535 bytes (error 1118) is checked besides, in `exec/rows/row-size.ts`.
 */
import { sqlError } from "../errors/catalogue.ts";
import { charsetNamed } from "../types/text/charset.ts";
import type { ByteString } from "../types/value/value.ts";

/** In characters, whatever the charset. */
export const maximumCharLength = 255;
/** In bytes. */
export const maximumTextLength = 4294967295;
const maximumVarcharBytes = 65535;

/** Returns the most characters that a VARCHAR of this charset may declare. */
export function maximumVarcharLength(charset: string): number {
	return Math.floor(maximumVarcharBytes / (charsetNamed(charset)?.maxBytes ?? 1));
}

/** Returns the length, or throws error 1074 where it exceeds the charset's maximum. */
export function checkVarcharLength(column: ByteString, length: number, charset: string): number {
	const maximum = maximumVarcharLength(charset);
	if (length > maximum) {
		throw sqlError("columnTooLong", column, maximum);
	}
	return length;
}
