/**
 * UPDATE and DELETE of a computed table: settings of performance_schema, row by row.
 *
 * Rows are found by a query over the same clauses. Tables without settings, and DELETE, are refused with 1142, those of
 * information_schema with 1044.
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Table } from "../../catalog/table.ts";
import { privilegeBit } from "../../catalog/privilege.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { needNamed } from "../../plan/tree/required-privileges.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { inTurns } from "../../plan/tree/planning-turns.ts";
import type { Update } from "../../sql/tree/data.ts";
import { encodeText, type Row, type Value } from "../../types/value/value.ts";
import { collectRows } from "../operators/collect-rows.ts";
import { currentAccount } from "../current-account.ts";
import type { Execution } from "../execution.ts";
import type { StatementResult } from "../statement-result.ts";
import { openQuery } from "../query/open-query.ts";
import { updateOutcome } from "./update-run.ts";
import type { Select, TableReference } from "../../sql/tree/expression.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** The computed table that a statement writes; undefined: it is about other tables, or several. */
export function computedTarget(tables: readonly TableReference[], planning: Planning): ComputedTable | undefined {
	const [table] = tables;
	return tables.length === 1 && table?.kind === "table" && table.name !== ""
		? namedComputed(table, planning)
		: undefined;
}

function namedComputed(name: TableName, planning: Planning): ComputedTable | undefined {
	const database = name.database ?? planning.database;
	return database === null
		? undefined
		: planning.computedTable(database.toLowerCase(), name.name.toLowerCase(), planning);
}

export function planComputedUpdate(
	statement: Update,
	{ table, change }: ComputedTable,
	planning: Planning,
): (execution: Execution) => Promise<StatementResult> {
	needNamed(table.database, table.name, planning, privilegeBit("UPDATE"));
	if (change === undefined) {
		throw refusal(table, "UPDATE", planning);
	}
	const places = statement.assignments.map(({ column }) => columnPlace(column.name, table));
	const query = inTurns(planning, statement, () => queryOf(statement));
	const plan = planning.planQuery(query, planning);
	const width = table.columns.length;
	return async (execution) => {
		let matched = 0;
		let changed = 0;
		for (const found of await collectRows(openQuery(plan, execution), execution)) {
			const row = found.slice(0, width);
			const cells = new Map(places.map((place, at) => [place, found[width + at] as Value]));
			matched++;
			changed += isChanged(row, cells) ? 1 : 0;
			await change(row, cells);
		}
		return updateOutcome(matched, changed, execution);
	};
}

/** Its rows, each followed by the assigned values. */
function queryOf({ tables, where, orderBy, limit, assignments }: Update): Select {
	return {
		kind: "select",
		distinct: false,
		modifiers: [],
		from: tables,
		...(where && { where }),
		...(orderBy && { orderBy }),
		...(limit && { limit }),
		items: [
			{ kind: "star" },
			...assignments.map(({ value }) => ({ kind: "item" as const, expression: value, text: "" })),
		],
	};
}

/** DELETE of a computed table: no table's rows can be removed. */
export function refuseComputedDelete({ table }: ComputedTable, planning: Planning): never {
	needNamed(table.database, table.name, planning, privilegeBit("DELETE"));
	throw refusal(table, "DELETE", planning);
}

/** Tables are refused as if the account lacked the privilege. */
function refusal(table: Table, verb: "UPDATE" | "DELETE", { session }: Planning): Error {
	const [user, host] = currentAccount(session).map(encodeText) as [string, string];
	return table.database === "information_schema"
		? sqlError("databaseAccessDenied", user, host, table.database)
		: sqlError("tableAccessDenied", verb, user, host, encodeText(table.name));
}

function columnPlace(name: string, table: Table): number {
	const column = table.columnsByName.get(name.toLowerCase());
	if (column === undefined) {
		throw sqlError("unknownColumn", encodeText(name), "field list");
	}
	return column.offset;
}

function isChanged(row: Row, cells: ReadonlyMap<number, Value>): boolean {
	return [...cells].some(([place, value]) => String(row[place]).toUpperCase() !== String(value).toUpperCase());
}
