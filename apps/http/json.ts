/**
 * JSON with integers of any size.
 *
 * In: plain data that may hold bigints. Out: text in which they are plain numbers, which `JSON.stringify` refuses.
 *
 *     U+0001 integer:DIGITS    a bigint on its way
 *     U+0001 text:REST         a text that itself begins with U+0001
 */

const mark = "\u0001";

export function printJson(value: unknown): string {
	const text = JSON.stringify(value, (_key, member: unknown) => {
		if (typeof member === "bigint") {
			return `${mark}integer:${member}`;
		}
		return typeof member === "string" && member.startsWith(mark) ? `${mark}text:${member}` : member;
	});
	return text.replace(/(?<!\\)"\\u0001(?:integer:(-?\d+)"|text:)/g, (_, digits?: string) => digits ?? '"');
}
