/**
 * Table-definition question: asked about records before they are written; throws the rule's refusal.
 *
 * Tables of the system schema are not asked about.
 */
import type { TableRecord } from "../../catalog/record.ts";
import type { TableShape } from "../../rules/facts.ts";
import { granted } from "../../rules/warned.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import type { Execution } from "../execution.ts";

/** The server makes its tables at its first start. */
const systemDatabase = "mysql";

export function checkNewTable(record: TableRecord, database: string, execution: Execution): void {
	if (database !== systemDatabase) {
		granted(execution.book.ask(TableDefinition).create(tableShape(record, database)), execution);
	}
}

export function checkChangedTable(
	former: TableRecord,
	record: TableRecord,
	database: string,
	execution: Execution,
): void {
	const rules = execution.book.ask(TableDefinition);
	granted(rules.change(tableShape(former, database), tableShape(record, database)), execution);
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
