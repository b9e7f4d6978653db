/**
 * Full-text searches among bound conditions: MATCH ... AGAINST, alone or compared with a constant by `>` or `>=`.
 */
import type { IndexRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import type { BoundCall, BoundExpression, SortKey } from "./bound-expression.ts";
import { conjunctsOf } from "./bound-tree.ts";
import { isConstantItem } from "./tree-facts.ts";
import type { ScopeTable } from "./scope-table.ts";

export function isSearch(bound: BoundExpression): bound is BoundCall {
	return bound.kind === "call" && bound.definition.name.startsWith("match ");
}

/** The FULLTEXT index of these columns, all and no others. */
export function fulltextIndexOf(
	{ record }: Table,
	columnIds: ReadonlySet<number | undefined>,
): IndexRecord | undefined {
	return record.indexes.find(
		({ type, parts }) =>
			type === "fulltext" && parts.length === columnIds.size && parts.every(({ columnId }) => columnIds.has(columnId)),
	);
}

/** The columns that are searched. */
export function searchedColumns({ operands }: BoundCall): readonly BoundExpression[] {
	return operands.slice(2);
}

/** The first search of a table's rows that a condition asks for, and the index that has them. */
export function searchOf(
	condition: BoundExpression | undefined,
	source: ScopeTable | undefined,
): { readonly search: BoundCall; readonly index: IndexRecord } | undefined {
	for (const conjunct of conjunctsOf(condition)) {
		const search = searchIn(conjunct);
		const columns = search === undefined ? [] : searchedColumns(search);
		const [first] = columns;
		if (search !== undefined && first?.kind === "column" && first.origin?.source === source) {
			const ids = new Set(columns.map((bound) => (bound.kind === "column" ? bound.origin?.column?.id : undefined)));
			const index = source?.table && fulltextIndexOf(source.table, ids);
			return index && { search, index };
		}
	}
	return undefined;
}

function searchIn(condition: BoundExpression): BoundCall | undefined {
	if (isSearch(condition)) {
		return condition;
	}
	const [left, right] = operandsAbove(condition);
	return left !== undefined && isSearch(left) && isConstantItem(right!) ? left : undefined;
}

/** Of `>` and `>=`. */
function operandsAbove(bound: BoundExpression): readonly BoundExpression[] {
	return bound.kind === "call" && [">", ">="].includes(bound.definition.name) ? bound.operands : [];
}

/**
 * The order in which rows of a search are found: by relevance. Empty: WHERE searches no rows of that table, or without
 * an index.
 */
export function orderOfSearch(where: BoundExpression | undefined, table: ScopeTable | undefined): readonly SortKey[] {
	const found = searchOf(where, table);
	return found === undefined ? [] : [{ expression: found.search, descending: true }];
}
