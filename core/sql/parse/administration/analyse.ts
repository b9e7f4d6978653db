/**
 * PROCEDURE ANALYSE(elements, bytes), behind LIMIT.
 *
 * In: the cursor. Out: what it may keep, or undefined where there is none; 1221 where it stands in anything but a
 * SELECT of its own. There are no other procedures of that kind.
 */
import { sqlError } from "../../../errors.ts";
import type { Analyse, Query } from "../../tree/query.ts";
import type { Cursor } from "../cursor.ts";

/** What MySQL takes where nothing is said. */
const usualElements = 256;
const usualBytes = 8192;

export function analyseClause(cursor: Cursor): Analyse | undefined {
	if (!cursor.acceptPhrase("procedure", "analyse")) {
		return undefined;
	}
	cursor.expect("(");
	const maximumElements = cursor.is(")") ? usualElements : cursor.integer();
	const maximumBytes = cursor.accept(",") ? cursor.integer() : usualBytes;
	cursor.expect(")");
	return { maximumElements, maximumBytes };
}

export function refuseAnalyse(
	query: Pick<Query & { readonly kind: "select" }, "analyse"> | undefined,
	place: "subquery" | "non-SELECT",
): void {
	if (query?.analyse !== undefined) {
		throw sqlError("wrongUsage", "PROCEDURE", place);
	}
}

/** The query of INSERT ... SELECT and the like. */
export function queryToKeep(cursor: Cursor): Query {
	const query = cursor.query();
	refuseAnalyse(query.kind === "select" ? query : undefined, "non-SELECT");
	return query;
}
