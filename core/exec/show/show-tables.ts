/**
 * SHOW TABLES, SHOW FULL TABLES, SHOW TABLE STATUS, SHOW OPEN TABLES.
 */
import { computedDatabases } from "../../catalog/computed-database.ts";
import { computedTables } from "../../catalog/computed-schemas/registry.ts";
import { byName } from "../../catalog/information-schema/sources.ts";
import { tableRows } from "../../catalog/information-schema/tables.ts";
import { fold } from "../../catalog/identifier.ts";
import type { Table } from "../../catalog/table.ts";
import { isView, type View } from "../../catalog/view.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Show } from "../../sql/tree/show.ts";
import { encodeText, type Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { nameFilter } from "./name-prefix.ts";
import { type Showing, type Shown, shown } from "./show-result.ts";

interface Listed {
	/** The database's name as stored. */
	readonly name: string;
	readonly tables: readonly (Table | View)[];
	/** Its tables are computed when they are read. */
	readonly isComputed: boolean;
}

/** The database of FROM, or the current one, and its tables that LIKE may be about. Throws 1046, 1049. */
export function listed({ database, like }: Show, { planning, sources }: Showing): Listed {
	const isAsked = nameFilter(like);
	const name = database ?? planning.database;
	if (name === null) {
		throw sqlError("noDatabaseSelected");
	}
	if (computedDatabases.includes(fold(name))) {
		return { name: fold(name), tables: computedTables(name), isComputed: true };
	}
	const found = sources.schema.databases.get(fold(name));
	if (found === undefined) {
		throw sqlError("unknownDatabase", encodeText(name));
	}
	return {
		name: found.name,
		tables: [...found.tables.values(), ...found.views.values()].filter((each) => isAsked(each.name)).sort(byName),
		isComputed: false,
	};
}

export function showTables(statement: Show, context: Showing): Shown {
	const { name, tables, isComputed } = listed(statement, context);
	const title = `Tables_in_${name}${statement.like === undefined ? "" : ` (${statement.like})`}`;
	if (statement.full) {
		const typeOf = (table: Table | View): string =>
			isComputed ? "SYSTEM VIEW" : isView(table) ? "VIEW" : "BASE TABLE";
		return shown(
			"TABLE_NAMES",
			[
				[title, "64"],
				["Table_type", "64"],
			],
			tables.map((table): Row => [encodeText(table.name), typeOf(table)]),
		);
	}
	return shown(
		"TABLE_NAMES",
		[[title, "64"]],
		tables.map((table): Row => [encodeText(table.name)]),
	);
}

const statusColumns = [
	["Name", "64"],
	["Engine", "64?"],
	["Version", "unsigned?"],
	["Row_format", "10?"],
	["Rows", "unsigned?"],
	["Avg_row_length", "unsigned?"],
	["Data_length", "unsigned?"],
	["Max_data_length", "unsigned?"],
	["Index_length", "unsigned?"],
	["Data_free", "unsigned?"],
	["Auto_increment", "unsigned?"],
	["Create_time", "datetime?"],
	["Update_time", "datetime?"],
	["Check_time", "datetime?"],
	["Collation", "32?"],
	["Checksum", "unsigned?"],
	["Create_options", "255?"],
	["Comment", "2048"],
] as const;

/** The columns of TABLES from TABLE_NAME on, without TABLE_TYPE. */
export function showTableStatus(statement: Show, context: Showing): Shown {
	const { tables, isComputed } = listed(statement, context);
	const rows = isComputed ? [] : tableRows(tables, context.sources);
	return shown(
		"TABLES",
		statusColumns,
		after(rows, (all) => all.map(([_catalog, _database, name, _type, ...rest]) => [name, ...rest] as Row)),
	);
}

/** All databases where none is named; an unknown one has no open table. */
export function showOpenTables({ database }: Show, { sources }: Showing): Shown {
	const columns = [
		["Database", "64"],
		["Table", "64"],
		["In_use", "bigint"],
		["Name_locked", "bigint"],
	] as const;
	const open = [...sources.schema.databases.values()]
		.filter(({ name }) => database === undefined || fold(name) === fold(database))
		.sort(byName);
	return shown(
		"OPEN_TABLES",
		columns,
		open.flatMap(({ name, tables }) =>
			[...tables.values()].sort(byName).map((table): Row => [encodeText(name), encodeText(table.name), 0, 0]),
		),
	);
}
