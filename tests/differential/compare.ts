/**
 * Compares two servers' answers to a statement: returns the difference, or undefined.
 *
 * Rows are compared as text, in order or as a multiset, errors by code, changes by the number of rows. Names of
 * columns, insert ids and warnings are not compared.
 */
import type { Cell, WireResult } from "../measured/wire.ts";

export function difference(ours: WireResult, theirs: WireResult, ordered: boolean): string | undefined {
	if (ours.error !== undefined || theirs.error !== undefined) {
		return ours.error?.code === theirs.error?.code ? undefined : "error";
	}
	if (ours.rows !== undefined && theirs.rows !== undefined) {
		const [mine, other] = [linesOf(ours.rows, ordered), linesOf(theirs.rows, ordered)];
		return mine.length === other.length && mine.every((line, at) => line === other[at]) ? undefined : "rows";
	}
	return ours.ok?.affected === theirs.ok?.affected ? undefined : "affected";
}

/** MariaDB names utf8 utf8mb3. */
function linesOf(rows: readonly (readonly Cell[])[], ordered: boolean): string[] {
	const lines = rows.map((row) => JSON.stringify(row).replaceAll('"utf8mb3', '"utf8'));
	return ordered ? lines : lines.sort();
}

/** Returns both answers without their common rows. */
export function apart(ours: WireResult, theirs: WireResult): [WireResult, WireResult] {
	const only = (one: WireResult, other: WireResult): WireResult => {
		const known = new Set(other.rows?.map((row) => JSON.stringify(row)));
		const rows = one.rows?.filter((row) => !known.has(JSON.stringify(row))) ?? [];
		return one.rows === undefined || other.rows === undefined || rows.length === 0 ? one : { ...one, rows };
	};
	return [only(ours, theirs), only(theirs, ours)];
}

export function printAnswer({ error, rows, ok }: WireResult): string {
	if (error !== undefined) {
		return `error ${error.code} ${JSON.stringify(error.message)}`;
	}
	return rows === undefined
		? `${ok?.affected} rows changed`
		: rows.length === 0
			? "no rows"
			: rows
					.slice(0, 6)
					.map((row) => JSON.stringify(row))
					.join(" ") + (rows.length > 6 ? ` ... ${rows.length} rows` : "");
}
