/**
 * An answer as text that two servers can be compared by: an error's code, changed rows, or the rows sent.
 *
 * Rows of a statement without ORDER BY are compared as a set. Left out: answers that depend on the server, the clock or
 * chance (`isComparable`).
 */
import { createHash } from "node:crypto";

export interface ReplayAnswer {
	/** Equal texts are equal answers. */
	readonly digest: string;
	/** The same without the order of rows: ORDER BY may leave some of them equal. */
	readonly unordered: string;
	/** The beginning of the answer, for people. */
	readonly shown: string;
}

const shownLength = 160;

export function answerOfRows(statement: string, record: readonly string[]): ReplayAnswer {
	const sorted = [...record].sort();
	const rows = /\border\s+by\b/i.test(statement) ? record : sorted;
	return {
		digest: digestOf(rows),
		unordered: digestOf(sorted),
		shown: `${record[0]?.startsWith("ok ") === true ? "" : `${rows.length} rows `}${printable(rows.join("\n"))}`,
	};
}

function digestOf(rows: readonly string[]): string {
	return `${rows.length}:${createHash("sha1").update(rows.join("\n"), "latin1").digest("hex")}`;
}

export function answerOfError(code: number, sentence: string): ReplayAnswer {
	return {
		digest: `error ${code}`,
		unordered: `error ${code}`,
		shown: `error ${code} ${sentence.slice(0, shownLength)}`,
	};
}

const momentary =
	/\b(?:version|connection_id|now|sysdate|cur(?:date|time)|current_timestamp|(?:unix|utc)_timestamp|rand|uuid)\s*\(/i;

/**
 * Whether two right servers must answer alike: not by their own facts (versions, variables, status, plans, wording of
 * definitions), nor by clock, chance or connection numbers.
 */
export function isComparable(statement: string): boolean {
	return !(
		/^\s*(?:\/\*.*?\*\/\s*)?(?:show|explain|describe|desc|analyze|check|optimize)\b/is.test(statement) ||
		/@@|\binformation_schema\b|\bperformance_schema\b/i.test(statement) ||
		momentary.test(statement) ||
		/\blimit\b/i.test(statement) !== /\border\s+by\b[\s\S]*\blimit\b/i.test(statement)
	);
}

function printable(text: string): string {
	return text.slice(0, shownLength).replace(/[^\x20-\x7e]/g, ".");
}
