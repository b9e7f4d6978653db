/**
 * Binds MATCH ... AGAINST: the relevance of a row, beside statistics of the whole table.
 *
 * Full-text indexes hold nothing (`catalog/table.ts`): the table is read once a statement by a subquery that the
 * planner adds, whose one row is the statistics. Throws 1191 without an index of exactly these columns, 1210, 1214.
 */
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { SearchMode } from "../../functions/fulltext/search-parse.ts";
import type { AggregateName, ColumnName, Expression, MatchAgainst, Query } from "../../sql/tree/expression.ts";
import type { BoundExpression, BoundSubquery } from "../tree/bound-expression.ts";
import { isConstantItem } from "../tree/tree-facts.ts";
import { fulltextIndexOf } from "../tree/fulltext-search.ts";
import { withoutTurns } from "../tree/planning-turns.ts";
import type { ScopeColumn } from "../tree/scope-table.ts";
import { type Binding, bindValue } from "./binding.ts";
import { callNamed } from "./function-call.ts";
import { resolveColumn } from "./scope.ts";
import { scalarSubquery } from "./subquery.ts";

function modeOf(modifier: string): SearchMode {
	return modifier.includes("expansion") ? "expansion" : modifier.includes("boolean") ? "boolean" : "natural";
}

export function bindMatch({ columns, against, modifier }: MatchAgainst, binding: Binding): BoundExpression {
	const { scope, planning, clause } = binding;
	const search = bindValue(against, binding);
	if (!isConstantItem(search)) {
		throw sqlError("wrongArguments", "AGAINST");
	}
	const bound = columns.map((column) => resolveColumn(column, scope, clause));
	const searched = bound.map(storedColumn);
	const source = searched[0]?.source;
	if (source === undefined || searched.some((column) => column?.source !== source)) {
		throw sqlError("wrongArguments", "MATCH");
	}
	const { table } = source;
	if (table === undefined || table.record.temporary === true) {
		throw sqlError("tableWithoutFulltext");
	}
	const mode = modeOf(modifier);
	// MyISAM searches in boolean mode without an index.
	const needsIndex = mode !== "boolean" || table.record.forgetsForeignKeys !== true;
	if (needsIndex && fulltextIndexOf(table, new Set(searched.map((each) => each!.column?.id))) === undefined) {
		throw sqlError("noMatchingFulltextIndex");
	}
	const names = searched.map((each) => each!.name);
	return callNamed(`match ${mode}`, [search, statistics(table, names, against, mode, binding), ...bound], planning);
}

/** The stored column, through views and derived tables that are merged. */
function storedColumn(bound: BoundExpression): ScopeColumn | undefined {
	let origin = bound.kind === "column" || bound.kind === "outer" ? bound.origin : undefined;
	while (origin?.selected !== undefined) {
		origin = origin.selected;
	}
	return origin;
}

/** Reads whole rows of the table without locks; who may name the columns here may search them. */
function statistics(
	{ database, name }: Table,
	names: readonly string[],
	against: Expression,
	mode: SearchMode,
	binding: Binding,
): BoundSubquery {
	const columns = names.map((each): ColumnName => ({ kind: "column", name: each }));
	const aggregate: AggregateName = `match rows ${mode}`;
	const expression: Expression = {
		kind: "aggregate",
		name: aggregate,
		distinct: false,
		arguments: [against, ...columns],
	};
	const query: Query = {
		kind: "select",
		distinct: false,
		modifiers: [],
		items: [{ kind: "item", expression, text: aggregate }],
		from: [{ kind: "table", database, name }],
	};
	// Its syntax tree is made anew.
	const { needs: _, ...planning } = withoutTurns(binding.planning);
	const subquery = scalarSubquery(query, { ...binding, planning: { ...planning, lockingReads: "never" } });
	return { ...subquery, plan: { ...subquery.plan, readings: [], volatile: false } };
}
