/**
 * LOAD DATA into a view, rewritten for the table that it reads, with the conditions for new rows.
 *
 * Errors 1288 for a view that is no part of one table, 1348 for a column that is none of its table's.
 */
import type { View } from "../../catalog/view.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { bindFrom } from "../../plan/from/from-clause.ts";
import { mergeDerived } from "../../plan/from/derived-merge.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { withoutTurns } from "../../plan/tree/planning-turns.ts";
import type { ScopeTable } from "../../plan/tree/scope-table.ts";
import { findView } from "../../plan/bind/table-name.ts";
import { updatabilityOf } from "../../plan/from/updatability.ts";
import type { Insert, LoadData } from "../../sql/tree/data.ts";
import type { ColumnName } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { type CheckRow, viewCheck } from "../write/view-check.ts";
import { asTable, fromZero, isCalled, needInsert, viewColumns } from "../dml/view-insert.ts";

interface LoadTarget {
	readonly statement: LoadData;
	/** The views on the way to the table. */
	readonly through?: readonly View[];
	readonly check?: CheckRow | undefined;
}

export function loadTarget(statement: LoadData, planning: Planning): LoadTarget {
	const { table: name } = statement;
	if (findView(name, planning) === undefined) {
		return { statement };
	}
	const { item, scope } = bindFrom([name], withoutTurns(planning));
	const merged = mergeDerived(item, scope.width, planning);
	const view = scope.tables[0]!;
	const columns = merged === undefined ? [] : viewColumns(view, merged);
	const [first] = columns;
	if (first === undefined || merged === undefined || merged.item.kind === "join" || updatabilityOf(item) === "none") {
		throw sqlError("nonUpdatableTable", encodeText(name.name), "LOAD");
	}
	const { targets = view.columns.map((column) => ({ kind: "column" as const, name: column.name })), assignments = [] } =
		statement;
	const named = [
		...targets.flatMap((target) => (target.kind === "column" ? target : [])),
		...assignments.map(({ column }) => column),
	];
	const given = named.map((column) => columns.find((each) => isCalled(each, column)) ?? refuseColumn(column, view));
	const insert: Insert = {
		kind: "insert",
		replace: statement.onDuplicate === "replace",
		ignore: false,
		table: name,
		columns: named,
		rows: [assignments.map(({ value }) => value)],
	};
	needInsert(view.need, insert, given);
	const renamed = asTable(
		insert,
		first.source.table!,
		name,
		new Map(columns.map((each) => [each.name.toLowerCase(), each.column.name])),
	);
	const inTable = [...renamed.columns!];
	return {
		statement: {
			...statement,
			table: renamed.table,
			targets: targets.map((target) => (target.kind === "column" ? inTable.shift()! : target)),
			assignments: assignments.map((_, at) => ({ column: inTable[at]!, value: renamed.rows![0]![at]! })),
		},
		through: first.source.need?.views ?? [],
		check: viewCheck(
			merged.checks.map(({ view: checked, condition }) => ({
				view: checked,
				condition: fromZero(condition, first.source.firstSlot),
			})),
		),
	};
}

function refuseColumn(column: ColumnName, view: ScopeTable): never {
	const isThere = view.columns.some(({ name }) => name.toLowerCase() === column.name.toLowerCase());
	throw isThere
		? sqlError("columnNotUpdatable", encodeText(column.name))
		: sqlError("unknownColumn", encodeText(column.name), "field list");
}
