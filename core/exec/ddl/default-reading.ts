/**
 * Reading of a DEFAULT clause: literals as expressions read them, values checked as those that are written.
 *
 * A default that the release in force refuses to write is refused (1067) whatever the SQL mode.
 */
import type { DefaultReading } from "../../catalog/column-default.ts";
import { loadTable } from "../../catalog/schema/loaded-table.ts";
import type { ColumnRecord, TableRecord } from "../../catalog/record.ts";
import { bindLiteral } from "../../plan/bind/literal.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { isCharacterType } from "../../types/value/type.ts";
import type { Execution } from "../execution.ts";
import { checkedValue } from "../rows/row-check.ts";
import { schemaQuestions } from "./schema-questions.ts";

/** Context of the statement that defines a column. */
export interface ColumnDefining {
	readonly execution: Execution;
	readonly planning: Planning;
	/** The table that the column is of, as far as it is known. */
	readonly table: TableRecord;
}

export function defaultReading(record: ColumnRecord, { execution, planning, table }: ColumnDefining): DefaultReading {
	return {
		evaluation: execution,
		text: (literal) => bindLiteral(literal, planning),
		admit(value) {
			if (value === null || !isCharacterType(record.type)) {
				return;
			}
			const { book, settings, schema } = execution;
			const database = [...schema.databases.values()].find(({ id }) => id === table.databaseId);
			const lone = { ...table, columns: [record], indexes: [], foreignKeys: [] };
			const column = loadTable(lone, database?.name ?? "", schemaQuestions(book, settings)).columns[0]!;
			checkedValue(column, value, {
				book,
				settings,
				strictWrite: true,
				record: (warning) => execution.record(warning),
			});
		},
	};
}
