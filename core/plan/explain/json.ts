/**
 * EXPLAIN FORMAT=JSON, in the layout of MySQL 5.7.
 *
 * Costs are the planner's own, scaled to about MySQL's for a row that is read.
 *
 *     query_block ─ ordering_operation ─ grouping_operation ─ nested_loop [ table ... ] | table
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { QueryBlock, TableFacts } from "./block.ts";

type Member = readonly [name: string, value: unknown];
type PrintCondition = (condition: BoundExpression) => string;

/** Select types of materialized queries. */
const deriving = new Set(["DERIVED", "MATERIALIZED"]);

export function explainJson(block: QueryBlock, print: PrintCondition): string {
	return JSON.stringify(of(["query_block", blockOf(block, print)]), undefined, 2);
}

/** Leaves out undefined members. */
function of(...members: readonly Member[]): object {
	return Object.fromEntries(members.filter(([, value]) => value !== undefined && value !== null));
}

function blockOf(block: QueryBlock, print: PrintCondition): object {
	if (block.parts.length > 0) {
		return of(["union_result", unionOf(block, print)]);
	}
	const { id, message, cost, tables, nested } = block;
	const writes = block.selectType === "INSERT" || block.selectType === "REPLACE";
	const inner = nested.filter(({ selectType }) => !writes && !deriving.has(selectType));
	return of(
		["select_id", id],
		["message", message],
		["cost_info", tables.length === 0 ? undefined : { query_cost: fixed(cost) }],
		...behindTables(block, print),
		["insert_from", writes && nested.length > 0 ? blockOf(nested[0]!, print) : undefined],
		["select_list_subqueries", inner.length === 0 ? undefined : inner.map((each) => subqueryOf(each, print))],
	);
}

/** Sorting around grouping around the tables. */
function behindTables(block: QueryBlock, print: PrintCondition): readonly Member[] {
	let members: readonly Member[] = tablesOf(block.tables, print);
	if (block.groups !== "none") {
		members = [
			[
				"grouping_operation",
				of(["using_temporary_table", true], ["using_filesort", block.groups === "sorted"], ...members),
			],
		];
	}
	if (block.distinct) {
		members = [["duplicates_removal", of(["using_temporary_table", true], ["using_filesort", false], ...members)]];
	}
	return block.sorts ? [["ordering_operation", of(["using_filesort", true], ...members)]] : members;
}

function tablesOf(tables: readonly TableFacts[], print: PrintCondition): readonly Member[] {
	const [first] = tables;
	if (first === undefined) {
		return [];
	}
	return tables.length === 1
		? [["table", tableOf(first, 0, print)]]
		: [
				[
					"nested_loop",
					tables.map((table, at) => ({ table: tableOf(table, at === 0 ? 0 : tables[at - 1]!.cost, print) })),
				],
			];
}

function tableOf(table: TableFacts, costBefore: number, print: PrintCondition): object {
	const { extra, produced, cost, condition, materialized } = table;
	const evaluated = produced * 0.2;
	return of(
		["table_name", table.table],
		["partitions", table.partitions?.split(",")],
		["access_type", table.type],
		["possible_keys", table.possibleKeys?.split(",")],
		["key", table.key],
		["used_key_parts", table.keyParts.length === 0 ? undefined : table.keyParts],
		["key_length", table.keyLength],
		["ref", table.ref?.split(",")],
		["rows_examined_per_scan", table.rows],
		["rows_produced_per_join", Math.max(1, Math.round(produced))],
		["filtered", table.filtered?.toFixed(2)],
		["using_index", extra.includes("Using index") || undefined],
		[
			"using_join_buffer",
			extra.find((word) => word.startsWith("Using join buffer"))?.slice("Using join buffer (".length, -1),
		],
		[
			"cost_info",
			{
				read_cost: fixed(Math.max(cost - costBefore - evaluated, 0)),
				eval_cost: fixed(evaluated),
				prefix_cost: fixed(cost),
			},
		],
		["used_columns", table.usedColumns.length === 0 ? undefined : table.usedColumns],
		["attached_condition", condition === undefined ? undefined : print(condition)],
		["materialized_from_subquery", materialized === undefined ? undefined : subqueryOf(materialized, print, true)],
	);
}

function subqueryOf(block: QueryBlock, print: PrintCondition, isKept = false): object {
	return of(
		["using_temporary_table", isKept || undefined],
		["dependent", block.dependent],
		["cacheable", block.cacheable],
		["query_block", blockOf(block, print)],
	);
}

function unionOf(block: QueryBlock, print: PrintCondition): object {
	const isKept = block.sorts || block.distinct;
	return of(
		["using_temporary_table", isKept],
		["table_name", isKept ? `<union${block.parts.map(({ id }) => id).join(",")}>` : undefined],
		["access_type", isKept ? "ALL" : undefined],
		["query_specifications", block.parts.map((part) => subqueryOf(part, print))],
	);
}

function fixed(cost: number): string {
	return cost.toFixed(2);
}
