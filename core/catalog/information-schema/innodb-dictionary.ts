/**
 * INNODB_SYS_*: tables, columns, indexes and foreign keys in the form of InnoDB's dictionary.
 *
 * Every table is a tablespace of its own, of the same number.
 */
import { isLargeType } from "../../types/value/type.ts";
import type { Row } from "../../types/value/value.ts";
import type { Table } from "../table.ts";
import { define, defineEmpty, type Definition, text } from "./definition.ts";
import { type Sources, storedTables } from "./sources.ts";

const everything = new Map<string, string>();

function each(rowsOf: (table: Table, sources: Sources) => readonly Row[]): Definition["rows"] {
	return (sources) => storedTables(sources, everything).flatMap((table) => rowsOf(table, sources));
}

const path = ({ database, name }: { readonly database: string; readonly name: string }): string =>
	text(`${database}/${name}`);

/** Main types of InnoDB: distinguishes numbers, text and binary strings. */
function mainType({ type }: Table["columns"][number]): number {
	switch (type.name) {
		case "char":
		case "varchar":
			return type.charset === "binary" ? 4 : 12;
		case "binary":
			return 3;
		case "varbinary":
			return 4;
		case "float":
			return 10;
		case "double":
			return 9;
		case "decimal":
			return 3;
		default:
			return isLargeType(type) ? 5 : 6;
	}
}

function columnNamed({ columns }: Table, id: number): string {
	return columns.find(({ record }) => record.id === id)?.name ?? "";
}

/** 3: unique and clustered, 2: unique, 0: neither. */
const indexType = ({ primary, unique }: Table["indexes"][number]): number => (primary ? 3 : unique ? 2 : 0);

/** Bit 2, ON DELETE CASCADE; 3, SET NULL ...: as InnoDB packs the actions. */
function actionBits(onDelete: string | undefined, onUpdate: string | undefined): number {
	const bits = { cascade: [1, 4], "set null": [2, 8], "no action": [16, 32] } as Readonly<
		Record<string, readonly [number, number]>
	>;
	return (bits[onDelete ?? ""]?.[0] ?? 0) | (bits[onUpdate ?? ""]?.[1] ?? 0);
}

export const innodbDictionary: readonly Definition[] = [
	define(
		"INNODB_SYS_TABLES",
		"TABLE_ID:unsigned NAME:655 FLAG:int N_COLS:int SPACE:int FILE_FORMAT:10? ROW_FORMAT:12? " +
			"ZIP_PAGE_SIZE:unsigned SPACE_TYPE:10?",
		each((table) => [
			[table.id, path(table), 33, table.columns.length + 3, table.id, "Barracuda", "Dynamic", 0, "Single"],
		]),
	),
	define(
		"INNODB_SYS_TABLESTATS",
		`TABLE_ID:unsigned NAME:193 STATS_INITIALIZED:193 NUM_ROWS:unsigned CLUST_INDEX_SIZE:unsigned
		OTHER_INDEX_SIZE:unsigned MODIFIED_COUNTER:unsigned AUTOINC:unsigned REF_COUNT:int`,
		each((table) => [[table.id, path(table), "Initialized", 0, 1, Math.max(0, table.indexes.length - 1), 0, 0, 0]]),
	),
	define(
		"INNODB_SYS_COLUMNS",
		"TABLE_ID:unsigned NAME:193 POS:unsigned MTYPE:int PRTYPE:int LEN:int",
		each((table) =>
			table.columns.map((column, at) => [
				table.id,
				text(column.name),
				at,
				mainType(column),
				column.nullable ? 0 : 256,
				column.type.length,
			]),
		),
	),
	define(
		"INNODB_SYS_INDEXES",
		"INDEX_ID:unsigned NAME:193 TABLE_ID:unsigned TYPE:int N_FIELDS:int PAGE_NO:int SPACE:int MERGE_THRESHOLD:int",
		each((table) =>
			table.indexes.map((index) => [
				table.id * 64 + index.id,
				text(index.name),
				table.id,
				indexType(index),
				index.parts.length,
				3,
				table.id,
				50,
			]),
		),
	),
	define(
		"INNODB_SYS_FIELDS",
		"INDEX_ID:unsigned NAME:193 POS:int",
		each((table) =>
			table.indexes.flatMap((index) =>
				index.parts.map(({ column }, at) => [table.id * 64 + index.id, text(column.name), at]),
			),
		),
	),
	define(
		"INNODB_SYS_FOREIGN",
		"ID:193 FOR_NAME:193 REF_NAME:193 N_COLS:int TYPE:int",
		each((table) =>
			table.record.foreignKeys.map((key) => [
				path({ database: table.database, name: key.name }),
				path(table),
				path({ database: key.referencedDatabase, name: key.referencedTable }),
				key.columnIds.length,
				actionBits(key.onDelete, key.onUpdate),
			]),
		),
	),
	define(
		"INNODB_SYS_FOREIGN_COLS",
		"ID:193 FOR_COL_NAME:193 REF_COL_NAME:193 POS:unsigned",
		each((table) =>
			table.record.foreignKeys.flatMap((key) =>
				key.columnIds.map((id, at) => [
					path({ database: table.database, name: key.name }),
					text(columnNamed(table, id)),
					text(key.referencedColumns[at] ?? ""),
					at,
				]),
			),
		),
	),
	define(
		"INNODB_SYS_TABLESPACES",
		`SPACE:int NAME:655 FLAG:int FILE_FORMAT:10? ROW_FORMAT:22? PAGE_SIZE:unsigned ZIP_PAGE_SIZE:unsigned SPACE_TYPE:10?
		FS_BLOCK_SIZE:unsigned FILE_SIZE:unsigned ALLOCATED_SIZE:unsigned`,
		each((table) => [[table.id, path(table), 33, "Barracuda", "Dynamic", 16384, 0, "Single", 4096, 98304, 98304]]),
	),
	define(
		"INNODB_SYS_DATAFILES",
		"SPACE:int PATH:4000",
		each((table) => [[table.id, text(`./${table.database}/${table.name}.ibd`)]]),
	),
	defineEmpty("INNODB_SYS_VIRTUAL", "TABLE_ID:unsigned POS:int BASE_POS:int"),
	defineEmpty(
		"INNODB_TEMP_TABLE_INFO",
		"TABLE_ID:unsigned NAME:202? N_COLS:int SPACE:int PER_TABLE_TABLESPACE:64? IS_COMPRESSED:64?",
	),
];
