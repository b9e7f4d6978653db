/**
 * Row format: the bytes of a row, shared by `row-encoder.ts` and `row-decoder.ts`.
 *
 *     | head | count | absent bits | ends ...     | values ...          |
 *       1      1 | 2   if any        1 | 2 | 4 each
 *
 * - Column ids count from 1 and are never reused. A row has the ids 1 to `count`; a column with a greater id was
 *   added later, and its origin default applies: ADD COLUMN rewrites no row.
 * - `head`: bits 0 and 1 give the width of an end (0: 1 byte, 1: 2, 2: 4), bit 2 means that there are absent bits,
 *   bit 3 that `count` takes two bytes. The other bits are 0, reserved for later formats.
 * - Absent bits: bit (id - 1) & 7 of byte (id - 1) >> 3 is 1 for NULL, and for a column that had been dropped when
 *   the row was written. Rows without either have none.
 * - An end for each column that is not absent, in the order of ids: the end of its value, relative to the first
 *   value. So any column is found without decoding another.
 *
 * All numbers are little-endian. Values by form:
 *
 *     integer   two's complement in the fewest bytes, 0 in none (`integer-bytes.ts`): integers, DECIMAL
 *               unscaled, temporal types, BIT, YEAR, ENUM, SET
 *     float     0 in none; 4 bytes if they hold it exactly, else 8: FLOAT, DOUBLE
 *     bytes     as they are: text in its charset, binary, JSON in the form that `types/json/json.ts` keeps
 */
import { familyOf, type SqlType } from "../../types/value/type.ts";
import type { Value } from "../../types/value/value.ts";

export interface RowColumn {
	/** From 1; never reused within a table. */
	readonly id: number;
	readonly type: SqlType;
	/** Value in rows written before the column was added. */
	readonly originDefault: Value;
	/** `false`: the column is NOT NULL, and encoding NULL fails. */
	readonly nullable?: boolean;
}

/** Forms as small numbers, for switches in loops over columns. */
export const integerForm = 0;
export const floatForm = 1;
export const bytesForm = 2;

export function valueFormOf(type: SqlType): number {
	switch (familyOf(type)) {
		case "float":
			return floatForm;
		case "text":
		case "bytes":
		case "json":
			return bytesForm;
		default:
			return integerForm;
	}
}

export const widthBits = 3;
export const absentBit = 4;
export const longCountBit = 8;
