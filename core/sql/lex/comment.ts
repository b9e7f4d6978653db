/**
 * Comments: finds their ends, and distinguishes version comments (executed text) from plain ones.
 *
 *     # to the end of the line           -- to the end of the line (a space must follow)
 *     ... between slash-star pairs       with + after the star: an optimizer hint, see sql/parse/query/hint.ts
 *     with ! after the star: executed    with !50110: executed by servers of at least 5.1.10
 */
import { isDigit } from "./character.ts";

/** Version comments up to this version are executed. */
const readVersion = 50799;

/** Returns the position after a `#` or `--` comment's line. */
export function skipLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end + 1;
}

/** Returns the position after a plain comment, or -1 if unclosed. */
export function skipComment(text: string, at: number): number {
	const end = text.indexOf("*/", at + 2);
	return end < 0 ? -1 : end + 2;
}

/**
 * A version comment: if executed, where its content begins; else the position after it. A skipped one may contain
 * plain comments. `end` is -1 if unclosed.
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
