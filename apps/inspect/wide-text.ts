/**
 * Search for characters of four bytes: rows of a table that hold some, by column, with the keys of a few.
 */
import {
	encodeText,
	printText,
	type Row,
	type Session,
	decodeText,
	type SqlType,
	type Value,
	quoteName,
} from "../../core/index.ts";
import { rowSink } from "./inspected-column.ts";

/** A table whose columns are searched. */
export interface SearchedTable {
	readonly database: string;
	readonly table: string;
	readonly columns: readonly SearchedPart[];
	/** Columns of the primary key; none: rows are named by their number. */
	readonly key: readonly SearchedPart[];
}

interface SearchedPart {
	readonly name: string;
	readonly type: SqlType;
}

export interface WideText {
	/** Rows of the table. */
	readonly rows: number;
	/** By column, those that hold a character of four bytes. */
	readonly wideRows: ReadonlyMap<string, number>;
	/** By column, keys of the first of them. */
	readonly sampleKeys: ReadonlyMap<string, readonly string[]>;
}

const mostSamples = 3;

/** In UTF-8 no other character has such a byte, and text of one column is UTF-8 throughout. */
const firstOfFour = /[\xf0-\xf4]/;

/** Reads the whole table, once for all columns. */
export async function findWideText(
	session: Session,
	{ database, table, columns, key }: SearchedTable,
): Promise<WideText> {
	let rows = 0;
	const counts = columns.map(() => 0);
	const samples: string[][] = columns.map(() => []);
	const search = (batch: readonly Row[]): void => {
		for (const row of batch) {
			rows++;
			for (let at = 0; at < columns.length; at++) {
				const value = row[key.length + at] ?? null;
				// An ENUM or SET holds the numbers of its elements.
				const text = typeof value === "string" || value === null ? value : elementText(value, columns[at]);
				if (text !== null && firstOfFour.test(text)) {
					counts[at] = (counts[at] ?? 0) + 1;
					const found = samples[at];
					if (found !== undefined && found.length < mostSamples) {
						found.push(key.length === 0 ? `row ${rows}` : keyText(row, key));
					}
				}
			}
		}
	};
	const wanted = [...key, ...columns].map(({ name }) => quoteName(name)).join(", ");
	await session.execute(
		encodeText(`select ${wanted} from ${quoteName(database)}.${quoteName(table)}`),
		rowSink(search),
	);
	return {
		rows,
		wideRows: new Map(columns.map(({ name }, at) => [name, counts[at] ?? 0])),
		sampleKeys: new Map(columns.map(({ name }, at) => [name, samples[at] ?? []])),
	};
}

function elementText(value: Value, column: SearchedPart | undefined): string | null {
	return column === undefined ? null : printText(value, column.type);
}

function keyText(row: Row, key: SearchedTable["key"]): string {
	return key
		.map(({ type }, at) => {
			const text = printText(row[at] ?? null, type);
			return text === null ? "NULL" : decodeText(text);
		})
		.join(", ");
}
