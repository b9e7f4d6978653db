/**
 * The table-definition question, asked of records before they are written.
 *
 * In: the record that a statement makes, and the one it was. Out: nothing, or the rule's refusal as an error. Tables
 * of the system's own schema are made as they are, whatever the rules for users' tables.
 */
import type { TableRecord } from "../../catalog/record.ts";
import type { TableShape } from "../../rules/facts.ts";
import { forbid } from "../../rules/refusal.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import type { Execution } from "../execution.ts";

/** Its tables are made by the server at its first start. */
const systemDatabase = "mysql";

export function checkNewTable(record: TableRecord, database: string, execution: Execution): void {
	if (database !== systemDatabase) {
		forbid(execution.book.ask(TableDefinition).create(tableShape(record, database)));
	}
}

export function checkChangedTable(
	former: TableRecord,
	record: TableRecord,
	database: string,
	execution: Execution,
): void {
	forbid(execution.book.ask(TableDefinition).change(tableShape(former, database), tableShape(record, database)));
}

function tableShape({ name, columns, indexes }: TableRecord, database: string): TableShape {
	const names = new Map(columns.map((column) => [column.id, column.name]));
	return {
		name,
		database,
		columns: columns.map((column) => ({
			name: column.name,
			type: column.type.name,
			charset: column.resolved,
			nullable: column.nullable,
			autoIncrement: column.autoIncrement,
		})),
		indexes: indexes.map((index) => ({
			name: index.name,
			type: index.type,
			columns: index.parts.map(({ columnId }) => names.get(columnId) ?? ""),
		})),
	};
}
