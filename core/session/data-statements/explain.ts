/**
 * EXPLAIN: plans a statement without running it and prints the plan as a table, as JSON or as a tree.
 *
 * The table has MySQL's twelve columns and a row for each table reference; note 1003 holds the query as resolved.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { SqlError, sqlError } from "../../errors/catalogue.ts";
import { planDelete } from "../../exec/dml/delete.ts";
import type { Execution } from "../../exec/execution.ts";
import { planInsert } from "../../exec/dml/insert-plan.ts";
import { answeredRows, type StatementResult } from "../../exec/statement-result.ts";
import { planUpdate } from "../../exec/dml/update-plan.ts";
import { noAccess } from "../../plan/explain/access-text.ts";
import type { QueryBlock } from "../../plan/explain/block.ts";
import { describePlan, describeTargets } from "../../plan/explain/describe.ts";
import { explainJson } from "../../plan/explain/json.ts";
import { namesFor, treeText } from "../../plan/explain/names.ts";
import { printBound } from "../../plan/tree/expression-text.ts";
import { explainedQuery } from "../../plan/explain/query-text.ts";
import { explainRows, type ExplainRow } from "../../plan/explain/rows.ts";
import { explainTree } from "../../plan/explain/tree.ts";
import { type RequiredPrivileges, tableNeed } from "../../plan/tree/required-privileges.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { inOwnTurns, withoutTurns } from "../../plan/tree/planning-turns.ts";
import { type ResultColumn, fixedColumn, fixedTextColumn } from "../../plan/tree/result-column.ts";
import { printQuery } from "../../sql/print/index.ts";
import { sqlType } from "../../types/value/type.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import type { Explain } from "../../sql/tree/statement.ts";

export function explain(
	statement: Explain,
	planning: Planning,
	execution: Pick<Execution, "record" | "warn">,
): MaybePromise<StatementResult> {
	return after(admittedBlock(statement, planning), ({ block, needs }) => {
		admitViews(needs, planning);
		return answered(statement, block, withoutTurns(planning), execution);
	});
}

interface AdmittedBlock {
	readonly block: QueryBlock;
	readonly needs: readonly RequiredPrivileges[];
}

/** Plans the explained statement, in turns: its text or its views may be long. */
function admittedBlock({ statement }: Explain, planning: Planning): MaybePromise<AdmittedBlock> {
	const needs: RequiredPrivileges[] = [];
	return after(
		inOwnTurns({ ...planning, needs }, (within) => blockOf(statement, within)),
		(block) => {
			planning.admit?.(needs);
			return { block, needs };
		},
	);
}

function answered(
	statement: Explain,
	block: QueryBlock,
	planning: Planning,
	execution: Pick<Execution, "record" | "warn">,
): StatementResult {
	const outcome = printed(block, statement.format ?? "traditional", planning);
	const inner = statement.statement;
	if (statement.extended) {
		execution.warn("Warning", "deprecatedWord", "EXTENDED");
	}
	if (inner.kind === "select" || inner.kind === "union") {
		execution.record({
			level: "Note",
			code: 1003,
			message: `/* select#1 */ ${printQuery(explainedQuery(inner, planning))}`,
		});
	}
	return outcome;
}

/** A plan names what is beneath a view: that takes SHOW VIEW on each, and SELECT on the tables themselves. */
function admitViews(needs: readonly RequiredPrivileges[], { admit }: Planning): void {
	const beneath = needs.flatMap((need) =>
		need.kind === "table" && need.views.length > 0
			? [
					...need.views.map(({ database, name }) => tableNeed(database, name, showView)),
					{ ...need, views: [], columns: new Map(need.columns) },
				]
			: [],
	);
	if (beneath.length === 0 || admit === undefined) {
		return;
	}
	try {
		admit(beneath);
	} catch (failure) {
		throw failure instanceof SqlError ? sqlError("viewNoExplain") : failure;
	}
}

const showView = privilegeBit("SHOW VIEW");

