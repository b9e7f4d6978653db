/**
 * Plans and the rights they were checked against.
 *
 * In: a plan, rights. Out: nothing, or the refusal. A plan keeps the rights that it was last good for, so that a
 * statement that is run again asks for one comparison. Where a statement can't even be planned, whoever lacks a
 * privilege is told that instead: no error tells what there is to those who may not know.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { anyOnRows, type RequiredPrivileges, tableNeed } from "../../plan/tree/required-privileges.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import { eachNamedTable } from "../locks/named-tables.ts";
import type { AccountRights } from "./account-rights.ts";
import { checkNeeds } from "./check.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** What was checked, and for whom. */
interface CheckedPlan {
	readonly needs: readonly RequiredPrivileges[];
	admitted?: AccountRights | undefined;
}

export function checkPlanPrivileges(plan: CheckedPlan, rights: AccountRights | undefined): void {
	if (rights !== undefined) {
		checkNeeds(plan.needs, rights);
	}
	plan.admitted = rights;
}

/** What a statement names, by what is written alone. `anyWord` as for `checkedQueries`. */
export function checkWritten(
	statement: Statement,
	database: string | null,
	rights: AccountRights | undefined,
	anyWord?: string,
): void {
	if (rights !== undefined && !rights.isAll) {
		const needs = writtenNeeds(statement, database);
		checkNeeds(anyWord === undefined ? needs : needs.flatMap((need) => anyOnRows(need, anyWord)), rights);
	}
}

const select = privilegeBit("SELECT");

function writtenNeeds(statement: Statement, database: string | null): readonly RequiredPrivileges[] {
	const [first, privilege] = changed(statement);
	const needs: RequiredPrivileges[] = [];
	const add = (table: TableName): void => {
		const within = table.database ?? database;
		if (within !== null) {
			needs.push(tableNeed(within, table.name, table === first ? privilege : select));
		}
	};
	eachNamedTable(statement, add);
	return needs;
}

/** The table that a statement changes, as far as it is one. */
function changed(statement: Statement): readonly [table: unknown, privilege: number] {
	switch (statement.kind) {
		case "insert":
		case "load-data":
			return [statement.table, privilegeBit("INSERT")];
		case "update":
			return [statement.tables.length === 1 ? statement.tables[0] : undefined, privilegeBit("UPDATE")];
		case "delete":
			return [statement.multiple ? undefined : statement.from[0], privilegeBit("DELETE")];
		default:
			return [undefined, select];
	}
}
