/**
 * Tables that an UPDATE or DELETE changes, as far as its text shows: targets by alias, assigned columns by qualifier.
 */
import { fold } from "../../catalog/identifier.ts";
import type { Delete, Update } from "../../sql/tree/data.ts";
import type { TableName } from "../../sql/tree/table-name.ts";
import { eachNamedTable } from "../locks/named-tables.ts";

type Name = Pick<TableName, "name" | "database">;

export function changedTables(statement: Update | Delete): readonly Name[] {
	if (statement.kind === "delete") {
		const named = tablesIn(statement.from);
		return statement.targets.map((target) => byAlias(named, target) ?? target);
	}
	const named = tablesIn(statement.tables);
	const qualified = statement.assignments.map(({ column }) => column.table);
	if (named.length < 2 || qualified.includes(undefined)) {
		// A column without its table may be of any of them.
		return named;
	}
	return named.filter((table) => qualified.some((name) => fold(name ?? "") === fold(table.alias ?? table.name)));
}

function tablesIn(from: unknown): readonly TableName[] {
	const found: TableName[] = [];
	eachNamedTable(from, (table) => found.push(table));
	return found;
}

function byAlias(named: readonly TableName[], { name }: Name): Name | undefined {
	return named.find((table) => fold(table.alias ?? table.name) === fold(name));
}
