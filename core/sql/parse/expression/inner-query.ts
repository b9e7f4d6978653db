/**
 * Parses subqueries and source queries, and refuses what only the outermost SELECT may have (errors 1221, 1234).
 */
import { sqlError } from "../../../errors/catalogue.ts";
import type { Cursor } from "../cursor/cursor.ts";
import type { Query } from "../../tree/expression.ts";

const outermost: ReadonlySet<string> = new Set([
	"high_priority",
	"sql_buffer_result",
	"sql_calc_found_rows",
	"sql_cache",
	"sql_no_cache",
]);

export function nestedQuery(cursor: Cursor): Query {
	cursor.queryDepth++;
	const query = cursor.query();
	cursor.queryDepth--;
	refuseAnalyse(query.kind === "select" ? query : undefined, "subquery");
	refuseOutermost(query);
	return query;
}

/** In a UNION only the first part can be outermost; the others were checked before. */
export function refuseOutermost(query: Query): void {
	const first = query.kind === "union" ? query.parts[0]! : query;
	if (first.kind === "union") {
		refuseOutermost(first);
		return;
	}
	const word = first.modifiers.find((modifier) => outermost.has(modifier));
	if (word !== undefined) {
		throw sqlError("cantUseOptionHere", word.toUpperCase());
	}
}

export function refuseAnalyse(
	query: Pick<Query & { readonly kind: "select" }, "analyse"> | undefined,
	place: "subquery" | "non-SELECT",
): void {
	if (query?.analyse !== undefined) {
		throw sqlError("wrongUsage", "PROCEDURE", place);
	}
}

/** The query of INSERT ... SELECT and CREATE TABLE ... SELECT. */
export function sourceQuery(cursor: Cursor): Query {
	const query = cursor.query();
	refuseAnalyse(query.kind === "select" ? query : undefined, "non-SELECT");
	return query;
}
