/**
 * RENAME TABLE: several names at once, from left to right, so that two tables can swap names.
 *
 * In: the statement. Out: records under new names, maybe in other databases; 1050, 1049, 1146.
 */
import { checkTableName, fold } from "../catalog/identifier.ts";
import type { TableRecord } from "../catalog/record.ts";
import { putTable } from "../catalog/write.ts";
import { sqlError } from "../errors.ts";
import type { Planning } from "../plan/planning.ts";
import type { TableName } from "../sql/tree/query.ts";
import type { RenameTable } from "../sql/tree/table.ts";
import type { Answer } from "../store/store.ts";
import { encodeText } from "../types/value.ts";
import { after } from "./answer.ts";
import type { Execution } from "./execution.ts";
import { refuseOthersFence } from "./fence.ts";
import { inTurn } from "./in-turn.ts";
import { databaseNameOf, databaseOf, findTable } from "./named-table.ts";
import { done, type StatementOutcome } from "./outcome.ts";

export function renameTable(statement: RenameTable, execution: Execution, planning: Planning): Answer<StatementOutcome> {
	/** Names given and taken so far; null: free now. */
	const moved = new Map<string, TableRecord | null>();
	const keyOf = (name: TableName) => `${fold(databaseNameOf(name, planning))}\0${fold(name.name)}`;
	const recordOf = (name: TableName) => {
		const before = moved.get(keyOf(name));
		const table = before === undefined ? findTable(name, planning) : undefined;
		if (table !== undefined) {
			refuseOthersFence(table, execution);
		}
		return table?.record ?? before ?? undefined;
	};
	return after(
		inTurn(statement.renames, ({ from, to }) => {
			checkTableName(to.name);
			const record = recordOf(from);
			if (record === undefined) {
				throw sqlError("noSuchTable", encodeText(databaseNameOf(from, planning)), encodeText(from.name));
			}
			const database = databaseOf(to, planning);
			if (recordOf(to) !== undefined && keyOf(to) !== keyOf(from)) {
				throw sqlError("tableExists", encodeText(to.name));
			}
			const renamed = { ...record, name: to.name, databaseId: database.id, definitionVersion: record.definitionVersion + 1 };
			moved.set(keyOf(from), null);
			moved.set(keyOf(to), renamed);
			return putTable(execution.transaction, renamed, record);
		}),
		() => done(),
	);
}
