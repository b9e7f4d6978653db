/**
 * Ignore comments: `-- verso:ignore REASON [until DATE]` sets the findings of a statement apart.
 *
 * It stands above a statement, behind it in the line where it ends, or within it; `verso:ignore-file` anywhere counts
 * for all statements of its file. A reason is a must; after the last day that `until` names it counts no longer.
 */
import type { ByteString } from "../../core/index.ts";
import { skipUnit } from "../cli/script.ts";

export interface Ignore {
	readonly reason: string;
	/** `2027-01-01`. */
	readonly until?: string;
}

interface IgnoreComment {
	/** Where the comment begins, in bytes. */
	readonly at: number;
	readonly isOfFile: boolean;
	/** A sentence where the comment is no good. */
	readonly ignore: Ignore | string;
}

const form = /^(?:--[ \t]+|#[ \t]*|\/\*[ \t]*)verso:ignore(-file)?(?=[\s*]|$)[ \t]*(.*?)\s*(?:\*\/)?$/s;

/** All ignore comments of a text from `from` to `to`. */
export function ignoreComments(text: ByteString, from: number, to: number): IgnoreComment[] {
	const comments: IgnoreComment[] = [];
	for (let at = from; at < to; ) {
		const end = skipUnit(text, at);
		const found = /[-#/]/.test(text.charAt(at)) && end > at + 1 ? form.exec(text.slice(at, end)) : null;
		if (found !== null) {
			const words = Buffer.from(found[2] ?? "", "latin1").toString("utf8");
			comments.push({ at, isOfFile: found[1] !== undefined, ignore: parseIgnore(words) });
		}
		at = end;
	}
	return comments;
}

/** The ignore comment within a statement, if there is a good one. */
export function ignoreIn(text: ByteString): Ignore | undefined {
	return ignoreComments(text, 0, text.length)
		.map(({ ignore }) => ignore)
		.find((ignore): ignore is Ignore => typeof ignore !== "string");
}

function parseIgnore(words: string): Ignore | string {
	const until = /(?:^|\s)until\s+(\d\S*?)[.,:;]?(?=\s|$)/.exec(words);
	const reason = (
		until === null ? words : `${words.slice(0, until.index)} ${words.slice(until.index + until[0].length)}`
	)
		.replace(/\s+/g, " ")
		.trim();
	if (until !== null && !isDate(until[1] as string)) {
		return `until takes a date such as 2027-01-31, not ${until[1]}`;
	}
	if (reason === "") {
		return "verso:ignore takes a reason";
	}
	return until === null ? { reason } : { reason, until: until[1] as string };
}

function isDate(text: string): boolean {
	const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
