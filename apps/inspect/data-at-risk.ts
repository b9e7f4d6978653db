/**
 * Data at risk: columns that are not what they are shown as, and text of four-byte characters in utf8 columns.
 */
import type { ReportedRisk } from "../rehearse/report/format.ts";
import { connect, type InspectedColumn, inspectColumns, type OpenedStore, schemaOf } from "./inspected-column.ts";
import { findWideText, type SearchedTable, type WideText } from "./wide-text.ts";

/** A column with the rows in question; `wide` is absent where no utf8 makes them a question. */
export interface SearchedColumn extends InspectedColumn {
	/** Rows of its table, those that hold characters of four bytes, keys of some. */
	readonly wide?: { readonly rows: number; readonly wideRows: number; readonly sampleKeys: readonly string[] };
}

/** Told of each table that has been searched. */
type WatchSearch = (done: number, all: number) => void;

/** Every column, those in utf8 searched: a table is read once. */
export async function searchColumns(opened: OpenedStore, watch?: WatchSearch): Promise<readonly SearchedColumn[]> {
	const columns = await inspectColumns(opened);
	const tables = await searchedTables(opened, columns);
	const session = await connect(opened.kernel);
	const found = new Map<string, WideText>();
	try {
		for (const table of tables) {
			found.set(nameOf(table), await findWideText(session, table));
			watch?.(found.size, tables.length);
		}
	} finally {
		session.close();
	}
	return columns.map((column) => {
		const text = column.isUtf8 ? found.get(nameOf(column)) : undefined;
		const wide = text && {
			rows: text.rows,
			wideRows: text.wideRows.get(column.column) ?? 0,
			sampleKeys: text.sampleKeys.get(column.column) ?? [],
		};
		return { ...column, ...(wide === undefined ? {} : { wide }) };
	});
}

/** Those of a kernel's data, those with rows in question first. */
export async function dataAtRisk(opened: OpenedStore): Promise<readonly ReportedRisk[]> {
	const risks = (await searchColumns(opened)).flatMap((column) => {
		const what = riskOf(column);
		return what === undefined ? [] : [reported(column, what)];
	});
	return [...risks].sort((a, b) => Number((b.wideRows ?? 0) > 0) - Number((a.wideRows ?? 0) > 0));
}

/** The risk in words; undefined: none. */
export function riskOf({ shown, resolved, inForce, wide }: SearchedColumn): string | undefined {
	const isWide = wide !== undefined && wide.wideRows > 0;
	if (isWide) {
		return inForce === resolved
			? "characters of four bytes in a utf8 column, which releases with the check refuse"
			: `characters of four bytes in a column stored as ${resolved} and read as ${inForce}`;
	}
	if (shown !== inForce) {
		return `SHOW CREATE TABLE lets one believe ${shown}, and the column is ${inForce}`;
	}
	return resolved === inForce ? undefined : `stored as ${resolved}, read as ${inForce}`;
}

function reported(column: SearchedColumn, what: string): ReportedRisk {
	const { database, table, column: name, written, resolved, inForce, under, shown, wide } = column;
	return {
		table: `${database}.${table}`,
		column: name,
		...(written === undefined ? {} : { written }),
		resolved,
		inForce,
		under,
		shown,
		...(wide === undefined || wide.wideRows === 0 ? {} : wide),
		what,
	};
}

async function searchedTables(
	opened: OpenedStore,
	columns: readonly InspectedColumn[],
): Promise<readonly SearchedTable[]> {
	const schema = await schemaOf(opened);
	const wanted = new Map<string, string[]>();
	for (const column of columns.filter(({ isUtf8 }) => isUtf8)) {
		wanted.set(nameOf(column), [...(wanted.get(nameOf(column)) ?? []), column.column]);
	}
	return [...schema.databases.values()].flatMap((database) =>
		[...database.tables.values()].flatMap((table) => {
			const names = wanted.get(nameOf({ database: database.name, table: table.name }));
			const key = (table.primaryKey?.parts ?? []).map(({ column: { name, type } }) => ({ name, type }));
			const columns = table.columns.filter(({ name }) => names?.includes(name) === true);
			return names === undefined ? [] : [{ database: database.name, table: table.name, columns, key }];
		}),
	);
}

function nameOf({ database, table }: { readonly database: string; readonly table: string }): string {
	return JSON.stringify([database, table]);
}
