/**
 * Checks of a finished table record before it is stored: rules, CHECKs, row size, foreign keys, partitions.
 *
 * Returns the table as it will be, with its partitions resolved, or throws the first error.
 */
import { runGivingWay } from "../../async/cooperative-task.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { TableRecord } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import type { Execution } from "../execution.ts";
import { checkAwaitedTable, checkNewReferences } from "./foreign-key-definition.ts";
import { withCheckedPartitions } from "./partition-check.ts";
import { checkRowRules } from "./row-rules-check.ts";
import { refuseLongRow } from "../rows/row-size.ts";
import { tableOf } from "./schema-questions.ts";
import { checkNewTable } from "./table-shape.ts";

export function checkedTable(finished: TableRecord, database: string, execution: Execution): MaybePromise<Table> {
	return after(withCheckedPartitions(finished, database, execution), (record) => {
		checkNewTable(record, database, execution);
		const table = tableOf(record, database, execution);
		return after(runGivingWay(execution, checkRowRules(table)), () => {
			refuseLongRow(table, execution.book);
			checkNewReferences(table, execution);
			checkAwaitedTable(table, execution);
			return table;
		});
	});
}
