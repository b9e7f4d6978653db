/**
 * TRUNCATE TABLE: moves the record to a new table id, so that no row need be removed first.
 *
 * AUTO_INCREMENT ids begin anew. A table without rows and ids is left as it is: test suites empty all tables between
 * tests, of which a test has touched a few. A computed table that collects rows is emptied; others of that kind are
 * refused (1142).
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { namedTable } from "../../plan/bind/table-name.ts";
import type { TruncateTable } from "../../sql/tree/table.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { encodeText } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { currentAccount } from "../current-account.ts";
import type { Execution } from "../execution.ts";
import { tableRange } from "../rows/index-entry.ts";
import { refuseOthersBarrier } from "../write/ddl-write-barrier.ts";
import { refuseTruncateOfParent } from "./foreign-key-definition.ts";
import { done, type StatementResult } from "../statement-result.ts";
import { dropFormerRows, newTableId, storeTable } from "../temporary-table.ts";

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
	return after(isUntouched(table, execution), (untouched) => (untouched ? done() : moveRows(table, execution)));
}

/** Whether it has neither rows nor a taken AUTO_INCREMENT id: then its record, and plans over it, stay as they are. */
function isUntouched(table: Table, { transaction, autoIncrement }: Execution): MaybePromise<boolean> {
	const { record } = table;
	if (record.autoIncrementStart !== null || record.partitionText !== undefined) {
		return false;
	}
	const next = table.autoIncrementColumn === undefined ? firstId : autoIncrement.peek(table);
	return after(next, (id) => {
		if (id > firstId) {
			return false;
		}
		const scan = transaction.scan({ ...tableRange(table), limit: 1 });
		return after(scan.next(), (rows) => {
			scan.close();
			return rows === null;
		});
	});
}

const firstId = 1;

function moveRows({ record }: Table, execution: Execution): MaybePromise<StatementResult> {
	return after(newTableId(record.temporary === true, execution), (id) => {
		const empty = {
			...record,
			id,
			autoIncrementStart: null,
			updatedMicroseconds: execution.nowMicroseconds,
			definitionVersion: record.definitionVersion + 1,
		};
		return after(storeTable(empty, record, execution), () => after(dropFormerRows(record, execution), () => done()));
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
