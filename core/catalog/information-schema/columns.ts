/**
 * COLUMNS: the columns of all tables.
 */
import type { Row } from "../../types/value/value.ts";
import type { LateRows } from "../computed-table.ts";
import { defaultText } from "../default-text.ts";
import type { Column, Table } from "../table.ts";
import { typeText } from "../type-text.ts";
import { extraWords, keyWord, numericFacts, temporalDigits, textLengths } from "./column-facts.ts";
import { define, text, yesOrNo } from "./definition.ts";
import { listedColumn } from "./listing.ts";
import { catalogName } from "./schemata.ts";
import { isWanted, type Sources, storedTables, storedViews } from "./sources.ts";

export const columns = define(
	"COLUMNS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 COLUMN_NAME:64 ORDINAL_POSITION:unsigned COLUMN_DEFAULT:longtext?
	IS_NULLABLE:3 DATA_TYPE:64 CHARACTER_MAXIMUM_LENGTH:unsigned? CHARACTER_OCTET_LENGTH:unsigned?
	NUMERIC_PRECISION:unsigned? NUMERIC_SCALE:unsigned? DATETIME_PRECISION:unsigned? CHARACTER_SET_NAME:32?
	COLLATION_NAME:32? COLUMN_TYPE:longtext COLUMN_KEY:3 EXTRA:30 PRIVILEGES:80 COLUMN_COMMENT:1024
	GENERATION_EXPRESSION:longtext`,
	rowsOf,
);

function* rowsOf(sources: Sources, wanted: ReadonlyMap<string, string>): LateRows {
	for (const table of storedTables(sources, wanted)) {
		yield* columnRows(table, sources, wanted);
	}
	const tableOf = sources.viewTables();
	for (const view of storedViews(sources, wanted)) {
		const table = tableOf(view);
		if (table instanceof Promise) {
			yield table.then((late) => [...columnRows(late, sources, wanted)]);
		} else {
			yield* columnRows(table, sources, wanted);
		}
	}
}

function* columnRows(table: Table | undefined, sources: Sources, wanted: ReadonlyMap<string, string>): Generator<Row> {
	if (table === undefined) {
		return;
	}
	const { database, name } = table;
	const sight = sources.providers.sight();
	for (const column of table.columns) {
		if (isWanted(column.name, wanted.get("column_name")) && sight.seesColumn(database, name, column.name)) {
			yield columnRow(column, table, sight.columnPrivileges(database, name, column.name), sources);
		}
	}
}

export function columnRow(column: Column, table: Table, privileges: string, { listing }: Sources): Row {
	const { type, record } = column;
	const listed = listedColumn(column);
	return [
		catalogName,
		text(table.database),
		text(table.name),
		text(column.name),
		column.offset + 1,
		defaultText(column),
		yesOrNo(column.nullable),
		type.name,
		...listing.columnLengths(listed, textLengths(type)),
		...numericFacts(type),
		temporalDigits(type),
		...listing.columnCharset(listed),
		listing.columnType(listed, typeText(type)),
		keyWord(column, table),
		extraWords(column),
		privileges,
		text(column.comment),
		text(record.generated?.text ?? ""),
	];
}
