/**
 * Plain facts about databases, tables and columns, as rules receive them.
 */
import type { Birth, CharsetPair, Clause, DatabaseRecord } from "../../catalog/record.ts";
import type { Column, Database, Table } from "../../catalog/table.ts";
import type { BirthFacts, ColumnFacts, DatabaseFacts, TableFacts } from "../../rules/facts.ts";

export function birthFacts(record: Birth & { readonly written: Clause; readonly resolved: CharsetPair }): BirthFacts {
	const { written, resolved, release, objectVersion } = record;
	return { written, resolved, release, objectVersion };
}

export function databaseFacts(record: DatabaseRecord): DatabaseFacts {
	return { ...birthFacts(record), name: record.name };
}

/** Character set and collation of tables without a clause in this database. */
export function databasePair(database: Database): CharsetPair {
	return { charset: database.charset, collation: database.collation };
}

export function tableFacts(table: Table): TableFacts {
	const inForce = { charset: table.charset, collation: table.collation };
	return { ...birthFacts(table.record), name: table.name, database: table.database, stated: table.stated, inForce };
}

export function columnFacts(column: Column): ColumnFacts {
	const inForce = { charset: column.charset, collation: column.collation };
	return { ...birthFacts(column.record), name: column.name, type: column.type.name, inForce };
}
