/**
 * Places inside a statement as lines and columns of its file: UTF-16 code units, both from 1.
 */
import type { ReportedStatement } from "./format.ts";

interface Position {
	readonly line: number;
	readonly column: number;
}

/** `offset`: UTF-16 code units of the statement's text. */
export function positionIn({ text, line, column }: ReportedStatement, offset: number): Position {
	const before = text.slice(0, offset);
	const breaks = before.match(/\r\n|[\r\n]/g)?.length ?? 0;
	if (breaks === 0) {
		return { line, column: column + before.length };
	}
	const lastBreak = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"));
	return { line: line + breaks, column: before.length - lastBreak };
}
