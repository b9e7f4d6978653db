/**
 * Privileges that GRANT and REVOKE require: the granted privileges themselves, and GRANT OPTION at their level.
 *
 * Creating accounts and changing others' passwords are checked where they happen.
 */
import {
	grantOption,
	onColumns,
	onDatabases,
	onRoutines,
	onTables,
	privilegeNamed,
	type Privileges,
	everything,
} from "../../catalog/privilege.ts";
import { type RequiredPrivileges, tableNeed } from "../../plan/tree/required-privileges.ts";
import { findRoutine } from "../../catalog/program.ts";
import type { Grant } from "../../sql/tree/session.ts";
import { bits, type PrivilegeScope } from "./privilege-scope.ts";

export function grantNeeds(
	statement: Grant,
	{ database: current, schema }: PrivilegeScope,
): readonly RequiredPrivileges[] {
	const { on } = statement;
	if (statement.proxied !== undefined) {
		return [];
	}
	if (statement.isEverything === true) {
		return [{ kind: "accounts", onTables: bits(["UPDATE"]), global: bits(["CREATE USER"]) }];
	}
	const database = on.database ?? (on.table !== undefined || on.current === true ? current : undefined);
	if (database === undefined || database === null) {
		return [{ kind: "everywhere", privileges: named(statement, everything) }];
	}
	if (on.table === undefined) {
		return [{ kind: "database", database, privileges: named(statement, onDatabases), isPattern: true }];
	}
	if (statement.object !== undefined) {
		const privileges = named(statement, onRoutines);
		const routine = findRoutine(schema, statement.object, database, on.table);
		return [
			routine === undefined
				? { kind: "database", database, privileges }
				: { kind: "routine-grant", routine, privileges },
		];
	}
	const need = tableNeed(database, on.table, named(statement, onTables));
	for (const { name, columns = [] } of statement.privileges) {
		for (const column of columns) {
			need.columns.set(column, (need.columns.get(column) ?? 0) | ((privilegeNamed(name)?.bit ?? 0) & onColumns));
		}
	}
	return [need];
}

function named({ privileges }: Grant, possible: Privileges): Privileges {
	return privileges.reduce(
		(sum, { name }) => sum | (name === "all" ? possible & ~grantOption : (privilegeNamed(name)?.bit ?? 0)),
		grantOption,
	);
}
