/**
 * Checks the maximum row size: error 1118.
 *
 * The server counts all columns but BLOB and TEXT, up to 65,535 bytes; InnoDB requires that two rows fit a page, with
 * everything that cannot be stored off-page. A rule may lift the limit. Rows are stored otherwise here.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { keyBytes } from "../../plan/explain/access-text.ts";
import type { RuleBook } from "../../rules/book.ts";
import { TableDefinition } from "../../rules/table-definition.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import { isCharacterType, isSpatialType, type SqlType } from "../../types/value/type.ts";

const longestRow = 65535;
/** Half a page of 16 KiB, without the page's own overhead. */
const longestInPage = 8126;
/** In-page bytes of a long column stored off-page. */
const keptOfLong = 40;

const pointerBytes: Readonly<Record<string, number>> = {
	tinyblob: 9,
	tinytext: 9,
	blob: 10,
	text: 10,
	mediumblob: 11,
	mediumtext: 11,
	longblob: 12,
	longtext: 12,
	json: 12,
};

function pointerOf(type: SqlType): number | undefined {
	return isSpatialType(type) ? pointerBytes["longblob"] : pointerBytes[type.name];
}

export function refuseLongRow(table: Table, book: RuleBook, former?: Table): void {
	if (!book.ask(TableDefinition).limitsRows()) {
		return;
	}
	const bytes = rowBytes(table);
	const isLonger = former === undefined || bytes > rowBytes(former);
	if (bytes > longestRow && isLonger) {
		throw sqlError("rowTooLarge", longestRow);
	}
	if (isLonger && pageBytes(table) >= longestInPage) {
		throw sqlError("rowTooLargeForPage", longestInPage);
	}
}

function rowBytes({ columns }: Table): number {
	const nullable = columns.filter((column) => column.nullable).length;
	return Math.ceil(nullable / 8) + columns.reduce((total, column) => total + columnBytes(storedType(column)), 0);
}

/** The type with the charset that is stored: one that is only read as another is as long as it was made. */
function storedType({ type, record }: Column): SqlType {
	const { charset } = record.resolved;
	return isCharacterType(type) && charset !== "" ? { ...type, charset } : type;
}

function columnBytes(type: SqlType): number {
	const pointer = pointerOf(type);
	if (pointer !== undefined) {
		return pointer;
	}
	return isVarying(type) ? keyBytes(type) - (keyBytes(type) - 2 > 255 ? 0 : 1) : keyBytes(type);
}

function isVarying({ name }: SqlType): boolean {
	return name === "varchar" || name === "varbinary";
}

/** Maximum bytes of a row in a page, with header and transaction fields. */
function pageBytes({ columns, primaryKey }: Table): number {
	const header =
		5 + Math.ceil(columns.filter((column) => column.nullable).length / 8) + 13 + (primaryKey === undefined ? 6 : 0);
	return columns.reduce((total, column) => total + bytesInPage(storedType(column)), header);
}

function bytesInPage(type: SqlType): number {
	const bytes = columnBytes(type);
	const isFixed =
		pointerOf(type) === undefined &&
		!isVarying(type) &&
		!(type.name === "char" && (charsetNamed(type.charset)?.maxBytes ?? 1) > 1);
	return isFixed ? bytes : Math.min(bytes, keptOfLong) + 1;
}
