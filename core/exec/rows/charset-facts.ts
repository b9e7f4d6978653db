/**
 * Plain facts about databases, tables and columns, as rules receive them.
 */
import type { Birth, CharsetPair, Clause, DatabaseRecord } from "../../catalog/record.ts";
import type { Column, Database, Table } from "../../catalog/table.ts";
import { defaultText } from "../../catalog/default-text.ts";
import { fieldLength, fieldScale } from "../../catalog/metadata-type.ts";
import type { BirthFacts, ColumnDefinitionFacts, ColumnFacts, DatabaseFacts, TableFacts } from "../../rules/facts.ts";
import { convertText } from "../../types/text/charset.ts";
import type { SqlType } from "../../types/value/type.ts";
import { decodeText } from "../../types/value/value.ts";

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
	const { engine, comment, temporary = false } = table.record;
	return {
		...birthFacts(table.record),
		name: table.name,
		database: table.database,
		stated: table.stated,
		inForce,
		engine,
		comment,
		temporary,
	};
}

export function columnFacts(column: Column): ColumnFacts {
	const inForce = { charset: column.charset, collation: column.collation };
	return {
		...birthFacts(column.record),
		name: column.name,
		...column.place,
		type: column.type.name,
		inForce,
		...definitionFacts(column),
	};
}

export function definitionFacts(column: Column): ColumnDefinitionFacts {
	const { type, record } = column;
	const text = defaultText(column);
	return {
		length: fieldLength(type),
		decimals: fieldScale(type),
		unsigned: type.unsigned,
		elements: elementTexts(type),
		nullable: column.nullable,
		autoIncrement: column.autoIncrement,
		default: column.default.kind === "none" ? undefined : text && decodeText(text),
		updatesItself: column.onUpdateNow,
		comment: column.comment,
		generated: record.generated && { expression: record.generated.text, stored: record.generated.stored },
	};
}

/** Elements of ENUM and SET as text; none of other types. */
export function elementTexts({ elements, charset }: SqlType): readonly string[] {
	return elements.map((element) => decodeText(convertText(element, charset, "utf8mb4")));
}
