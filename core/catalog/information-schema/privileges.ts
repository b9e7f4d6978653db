/**
 * USER_PRIVILEGES, SCHEMA_PRIVILEGES, TABLE_PRIVILEGES and COLUMN_PRIVILEGES.
 */
import { grantOption, privilegesIn } from "../privilege.ts";
import type { Row } from "../../types/value/value.ts";
import { define, yesOrNo } from "./definition.ts";
import type { AccountFacts } from "./providers.ts";
import { catalogName } from "./schemata.ts";
import type { Sources } from "./sources.ts";

type Grant = AccountFacts["privileges"][number];

/** Makes a row for each privilege of the grants at one level. */
function* rowsAt(
	{ providers }: Sources,
	isAt: (grant: Grant) => boolean,
	place: (grant: Grant) => readonly string[],
): Iterable<Row> {
	for (const { user, host, privileges } of providers.accounts()) {
		for (const grant of privileges) {
			if (grant.routine === undefined && isAt(grant)) {
				const names = privilegesIn(grant.privileges & ~grantOption).map(({ name }) => name);
				const grantable = yesOrNo((grant.privileges & grantOption) !== 0);
				for (const name of names.length === 0 ? ["USAGE"] : names) {
					yield [`'${user}'@'${host}'`, catalogName, ...place(grant), name, grantable];
				}
			}
		}
	}
}

export const userPrivileges = define(
	"USER_PRIVILEGES",
	"GRANTEE:81 TABLE_CATALOG:512 PRIVILEGE_TYPE:64 IS_GRANTABLE:3",
	(sources) =>
		rowsAt(
			sources,
			({ database }) => database === undefined,
			() => [],
		),
);

export const schemaPrivileges = define(
	"SCHEMA_PRIVILEGES",
	"GRANTEE:81 TABLE_CATALOG:512 TABLE_SCHEMA:64 PRIVILEGE_TYPE:64 IS_GRANTABLE:3",
	(sources) =>
		rowsAt(
			sources,
			({ database, table }) => database !== undefined && table === undefined,
			({ database = "" }) => [database],
		),
);

export const tablePrivileges = define(
	"TABLE_PRIVILEGES",
	"GRANTEE:81 TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 PRIVILEGE_TYPE:64 IS_GRANTABLE:3",
	(sources) =>
		rowsAt(
			sources,
			({ table, column, privileges }) => table !== undefined && column === undefined && privileges !== 0,
			({ database = "", table = "" }) => [database, table],
		),
);

export const columnPrivilegeTable = define(
	"COLUMN_PRIVILEGES",
	"GRANTEE:81 TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 COLUMN_NAME:64 PRIVILEGE_TYPE:64 IS_GRANTABLE:3",
	(sources) =>
		rowsAt(
			sources,
			({ column }) => column !== undefined,
			({ database = "", table = "", column = "" }) => [database, table, column],
		),
);
