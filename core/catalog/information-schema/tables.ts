/**
 * TABLES: stored and computed tables, and views.
 */
import { after, all, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import type { Table } from "../table.ts";
import { isView, type View } from "../view.ts";
import { define, text } from "./definition.ts";
import type { TableStatistics } from "./providers.ts";
import { catalogName } from "./schemata.ts";
import { localDatetime, type Sources, storedTables, storedViews } from "./sources.ts";

/** The version of InnoDB's table files, which clients expect here. */
const formatVersion = 10;

export const tables = define(
	"TABLES",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 TABLE_TYPE:64 ENGINE:64? VERSION:unsigned? ROW_FORMAT:10?
	TABLE_ROWS:unsigned? AVG_ROW_LENGTH:unsigned? DATA_LENGTH:unsigned? MAX_DATA_LENGTH:unsigned? INDEX_LENGTH:unsigned?
	DATA_FREE:unsigned? AUTO_INCREMENT:unsigned? CREATE_TIME:datetime? UPDATE_TIME:datetime? CHECK_TIME:datetime?
	TABLE_COLLATION:32? CHECKSUM:unsigned? CREATE_OPTIONS:255? TABLE_COMMENT:2048`,
	(sources, wanted) => tableRows([...storedTables(sources, wanted), ...storedViews(sources, wanted)], sources),
);

/** Makes one row a table, with its statistics, or a view. */
export function tableRows(list: readonly (Table | View)[], sources: Sources): MaybePromise<readonly Row[]> {
	const rows = list.map((table): MaybePromise<Row> => {
		if (isView(table)) {
			return viewRow(table);
		}
		return after(sources.providers.statistics(table), (statistics) => tableRow(table, statistics, sources));
	});
	return all(rows);
}

function viewRow({ database, name }: View): Row {
	const nothing = new Array<null>(16).fill(null);
	return [catalogName, text(database), text(name), "VIEW", ...nothing, "VIEW"];
}

function tableRow(table: Table, statistics: TableStatistics, sources: Sources): Row {
	const { rowCount, dataBytes, indexBytes, autoIncrement } = statistics;
	const { record, stated } = table;
	const collation = sources.listing.tableCollation(
		stated,
		{ charset: table.charset, collation: table.collation },
		sources.server,
	);
	return [
		catalogName,
		text(table.database),
		text(table.name),
		"BASE TABLE",
		record.engine,
		formatVersion,
		rowFormat(record.rowFormat),
		rowCount,
		rowCount === 0 ? 0 : Math.round(dataBytes / rowCount),
		dataBytes,
		0,
		indexBytes,
		0,
		autoIncrement,
		localDatetime(record.createdMicroseconds, sources),
		null,
		null,
		collation,
		null,
		createOptions(table),
		text(record.comment),
	];
}

function rowFormat(written: string | undefined): string {
	return written === undefined ? "Dynamic" : written.charAt(0).toUpperCase() + written.slice(1).toLowerCase();
}

function createOptions({ record }: Table): string {
	const words = [
		record.rowFormat === undefined ? "" : `row_format=${record.rowFormat}`,
		record.partitionText === undefined ? "" : "partitioned",
	];
	return words.filter((word) => word !== "").join(" ");
}

/** Makes the row of a computed table. */
export function computedTableRow(table: Table): Row {
	return [
		catalogName,
		table.database,
		table.name,
		"SYSTEM VIEW",
		"MEMORY",
		formatVersion,
		"Fixed",
		null,
		0,
		0,
		0,
		0,
		0,
		null,
		null,
		null,
		null,
		table.collation,
		null,
		"",
		"",
	];
}
