/**
 * A table that a statement is about to make, looked at from all sides before it is stored.
 *
 * In: the finished record. Out: the table as it will be, with its partitions settled; or the first error of rules,
 * CHECKs, its length and its foreign keys. It refuses to know where columns came from.
 */
import { loadTable } from "../../catalog/loaded-table.ts";
import type { TableRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import type { Execution } from "../execution.ts";
import { checkNewReferences } from "./foreign-key-definition.ts";
import { withCheckedPartitions } from "./partition-check.ts";
import { checkRowRules } from "./row-rules-check.ts";
import { refuseLongRow } from "../rows/row-size.ts";
import { schemaQuestions } from "./schema-questions.ts";
import { checkNewTable } from "./table-shape.ts";

export function checkedTable(finished: TableRecord, database: string, execution: Execution): Table {
	const record = withCheckedPartitions(finished, database, execution);
	checkNewTable(record, database, execution);
	const table = loadTable(record, database, schemaQuestions(execution.book, execution.settings));
	checkRowRules(table);
	refuseLongRow(table, execution.book);
	checkNewReferences(table, execution);
	return table;
}