/** Returns the result columns for PREPARE: its tables must exist, values of its parameters need not be known. */
export function columnsExplained(
	statement: Explain,
	planning: Planning,
	execution: Pick<Execution, "warn">,
): MaybePromise<readonly ResultColumn[]> {
	return after(admittedBlock(statement, planning), () => {
		if (statement.extended) {
			execution.warn("Warning", "deprecatedWord", "EXTENDED");
		}
		return explainedColumns(statement.format);
	});
}

/** Returns the result columns of a format. */
export function explainedColumns(format = "traditional"): readonly ResultColumn[] {
	return format.toLowerCase() === "traditional" ? columns : [fixedTextColumn("EXPLAIN", 4294967295)];
}

function printed(block: QueryBlock, format: string, planning: Planning): StatementResult {
	switch (format.toLowerCase()) {
		case "traditional":
			return answeredRows(explainedColumns(format), explainRows(block).map(tableRow));
		case "json": {
			const names = namesFor(block, planning.parameters ?? [], true);
			return answeredRows(explainedColumns(format), [
				[encodeText(explainJson(block, (condition) => printBound(condition, names)))],
			]);
		}
		case "tree":
			return answeredRows(explainedColumns(format), [
				[encodeText(explainTree(block.node, treeText(block, planning.parameters ?? [])))],
			]);
		default:
			throw sqlError("unknownExplainFormat", encodeText(format));
	}
}

function blockOf(statement: Explain["statement"], around: Planning): QueryBlock {
	const planning: Planning = { ...around, materializesDerived: "in-subqueries" };
	switch (statement.kind) {
		case "select":
		case "union":
			return describePlan(around.planQuery(statement, around));
		case "update":
			return describeTargets(planUpdate(statement, planning).targets.node, "UPDATE");
		case "delete":
			return describeTargets(planDelete(statement, planning).targets.node, "DELETE");
		case "insert": {
			const { table, query } = planInsert(statement, planning);
			return insertBlock(
				statement.replace ? "REPLACE" : "INSERT",
				table.name,
				query === undefined ? undefined : describePlan(query),
			);
		}
		default:
			throw sqlError("notSupportedYet", "EXPLAIN of this statement");
	}
}

function insertBlock(selectType: string, table: string, from: QueryBlock | undefined): QueryBlock {
	return {
		id: 1,
		selectType,
		message: undefined,
		sorts: false,
		groups: "none",
		distinct: false,
		cost: from?.cost ?? 1,
		nested: from === undefined ? [] : [from],
		parts: [],
		dependent: false,
		cacheable: true,
		node: from?.node ?? { kind: "one-row" },
		tables: [
			{
				...noAccess,
				type: "ALL",
				table,
				rows: null,
				filtered: null,
				extra: [],
				produced: 0,
				cost: 0,
				usedColumns: [],
				keyParts: [],
				condition: undefined,
				materialized: undefined,
			},
		],
	};
}

const columns: readonly ResultColumn[] = [
	fixedColumn("id", sqlType("bigint", { length: 3 })),
	fixedTextColumn("select_type", 19),
	fixedTextColumn("table", 64),
	fixedTextColumn("partitions", 196),
	fixedTextColumn("type", 10),
	fixedTextColumn("possible_keys", 4096),
	fixedTextColumn("key", 64),
	fixedTextColumn("key_len", 4096),
	fixedTextColumn("ref", 2048),
	fixedColumn("rows", sqlType("bigint", { length: 10 })),
	fixedColumn("filtered", sqlType("double", { length: 5, scale: 2 })),
	fixedTextColumn("Extra", 255),
];

function tableRow({
	id,
	selectType,
	table,
	partitions = null,
	type,
	possibleKeys,
	key,
	keyLength,
	ref,
	rows,
	filtered,
	extra,
}: ExplainRow): Row {
	const words = [table, partitions, type, possibleKeys, key, keyLength, ref].map((word) =>
		word === null ? null : encodeText(String(word)),
	);
	return [id, selectType, ...words, rows, filtered, extra === null ? null : encodeText(extra)];
}
