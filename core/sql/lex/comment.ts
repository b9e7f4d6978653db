/**
 * Comments: where they end, and which of them are not comments but text for this server.
 *
 * In: the text and the position of a comment's first byte. Out: the position behind it.
 *
 * ``` # to the end of the line -- to the end of the line (a space must follow) ... between slash-star pairs with +
 * behind the star: an optimizer hint, see sql/parse/query/hint.ts with ! behind the star: read with !50110: read by servers of
 * at least 5.1.10 ```
 */
import { isDigit } from "./character.ts";

/** The version whose comments are read: content of newer ones is skipped. */
const readVersion = 50799;

/** Behind the line that a `#` or `--` comment ends. */
export function skipLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end + 1;
}

/** Behind the closing mark of a plain comment that begins at `at`, or -1 where nothing closes it. */
export function skipComment(text: string, at: number): number {
	const end = text.indexOf("*/", at + 2);
	return end < 0 ? -1 : end + 2;
}

/**
 * A comment with `!`: if its content is for us, where the content begins; else behind the whole comment. A skipped
 * one may hold plain comments. `end` is -1 where nothing closes it.
 */
export function openVersionComment(text: string, at: number): { readonly read: boolean; readonly end: number } {
	let from = at + 3;
	while (from < at + 9 && isDigit(text.charCodeAt(from))) {
		from++;
	}
	if (from < at + 8) {
		return { read: true, end: at + 3 };
	}
	if (Number(text.slice(at + 3, from)) <= readVersion) {
		return { read: true, end: from };
	}
	for (;;) {
		const close = text.indexOf("*/", from);
		const open = text.indexOf("/*", from);
		if (close < 0) {
			return { read: false, end: -1 };
		}
		if (open < 0 || open > close) {
			return { read: false, end: close + 2 };
		}
		from = skipComment(text, open);
		if (from < 0) {
			return { read: false, end: -1 };
		}
	}
}
