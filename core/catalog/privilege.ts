/**
 * Privileges: a bit each, their names in GRANT, and their columns and words in the grant tables of `mysql`.
 *
 * In the order in which MySQL shows them.
 */

/** Several privileges, a bit each. */
export type Privileges = number;

export interface Privilege {
	/** Its name in GRANT. */
	readonly name: string;
	readonly bit: Privileges;
	/** Without `_priv`. */
	readonly column: string;
	/** It can be granted on a database. */
	readonly onDatabase: boolean;
	/** Its word in `mysql.tables_priv`, if it can be granted on a table. */
	readonly onTable?: string;
	/** It can be granted on columns; the word is the table's. */
	readonly onColumn: boolean;
	/** Its word in `mysql.procs_priv`, if it can be granted on a routine. */
	readonly onRoutine?: string;
}

/** Levels: `d` database, `t` table, `c` column, `r` routine. */
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

/** GRANT OPTION included. */
export const privilegeColumns: readonly Privilege[] = lines.map(([name, column, levels = "", word = column], at) => ({
	name,
	column,
	bit: 1 << at,
	onDatabase: levels.includes("d"),
	onColumn: levels.includes("c"),
	...(levels.includes("t") ? { onTable: word } : {}),
	...(levels.includes("r") ? { onRoutine: word } : {}),
}));

/** Returns the bit of a name in GRANT. Throws for an unknown name: names are always literals in the source. */
export function privilegeBit(name: string): Privileges {
	return privilegeNamed(name)!.bit;
}

export function privilegeNamed(name: string): Privilege | undefined {
	const wanted = name.toUpperCase();
	return privilegeColumns.find((each) => each.name === wanted);
}

export const grantOption = privilegeBit("GRANT OPTION");

/** ALL PRIVILEGES: everything but GRANT OPTION. */
export const privileges: readonly Privilege[] = privilegeColumns.filter(({ bit }) => bit !== grantOption);

export const everything: Privileges = bitsOf(privilegeColumns);
export const onDatabases: Privileges = bitsOf(privilegeColumns.filter((each) => each.onDatabase));
export const onTables: Privileges = bitsOf(privilegeColumns.filter((each) => each.onTable !== undefined));
export const onColumns: Privileges = bitsOf(privilegeColumns.filter((each) => each.onColumn));
export const onRoutines: Privileges = bitsOf(privilegeColumns.filter((each) => each.onRoutine !== undefined));

export function bitsOf(list: readonly Privilege[]): Privileges {
	return list.reduce((sum, { bit }) => sum | bit, 0);
}

/** Returns the privileges of some bits, in order. */
export function privilegesIn(bits: Privileges): readonly Privilege[] {
	return privilegeColumns.filter(({ bit }) => (bits & bit) !== 0);
}

/** Returns names as in error messages: `SELECT, GRANT`. */
export function commandWords(bits: Privileges): string {
	return privilegesIn(bits)
		.map(({ name, bit }) => (bit === grantOption ? "GRANT" : name))
		.join(", ");
}
