/**
 * The privileges there are, and where each is kept.
 *
 * In: nothing. Out: a table: a bit, the column of `mysql.user` and `mysql.db`, the words of the sets in
 * `mysql.tables_priv`, `mysql.columns_priv` and `mysql.procs_priv`, and the name that GRANT uses, in the order in
 * which MySQL shows them. It refuses to know who has which.
 */

/** Several privileges, a bit each. */
export type Privileges = number;

export interface Privilege {
	/** As GRANT names it. */
	readonly name: string;
	readonly bit: Privileges;
	/** Without `_priv`. */
	readonly column: string;
	/** It may be granted on a database. */
	readonly onDatabase: boolean;
	/** Its word in `mysql.tables_priv`, if it may be granted on a table. */
	readonly onTable?: string;
	/** It may be granted on columns; the word is the table's. */
	readonly onColumn: boolean;
	/** Its word in `mysql.procs_priv`, if it may be granted on a routine. */
	readonly onRoutine?: string;
}

/** What a line of the table says beside the name: `d` database, `t` table, `c` column, `r` routine. */
type Line = readonly [name: string, column: string, levels?: string, onTable?: string];

const lines: readonly Line[] = [
	["SELECT", "Select", "dtc"],
	["INSERT", "Insert", "dtc"],
	["UPDATE", "Update", "dtc"],
	["DELETE", "Delete", "dt"],
	["CREATE", "Create", "dt"],
	["DROP", "Drop", "dt"],
	["RELOAD", "Reload"],
	["SHUTDOWN", "Shutdown"],
	["PROCESS", "Process"],
	["FILE", "File"],
	["GRANT OPTION", "Grant", "dtr"],
	["REFERENCES", "References", "dtc"],
	["INDEX", "Index", "dt"],
	["ALTER", "Alter", "dt"],
	["SHOW DATABASES", "Show_db"],
	["SUPER", "Super"],
	["CREATE TEMPORARY TABLES", "Create_tmp_table", "d"],
	["LOCK TABLES", "Lock_tables", "d"],
	["EXECUTE", "Execute", "dr"],
	["REPLICATION SLAVE", "Repl_slave"],
	["REPLICATION CLIENT", "Repl_client"],
	["CREATE VIEW", "Create_view", "dt", "Create View"],
	["SHOW VIEW", "Show_view", "dt", "Show view"],
	["CREATE ROUTINE", "Create_routine", "d"],
	["ALTER ROUTINE", "Alter_routine", "dr", "Alter Routine"],
	["CREATE USER", "Create_user"],
	["EVENT", "Event", "d"],
	["TRIGGER", "Trigger", "dt"],
	["CREATE TABLESPACE", "Create_tablespace"],
];

/** GRANT OPTION among them, as a column like others. */
export const privilegeColumns: readonly Privilege[] = lines.map(([name, column, levels = "", word = column], at) => ({
	name,
	column,
	bit: 1 << at,
	onDatabase: levels.includes("d"),
	onColumn: levels.includes("c"),
	...(levels.includes("t") ? { onTable: word } : {}),
	...(levels.includes("r") ? { onRoutine: word } : {}),
}));

/** By the name that GRANT uses. Throws for a name that isn't in the table: it is always written out in the source. */
export function privilegeBit(name: string): Privileges {
	return privilegeNamed(name)!.bit;
}

export function privilegeNamed(name: string): Privilege | undefined {
	const wanted = name.toUpperCase();
	return privilegeColumns.find((each) => each.name === wanted);
}

export const grantOption = privilegeBit("GRANT OPTION");

/** What ALL PRIVILEGES means: everything but GRANT OPTION. */
export const privileges: readonly Privilege[] = privilegeColumns.filter(({ bit }) => bit !== grantOption);

export const everything: Privileges = bitsOf(privilegeColumns);
export const onDatabases: Privileges = bitsOf(privilegeColumns.filter((each) => each.onDatabase));
export const onTables: Privileges = bitsOf(privilegeColumns.filter((each) => each.onTable !== undefined));
export const onColumns: Privileges = bitsOf(privilegeColumns.filter((each) => each.onColumn));
export const onRoutines: Privileges = bitsOf(privilegeColumns.filter((each) => each.onRoutine !== undefined));

export function bitsOf(list: readonly Privilege[]): Privileges {
	return list.reduce((sum, { bit }) => sum | bit, 0);
}

/** The privileges of some bits, in order. */
export function privilegesIn(bits: Privileges): readonly Privilege[] {
	return privilegeColumns.filter(({ bit }) => (bits & bit) !== 0);
}

/** As error messages name them: `SELECT, GRANT`. */
export function commandWords(bits: Privileges): string {
	return privilegesIn(bits)
		.map(({ name, bit }) => (bit === grantOption ? "GRANT" : name))
		.join(", ");
}
