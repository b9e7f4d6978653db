/**
 * DROP TABLE: removes the records of one or several tables, a temporary one before a shared one of its name.
 *
 * Rows are removed by the sweep. Unknown tables are named in one 1051, or under IF EXISTS in a note each; as in MySQL
 * 5.7 the known ones are dropped nevertheless, one after the other: a table that remaining ones refer to stays
 * (1217), even if they are dropped next.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { assertUniqueNames } from "../../plan/bind/table-name.ts";
import type { DropTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { refuseOthersBarrier } from "../write/ddl-write-barrier.ts";
import { droppable } from "./foreign-key-definition.ts";
import { inTurns } from "../../async/sequential.ts";
import { findTable, qualifiedName } from "../named-object.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { dropStored } from "../temporary-table.ts";

export function dropTable(
	statement: DropTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	assertUniqueNames(statement.tables, planning.database);
	const found = statement.tables
		.map((name) => findTable(name, planning))
		.map((table) => (statement.temporary && table?.record.temporary !== true ? undefined : table));
	const missing = statement.tables
		.filter((_name, at) => found[at] === undefined)
		.map((name) => qualifiedName(name, planning));
	const tables = found.filter((table) => table !== undefined);
	const dropped = droppable(tables, execution);
	const failure =
		dropped.length < tables.length
			? sqlError("parentRow")
			: missing.length > 0 && !statement.ifExists
				? sqlError("unknownTable", missing.join(","))
				: undefined;
	if (failure !== undefined && dropped.length === 0) {
		throw failure;
	}
	for (const name of statement.ifExists ? missing : []) {
		execution.warn("Note", "unknownTable", name);
	}
	return after(
		inTurns(dropped, execution, (table) => {
			refuseOthersBarrier(table, execution);
			return dropStored(table.record, execution);
		}),
		() => (failure === undefined ? done() : { ...done(), failure }),
	);
}
