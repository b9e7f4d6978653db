/**
 * KEY_COLUMN_USAGE, TABLE_CONSTRAINTS, CHECK_CONSTRAINTS and REFERENTIAL_CONSTRAINTS.
 */
import { type ByteString, decodeText, type Row } from "../../types/value/value.ts";
import { fold } from "../identifier.ts";
import { sortedIndexes } from "../index-order.ts";
import type { ForeignKeyRecord } from "../record.ts";
import type { Schema, Table } from "../table.ts";
import { define, text } from "./definition.ts";
import { catalogName } from "./schemata.ts";
import { storedTables } from "./sources.ts";

export const keyColumnUsage = define(
	"KEY_COLUMN_USAGE",
	`CONSTRAINT_CATALOG:512 CONSTRAINT_SCHEMA:64 CONSTRAINT_NAME:64 TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64
	COLUMN_NAME:64 ORDINAL_POSITION:bigint POSITION_IN_UNIQUE_CONSTRAINT:bigint? REFERENCED_TABLE_SCHEMA:64?
	REFERENCED_TABLE_NAME:64? REFERENCED_COLUMN_NAME:64?`,
	(sources, wanted) => {
		const sight = sources.providers.sight();
		return storedTables(sources, wanted).flatMap((table) =>
			[...uniqueUsage(table), ...foreignUsage(table)].filter((row) =>
				sight.seesColumn(table.database, table.name, decodeText(row[columnName] as ByteString)),
			),
		);
	},
);

/** The place of COLUMN_NAME. */
const columnName = 6;

function uniqueUsage(table: Table): readonly Row[] {
	return uniqueIndexes(table).flatMap((index) =>
		index.parts.map((part, at): Row => [...usage(index.name, table, part.columnId, at), null, null, null, null]),
	);
}

function foreignUsage(table: Table): readonly Row[] {
	return table.record.foreignKeys.flatMap((key) =>
		key.columnIds.map(
			(id, at): Row => [
				...usage(key.name, table, id, at),
				at + 1,
				text(key.referencedDatabase),
				text(key.referencedTable),
				text(key.referencedColumns[at] ?? ""),
			],
		),
	);
}

function usage(name: string, table: Table, columnId: number, at: number): Row {
	const column = table.columns.find(({ id }) => id === columnId);
	const database = text(table.database);
	return [catalogName, database, text(name), catalogName, database, text(table.name), text(column?.name ?? ""), at + 1];
}

function uniqueIndexes(table: Table) {
	return sortedIndexes(table).filter(({ type }) => type === "primary" || type === "unique");
}

export const tableConstraints = define(
	"TABLE_CONSTRAINTS",
	"CONSTRAINT_CATALOG:512 CONSTRAINT_SCHEMA:64 CONSTRAINT_NAME:64 TABLE_SCHEMA:64 TABLE_NAME:64 CONSTRAINT_TYPE:64",
	(sources, wanted) =>
		storedTables(sources, wanted).flatMap((table) => {
			const row = (name: string, kind: string): Row => [
				catalogName,
				text(table.database),
				text(name),
				text(table.database),
				text(table.name),
				kind,
			];
			return [
				...uniqueIndexes(table).map(({ name, type }) => row(name, type === "primary" ? "PRIMARY KEY" : "UNIQUE")),
				...table.record.foreignKeys.map(({ name }) => row(name, "FOREIGN KEY")),
				...table.record.checks.map(({ name }) => row(name, "CHECK")),
			];
		}),
);

/** As in MySQL 8.0, which CHECK follows: migration tools look a constraint up before they add it. */
export const checkConstraints = define(
	"CHECK_CONSTRAINTS",
	"CONSTRAINT_CATALOG:512 CONSTRAINT_SCHEMA:64 CONSTRAINT_NAME:64 CHECK_CLAUSE:longtext",
	(sources, wanted) =>
		storedTables(sources, wanted).flatMap((table) =>
			table.record.checks.map(
				(check): Row => [catalogName, text(table.database), text(check.name), text(`(${check.text})`)],
			),
		),
);

export const referentialConstraints = define(
	"REFERENTIAL_CONSTRAINTS",
	`CONSTRAINT_CATALOG:512 CONSTRAINT_SCHEMA:64 CONSTRAINT_NAME:64 UNIQUE_CONSTRAINT_CATALOG:512
	UNIQUE_CONSTRAINT_SCHEMA:64 UNIQUE_CONSTRAINT_NAME:64? MATCH_OPTION:64 UPDATE_RULE:64 DELETE_RULE:64 TABLE_NAME:64
	REFERENCED_TABLE_NAME:64`,
	(sources, wanted) =>
		storedTables(sources, wanted).flatMap((table) =>
			table.record.foreignKeys.map(
				(key): Row => [
					catalogName,
					text(table.database),
					text(key.name),
					catalogName,
					text(key.referencedDatabase),
					referencedIndex(key, sources.schema),
					"NONE",
					ruleOf(key.onUpdate),
					ruleOf(key.onDelete),
					text(table.name),
					text(key.referencedTable),
				],
			),
		),
);

function ruleOf(action: string | undefined): string {
	return (action ?? "restrict").toUpperCase();
}

/** The unique key that a foreign key refers to. */
function referencedIndex(key: ForeignKeyRecord, schema: Schema): string | null {
	const table = schema.databases.get(fold(key.referencedDatabase))?.tables.get(fold(key.referencedTable));
	const index = table?.indexes.find(
		({ unique, parts }) =>
			unique && key.referencedColumns.every((name, at) => fold(parts[at]?.column.name ?? "") === fold(name)),
	);
	return index === undefined ? null : text(index.name);
}
