/**
 * Comparisons of cells in sequences, by meaning.
 */
import type { Cell } from "../measured/wire.ts";
import { bitDigits } from "./known-difference.ts";

/** Equal types except for width: INT for BIGINT where the digits allow both, lengths of texts and decimals. */
export function isSameKind(mine: Cell, other: Cell): boolean {
	const kind = (cell: Cell): string =>
		String(cell)
			.replaceAll(/\b(int|bigint)\b/g, "integer")
			.replaceAll(/\b(var)?(char|binary)\b|\b(tiny|medium|long)?(text|blob)\b/g, "text")
			.replaceAll(/\(\d+(,\d+)?\)/g, "");
	return kind(mine) === kind(other);
}

/** Returns the text that HEX shows, or the cell itself. */
export const plainText = (cell: Cell): string =>
	/^([0-9A-F]{2})+$/.test(String(cell)) ? Buffer.from(String(cell), "hex").toString("utf8") : String(cell);
export const isSmallNumber = (cell: Cell): boolean => /^\d{1,2}$/.test(String(cell));
/** Both are datetimes as whole numbers, and the first is a second later. */
export function isASecondLater(mine: Cell, other: Cell): boolean {
	const [later, sooner] = [mine, other].map((cell) =>
		Date.parse(String(cell).replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z")),
	) as [number, number];
	return later - sooner === 1000;
}
export const isElements = (cell: Cell): boolean => /^(([abxy]|abc|12)(,(?=.)|$))*$/.test(String(cell));

/** Returns a whole number from its digits, their HEX(), or the bits of a BIT. */
export const countOfCell = (cell: Cell, sql: string): number =>
	Number(sql.startsWith("select hex(") ? `0x${String(cell)}` : /^\d+$/.test(String(cell)) ? cell : bitDigits(cell));
