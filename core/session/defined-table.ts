/**
 * Which tables a definition is about.
 *
 * In: the statement. Out: the names that others must not use meanwhile, those of tables that aren't there yet included. It refuses to
 * look whether they are.
 */
import { fold } from "../catalog/identifier.ts";
import type { Schema } from "../catalog/table.ts";
import type { TableName } from "../sql/tree/query.ts";
import type { DefinitionKind } from "./definition-statement.ts";
import type { StatementOf } from "./statement-of.ts";
import { lockName } from "./table-locks.ts";

export function definedTables(statement: StatementOf<DefinitionKind>, database: string | null, schema: Schema): readonly string[] {
	const nameOf = (table: TableName): string => lockName(table.database ?? database ?? "", table.name);
	switch (statement.kind) {
		case "create-table":
		case "truncate-table":
		case "create-index":
		case "drop-index":
			return [nameOf(statement.table)];
		case "alter-table":
			return [nameOf(statement.table), ...statement.changes.flatMap((change) => (change.change === "rename-table" ? [nameOf(change.to)] : []))];
		case "drop-table":
			return statement.tables.map(nameOf);
		case "rename-table":
			return statement.renames.flatMap(({ from, to }) => [nameOf(from), nameOf(to)]);
		case "drop-database":
			return [...(schema.databases.get(fold(statement.name))?.tables.values() ?? [])].map((table) => lockName(table.database, table.name));
		default:
			return [];
	}
}
