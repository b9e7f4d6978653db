/**
 * TRUNCATE TABLE: moves the record to a new table id, so that no row need be removed first.
 *
 * AUTO_INCREMENT ids begin anew. A computed table that collects rows is emptied; others of that kind are refused
 * (1142).
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { namedTable } from "../../plan/bind/table-name.ts";
import type { TruncateTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { currentAccount } from "../current-account.ts";
import type { Execution } from "../execution.ts";
import { refuseOthersBarrier } from "../write/ddl-write-barrier.ts";
import { refuseTruncateOfParent } from "./foreign-key-definition.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { newTableId, storeTable } from "../temporary-table.ts";

export function truncateTable(
	statement: TruncateTable,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { table, computed } = namedTable(statement.table, planning);
	if (computed !== undefined) {
		return forgetGathered(computed, planning);
	}
	refuseOthersBarrier(table, execution);
	refuseTruncateOfParent(table, execution);
	const { record } = table;
	return after(newTableId(record.temporary === true, execution), (id) => {
		const empty = {
			...record,
			id,
			autoIncrementStart: null,
			updatedMicroseconds: execution.nowMicroseconds,
			definitionVersion: record.definitionVersion + 1,
		};
		return after(storeTable(empty, record, execution), () => done());
	});
}

function forgetGathered({ table, forget }: ComputedTable, { session }: Planning): StatementResult {
	if (forget === undefined) {
		const [user, host] = currentAccount(session);
		throw sqlError("tableAccessDenied", "DROP", encodeText(user), encodeText(host), encodeText(table.name));
	}
	forget();
	return done();
}
