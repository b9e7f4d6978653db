/**
 * What a new data directory holds: the databases `mysql` and `test`, the tables of accounts, and root.
 *
 * In: nothing. Out: SQL, to be run one statement after the other; running it again changes nothing.
 */
import { privileges } from "./privilege.ts";

const yesNo = "enum('N','Y') CHARACTER SET utf8 NOT NULL DEFAULT 'N'";

/** Stands where the charset clause goes. */
const charsetClause = "CHARSET_CLAUSE";

function name(column: string, length: number): string {
	return `${column} char(${length}) NOT NULL DEFAULT ''`;
}

function privilegeColumns(onDatabaseOnly: boolean): string {
	const columns = privileges.filter((each) => each.onDatabase || !onDatabaseOnly).map(({ column }) => `${column}_priv ${yesNo}`);
	columns.splice(onDatabaseOnly ? 6 : 10, 0, `Grant_priv ${yesNo}`);
	return columns.join(", ");
}

const tableSet = `set(${[...privileges.flatMap(({ onTable }) => onTable ?? []), "Grant"].map((word) => `'${word}'`).join(",")}) NOT NULL DEFAULT ''`;
const columnSet = "set('Select','Insert','Update','References') NOT NULL DEFAULT ''";

const user = `CREATE TABLE IF NOT EXISTS mysql.user (${name("Host", 60)}, ${name("User", 32)}, ${privilegeColumns(false)},
	ssl_type enum('','ANY','X509','SPECIFIED') NOT NULL DEFAULT '', ssl_cipher blob NOT NULL, x509_issuer blob NOT NULL, x509_subject blob NOT NULL,
	max_questions int unsigned NOT NULL DEFAULT 0, max_updates int unsigned NOT NULL DEFAULT 0, max_connections int unsigned NOT NULL DEFAULT 0,
	max_user_connections int unsigned NOT NULL DEFAULT 0, plugin char(64) NOT NULL DEFAULT 'mysql_native_password', authentication_string text,
	password_expired ${yesNo}, password_last_changed timestamp NULL DEFAULT NULL, password_lifetime smallint unsigned DEFAULT NULL, account_locked ${yesNo},
	PRIMARY KEY (Host, User)) ENGINE=InnoDB ${charsetClause} COMMENT='Users and global privileges'`;

const database = `CREATE TABLE IF NOT EXISTS mysql.db (${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${privilegeColumns(true)},
	PRIMARY KEY (Host, Db, User), KEY User (User)) ENGINE=InnoDB ${charsetClause} COMMENT='Database privileges'`;

const tables = `CREATE TABLE IF NOT EXISTS mysql.tables_priv (${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${name("Table_name", 64)},
	${name("Grantor", 93)}, Timestamp timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, Table_priv ${tableSet}, Column_priv ${columnSet},
	PRIMARY KEY (Host, Db, User, Table_name), KEY Grantor (Grantor)) ENGINE=InnoDB ${charsetClause} COMMENT='Table privileges'`;

const columns = `CREATE TABLE IF NOT EXISTS mysql.columns_priv (${name("Host", 60)}, ${name("Db", 64)}, ${name("User", 32)}, ${name("Table_name", 64)},
	${name("Column_name", 64)}, Timestamp timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, Column_priv ${columnSet},
	PRIMARY KEY (Host, Db, User, Table_name, Column_name)) ENGINE=InnoDB ${charsetClause} COMMENT='Column privileges'`;

const allPrivileges = privileges.map(({ column }) => `${column}_priv`).join(", ");
const root = `INSERT IGNORE INTO mysql.user (Host, User, Grant_priv, ${allPrivileges}, ssl_cipher, x509_issuer, x509_subject, authentication_string)
	VALUES ('localhost', 'root', 'Y', ${privileges.map(() => "'Y'").join(", ")}, '', '', '', '')`;

/** `databaseClause` and `tableClause` are the charset clauses of `mysql` and its tables. Root comes last: where there is an account, all else is. */
export function systemScript(databaseClause: string, tableClause: string): readonly string[] {
	const made = [user, database, tables, columns].map((table) => table.replace(charsetClause, tableClause));
	return ["CREATE DATABASE IF NOT EXISTS test", `CREATE DATABASE IF NOT EXISTS mysql ${databaseClause}`, ...made, root];
}
