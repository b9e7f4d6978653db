/**
 * Parses identifiers: table, column, charset and collation names, IF [NOT] EXISTS.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import type { ColumnName } from "../../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import type { TableName } from "../../tree/table-name.ts";

/** `t` or `d.t`, without alias; `.t` is `t`. */
export function tableName(cursor: Cursor): TableName {
	const table = objectName(cursor);
	assertTableName(table.name);
	return table;
}

/** The same of a stored program, whose name is judged later. */
export function objectName(cursor: Cursor): TableName {
	if (cursor.accept(".")) {
		return { kind: "table", name: cursor.name() };
	}
	const first = cursor.name();
	return cursor.accept(".") ? { kind: "table", database: first, name: cursor.name() } : { kind: "table", name: first };
}

/** No table can be called so, not even where it need not exist: 1103. */
function assertTableName(name: string): void {
	if (name === "" || name.endsWith(" ")) {
		throw sqlError("wrongTableName", encodeText(name));
	}
}

/** `c`, `t.c` or `d.t.c`; `.t.c` is `t.c`. */
export function columnName(cursor: Cursor): ColumnName {
	if (cursor.is(".")) {
		return dottedColumn(cursor);
	}
	const first = cursor.name();
	if (!cursor.accept(".")) {
		return { kind: "column", name: first };
	}
	const second = cursor.name();
	return cursor.accept(".")
		? { kind: "column", database: first, table: second, name: cursor.name() }
		: { kind: "column", table: first, name: second };
}

/** `.t.c` */
export function dottedColumn(cursor: Cursor): ColumnName {
	cursor.expect(".");
	const table = cursor.name();
	cursor.expect(".");
	return { kind: "column", table, name: cursor.name() };
}

/** A column of the table that is defined: `c`, `.c`, `t.c` or `d.t.c`. Throws 1102 and 1103 for another table. */
export function ownColumnName(cursor: Cursor): string {
	if (cursor.accept(".")) {
		return cursor.name();
	}
	const { database, table, name } = columnName(cursor);
	if (database !== undefined && !isName(cursor.defined?.database ?? database, database)) {
		throw sqlError("wrongDatabaseName", encodeText(database));
	}
	if (table !== undefined && !isName(cursor.defined?.name, table)) {
		throw sqlError("wrongTableName", encodeText(table));
	}
	return name;
}

function isName(own: string | undefined, written: string): boolean {
	return own?.toLowerCase() === written.toLowerCase();
}

export function plainName(cursor: Cursor): string {
	return cursor.name();
}

/** A charset or collation name as written. */
export function charsetName(cursor: Cursor): string {
	return cursor.accept("binary") ? "binary" : cursor.nameOrString();
}

/** A collation's name as written. */
export function collationName(cursor: Cursor): string {
	if (cursor.accept("binary")) {
		cursor.namesBinaryCollation = true;
		return "binary";
	}
	return cursor.nameOrString();
}

/** The same of a charset, or DEFAULT, which is undefined here. */
export function charsetNameOrDefault(cursor: Cursor): string | undefined {
	return cursor.accept("default") ? undefined : charsetName(cursor);
}

/** Consumes CHARSET, CHARACTER SET or CHAR SET. */
export function acceptCharset(cursor: Cursor): boolean {
	return cursor.accept("charset") || cursor.acceptPhrase("character", "set") || cursor.acceptPhrase("char", "set");
}

/** Consumes `=`, which is optional nearly everywhere. */
export function skipEquals(cursor: Cursor): void {
	cursor.accept("=");
}

export function ifExists(cursor: Cursor): boolean {
	return cursor.acceptPhrase("if", "exists");
}

export function ifNotExists(cursor: Cursor): boolean {
	return cursor.acceptPhrase("if", "not", "exists");
}
