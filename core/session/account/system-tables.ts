/**
 * System tables of a new data directory: databases `mysql` and `test`, account tables and root, as SQL.
 *
 * Only what is missing is created: databases, tables, root, in this order. The columns are MySQL 5.7's.
 */
import { privilegeColumns } from "../../catalog/privilege.ts";
import { columnWords, routineWords, tableWords } from "../privileges/grant-tables.ts";
import { otherTables } from "./other-tables.ts";

const yesNo = "enum('N','Y') CHARACTER SET utf8 NOT NULL DEFAULT 'N'";

function name(column: string, length: number): string {
	return `${column} char(${length}) NOT NULL DEFAULT ''`;
}

function set(words: readonly string[]): string {
	return `set(${words.map((word) => `'${word}'`).join(",")}) NOT NULL DEFAULT ''`;
}

const flags = privilegeColumns.map(({ column }) => `${column}_priv ${yesNo}`);

/** In `mysql.db` the column for EXECUTE follows the other privileges of routines. */
const databaseFlags = [
	"Select",
	"Insert",
	"Update",
	"Delete",
	"Create",
	"Drop",
	"Grant",
	"References",
	"Index",
	"Alter",
	"Create_tmp_table",
	"Lock_tables",
	"Create_view",
	"Show_view",
	"Create_routine",
	"Alter_routine",
	"Execute",
	"Event",
	"Trigger",
].map((column) => `${column}_priv ${yesNo}`);

const timestamp = "Timestamp timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP";

const user = `${name("Host", 60)}, ${name("User", 32)}, ${flags.join(", ")},
	ssl_type enum('','ANY','X509','SPECIFIED') NOT NULL DEFAULT '', ssl_cipher blob NOT NULL, x509_issuer blob NOT NULL,
	x509_subject blob NOT NULL,
	max_questions int unsigned NOT NULL DEFAULT 0, max_updates int unsigned NOT NULL DEFAULT 0, max_connections int
	unsigned NOT NULL DEFAULT 0,
	max_user_connections int unsigned NOT NULL DEFAULT 0, plugin char(64) NOT NULL DEFAULT 'mysql_native_password',
	authentication_string text,
	password_expired ${yesNo}, password_last_changed timestamp NULL DEFAULT NULL, password_lifetime smallint unsigned
	DEFAULT NULL, account_locked ${yesNo},
	PRIMARY KEY (Host, User)`;

const database = `${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${databaseFlags.join(", ")}, PRIMARY
	KEY (Host, Db, User), KEY User (User)`;

const tables = `${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${name("Table_name", 64)},
	${name("Grantor", 93)}, ${timestamp},
	Table_priv ${set(tableWords)}, Column_priv ${set(columnWords)}, PRIMARY KEY (Host, Db, User, Table_name), KEY
	Grantor (Grantor)`;

const columns = `${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${name("Table_name", 64)},
	${name("Column_name", 64)}, ${timestamp},
	Column_priv ${set(columnWords)}, PRIMARY KEY (Host, Db, User, Table_name, Column_name)`;

const routines = `${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${name("Routine_name", 64)},
	Routine_type enum('FUNCTION','PROCEDURE') NOT NULL,
	${name("Grantor", 93)}, Proc_priv ${set(routineWords)}, ${timestamp}, PRIMARY KEY (Host, Db, User, Routine_name,
	Routine_type), KEY Grantor (Grantor)`;

const proxies = `${name("Host", 60)}, ${name("User", 32)}, ${name("Proxied_host", 60)}, ${name("Proxied_user", 32)},
	With_grant tinyint(1) NOT NULL DEFAULT 0,
	${name("Grantor", 93)}, ${timestamp}, PRIMARY KEY (Host, User, Proxied_host, Proxied_user), KEY Grantor (Grantor)`;

/** Name, comment, definition. */
const systemTables: readonly (readonly [name: string, comment: string, definition: string])[] = [
	["user", "Users and global privileges", user],
	["db", "Database privileges", database],
	["tables_priv", "Table privileges", tables],
	["columns_priv", "Column privileges", columns],
	["procs_priv", "Procedure privileges", routines],
	["proxies_priv", "User proxy privileges", proxies],
	...otherTables,
];

/** Inserted last: an account implies that all tables exist. */
export const rootAccount = `INSERT IGNORE INTO mysql.user (Host, User, ${privilegeColumns
	.map(({ column }) => `${column}_priv`)
	.join(", ")}, ssl_cipher, x509_issuer, x509_subject,
	authentication_string) VALUES ('localhost', 'root', ${privilegeColumns.map(() => "'Y'").join(", ")}, '', '', '', '')`;

/** Inserted before the account: root may grant PROXY on any account. */
export const rootProxy = `INSERT IGNORE INTO mysql.proxies_priv (Host, User, Proxied_host, Proxied_user, With_grant,
	Grantor)
	VALUES ('localhost', 'root', '', '', 1, 'boot@connecting host')`;

/** `databaseClause` and `tableClause` are the charset clauses of `mysql` and its tables. */
export function systemDatabases(databaseClause: string): readonly string[] {
	return ["CREATE DATABASE IF NOT EXISTS test", `CREATE DATABASE IF NOT EXISTS mysql ${databaseClause}`];
}

/** Returns the CREATE TABLE statements of missing tables. */
export function missingTables(isThere: (table: string) => boolean, tableClause: string): readonly string[] {
	return systemTables
		.filter(([table]) => !isThere(table))
		.map(
			([table, comment, definition]) =>
				`CREATE TABLE IF NOT EXISTS mysql.${table} (${definition}) ENGINE=InnoDB ${tableClause} COMMENT='${comment}'`,
		);
}
