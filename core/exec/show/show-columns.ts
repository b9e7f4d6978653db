/**
 * SHOW [FULL] COLUMNS, and resolution of the table that SHOW names.
 */
import { extraWords, keyWord } from "../../catalog/information-schema/column-facts.ts";
import { yesOrNo } from "../../catalog/information-schema/definition.ts";
import { listedColumn } from "../../catalog/information-schema/listing.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Sources } from "../../catalog/information-schema/sources.ts";
import { defaultText } from "../../catalog/default-text.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { typeText } from "../../catalog/type-text.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { findView, namedTable } from "../../plan/bind/table-name.ts";
import { ViewTables } from "../../plan/from/listed-view.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

/** A database behind FROM overrides one before the table's name. */
export function shownName(
	table: TableName | undefined,
	database: string | undefined,
): Pick<TableName, "name" | "database"> {
	if (table === undefined) {
		throw sqlError("noTablesUsed");
	}
	const within = database ?? table.database;
	return { name: table.name, ...(within === undefined ? {} : { database: within }) };
}

/** A stored or computed table, or a view as a table. Throws 1146. */
export function shownTable(name: Pick<TableName, "name" | "database">, planning: Planning): MaybePromise<Table> {
	const view = findView(name, planning);
	return view === undefined ? namedTable(name, planning).table : new ViewTables(planning).of(view);
}

export function showColumns({ table, database, full }: Show, { planning, sources }: Showing): Shown {
	const found = shownTable(shownName(table, database), planning);
	return full ? fullColumns(found, sources) : plainColumns(found, sources);
}

/** The columns on which the account has a privilege; all of a temporary table. */
function seenColumns(table: Table, { providers }: Sources): readonly Column[] {
	const sight = providers.sight();
	return table.record.temporary === true
		? table.columns
		: table.columns.filter(({ name }) => sight.seesColumn(table.database, table.name, name));
}

export function plainColumns(found: MaybePromise<Table>, sources: Sources): Shown {
	const { listing } = sources;
	const rows = after(found, (table) =>
		seenColumns(table, sources).map(
			(column): Row => [
				encodeText(column.name),
				listing.shownType(listedColumn(column), typeText(column.type)),
				yesOrNo(column.nullable),
				keyWord(column, table),
				defaultText(column),
				extraWords(column),
			],
		),
	);
	return shown(
		"COLUMNS",
		[
			["Field", "64"],
			["Type", "longtext"],
			["Null", "3"],
			["Key", "3"],
			["Default", "longtext?"],
			["Extra", "30"],
		],
		rows,
	);
}

function fullColumns(found: MaybePromise<Table>, sources: Sources): Shown {
	const { listing, providers } = sources;
	const sight = providers.sight();
	const rows = after(found, (table) =>
		seenColumns(table, sources).map(
			(column): Row => [
				encodeText(column.name),
				listing.shownType(listedColumn(column), typeText(column.type)),
				listing.fullColumnCollation(listedColumn(column)),
				yesOrNo(column.nullable),
				keyWord(column, table),
				defaultText(column),
				extraWords(column),
				sight.columnPrivileges(table.database, table.name, column.name),
				encodeText(column.comment),
			],
		),
	);
	const columns = [
		["Field", "64"],
		["Type", "longtext"],
		["Collation", "32?"],
		["Null", "3"],
		["Key", "3"],
		["Default", "longtext?"],
		["Extra", "30"],
		["Privileges", "80"],
		["Comment", "1024"],
	] as const;
	return shown("COLUMNS", columns, rows);
}
