/**
 * COLUMNS: the columns of all tables.
 */
import type { Row, Value } from "../../types/value/value.ts";
import type { LateRows } from "../computed-table.ts";
import { defaultText } from "../default-text.ts";
import type { Column, Table } from "../table.ts";
import { typeText } from "../type-text.ts";
import { extraWords, keyWord, numericFacts, temporalDigits, textLengths } from "./column-facts.ts";
import { define, text, yesOrNo } from "./definition.ts";
import { type ListedColumn, listedColumn } from "./listing.ts";
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

function* rowsOf(
	sources: Sources,
	wanted: ReadonlyMap<string, string>,
	read: ReadonlySet<number> | undefined,
): LateRows {
	const row = columnRows(sources, read);
	for (const table of storedTables(sources, wanted)) {
		yield* seenRows(table, sources, wanted, row);
	}
	const tableOf = sources.viewTables();
	for (const view of storedViews(sources, wanted)) {
		const table = tableOf(view);
		if (table instanceof Promise) {
			yield table.then((late) => [...seenRows(late, sources, wanted, row)]);
		} else {
			yield* seenRows(table, sources, wanted, row);
		}
	}
}

function* seenRows(
	table: Table | undefined,
	sources: Sources,
	wanted: ReadonlyMap<string, string>,
	row: ColumnRow,
): Generator<Row> {
	if (table === undefined) {
		return;
	}
	const { database, name } = table;
	const sight = sources.providers.sight();
	for (const column of table.columns) {
		if (isWanted(column.name, wanted.get("column_name")) && sight.seesColumn(database, name, column.name)) {
			yield row(column, table, () => sight.columnPrivileges(database, name, column.name));
		}
	}
}

/** Privileges are asked for where they are read. */
type ColumnRow = (column: Column, table: Table, privileges: () => string) => Row;

interface Described {
	readonly column: Column;
	readonly table: Table;
	readonly privileges: () => string;
	readonly listing: Sources["listing"];
	readonly listed: ListedColumn;
}

/** Cells that are made together, and how. */
type Cells = readonly [places: readonly number[], fill: (row: Value[], described: Described) => void];

const cells: readonly Cells[] = [
	[
		[0, 1, 2, 3, 4],
		(row, { column, table }) => {
			row[0] = catalogName;
			row[1] = text(table.database);
			row[2] = text(table.name);
			row[3] = text(column.name);
			row[4] = column.offset + 1;
		},
	],
	[
		[5, 6, 7],
		(row, { column }) => {
			row[5] = defaultText(column);
			row[6] = yesOrNo(column.nullable);
			row[7] = column.type.name;
		},
	],
	[
		[8, 9],
		(row, { column, listing, listed }) => {
			[row[8], row[9]] = listing.columnLengths(listed, textLengths(column.type));
		},
	],
	[
		[10, 11, 12],
		(row, { column: { type } }) => {
			[row[10], row[11]] = numericFacts(type);
			row[12] = temporalDigits(type);
		},
	],
	[
		[13, 14],
		(row, { listing, listed }) => {
			[row[13], row[14]] = listing.columnCharset(listed);
		},
	],
	[
		[15],
		(row, { column, listing, listed }) => {
			row[15] = listing.columnType(listed, typeText(column.type));
		},
	],
	[
		[16, 17],
		(row, { column, table }) => {
			row[16] = keyWord(column, table);
			row[17] = extraWords(column);
		},
	],
	[
		[18],
		(row, { privileges }) => {
			row[18] = privileges();
		},
	],
	[
		[19, 20],
		(row, { column }) => {
			row[19] = text(column.comment);
			row[20] = text(column.record.generated?.text ?? "");
		},
	],
];
const width = 21;

/** Makes rows with the cells that are read and NULL in others. */
export function columnRows({ listing }: Sources, read: ReadonlySet<number> | undefined): ColumnRow {
	const made = cells.filter(([places]) => read === undefined || places.some((place) => read.has(place)));
	return (column, table, privileges) => {
		const row: Value[] = new Array(width).fill(null);
		if (made.length > 0) {
			const described = { column, table, privileges, listing, listed: listedColumn(column) };
			for (const [, fill] of made) {
				fill(row, described);
			}
		}
		return row;
	};
}
