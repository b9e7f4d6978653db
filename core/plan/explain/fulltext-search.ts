/**
 * EXPLAIN of a full-text search, in the terms of InnoDB: an access by its FULLTEXT index, which finds rows in order.
 *
 * The statistics that the planner adds (`bind/bind-match.ts`) are not listed.
 */
import type { BoundExpression, SortKey } from "../tree/bound-expression.ts";
import { partsOf } from "../tree/bound-tree.ts";
import { isSearch, searchedColumns, searchOf } from "../tree/fulltext-search.ts";
import type { TableNode } from "../tree/query-plan.ts";
import { noAccess, type AccessText } from "./access-text.ts";

/** undefined: its rows are found in another way. */
export function describeSearch({ access, source, condition }: TableNode): AccessText | undefined {
	const found = access.kind === "scan" ? searchOf(condition, source) : undefined;
	if (found === undefined) {
		return undefined;
	}
	const key = found.index.name;
	return { ...noAccess, type: "fulltext", possibleKeys: key, key, keyLength: "0", ref: "const" };
}

export function isOrderOfSearch(keys: readonly SortKey[]): boolean {
	return keys.length === 1 && keys[0]!.descending && isSearch(keys[0]!.expression);
}

/** The parts of an expression that its author wrote. */
export function writtenParts(bound: BoundExpression): readonly BoundExpression[] {
	return isSearch(bound) ? [bound.operands[0]!, ...searchedColumns(bound)] : partsOf(bound);
}
