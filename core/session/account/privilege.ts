/**
 * The privileges there are, and where each is kept.
 *
 * In: nothing. Out: a table: the column of `mysql.user` and `mysql.db`, the word of the sets in `mysql.tables_priv`, and the
 * name that GRANT and SHOW GRANTS use, in the order in which they are shown.
 */
export interface Privilege {
	/** As GRANT names it. */
	readonly name: string;
	/** Without `_priv`. */
	readonly column: string;
	/** It may be granted on a database. */
	readonly onDatabase: boolean;
	/** Its word in `mysql.tables_priv`, if it may be granted on a table. */
	readonly onTable?: string;
}

function privilege(name: string, column: string, onDatabase: boolean, onTable?: string): Privilege {
	return { name, column, onDatabase, ...(onTable === undefined ? {} : { onTable }) };
}

export const privileges: readonly Privilege[] = [
	privilege("SELECT", "Select", true, "Select"),
	privilege("INSERT", "Insert", true, "Insert"),
	privilege("UPDATE", "Update", true, "Update"),
	privilege("DELETE", "Delete", true, "Delete"),
	privilege("CREATE", "Create", true, "Create"),
	privilege("DROP", "Drop", true, "Drop"),
	privilege("RELOAD", "Reload", false),
	privilege("SHUTDOWN", "Shutdown", false),
	privilege("PROCESS", "Process", false),
	privilege("FILE", "File", false),
	privilege("REFERENCES", "References", true, "References"),
	privilege("INDEX", "Index", true, "Index"),
	privilege("ALTER", "Alter", true, "Alter"),
	privilege("SHOW DATABASES", "Show_db", false),
	privilege("SUPER", "Super", false),
	privilege("CREATE TEMPORARY TABLES", "Create_tmp_table", true),
	privilege("LOCK TABLES", "Lock_tables", true),
	privilege("EXECUTE", "Execute", true),
	privilege("REPLICATION SLAVE", "Repl_slave", false),
	privilege("REPLICATION CLIENT", "Repl_client", false),
	privilege("CREATE VIEW", "Create_view", true, "Create View"),
	privilege("SHOW VIEW", "Show_view", true, "Show view"),
	privilege("CREATE ROUTINE", "Create_routine", true),
	privilege("ALTER ROUTINE", "Alter_routine", true),
	privilege("CREATE USER", "Create_user", false),
	privilege("EVENT", "Event", true),
	privilege("TRIGGER", "Trigger", true, "Trigger"),
	privilege("CREATE TABLESPACE", "Create_tablespace", false),
];

export function privilegeNamed(name: string): Privilege | undefined {
	return privileges.find((each) => each.name === name.toUpperCase());
}
