/**
 * Privilege check of plans, cached: a plan remembers the rights that it was last checked with.
 *
 * Running it again costs one comparison. Where planning fails, privileges on the tables as written are checked first:
 * without them the account receives the refusal instead, so that errors do not reveal which objects exist.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import { anyOnRows, type RequiredPrivileges, tableNeed } from "../../plan/tree/required-privileges.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import { eachNamedTable } from "../locks/named-tables.ts";
import type { AccountRights } from "./account-rights.ts";
import { checkNeeds } from "./check.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** The needs of a plan, and the rights of the last check. */
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

/** Checks the tables that a statement names, without planning. `anyWord` as for `checkedQueries`. */
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

/** Returns the target of a statement that writes one table. */
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
