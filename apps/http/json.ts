/**
 * JSON with integers of any size.
 *
 * In: plain data that may hold bigints. Out: text in which they are plain numbers, which `JSON.stringify` refuses.
 */

const mark = "\u0001integer:";

export function printJson(value: unknown): string {
	const text = JSON.stringify(value, (_key, member: unknown) => (typeof member === "bigint" ? `${mark}${member}` : member));
	return text.replace(/"\\u0001integer:(-?\d+)"/g, "$1");
}
