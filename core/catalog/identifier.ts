/**
 * Identifiers of databases, tables, columns and indexes: case folding and MySQL's checks.
 *
 * Names are stored as written and compared in lower case (`lower_case_table_names=2`).
 */
import { sqlError, type ErrorName } from "../errors/catalogue.ts";
import { encodeText } from "../types/value/value.ts";

const maximumCharacters = 64;

/** Returns the case-folded form by which names are compared. */
export function fold(name: string): string {
	return name.toLowerCase();
}

function check(name: string, wrong: ErrorName): void {
	if (name === "" || name.endsWith(" ") || name.includes("\0")) {
		throw sqlError(wrong, encodeText(name));
	}
	if ([...name].length > maximumCharacters) {
		throw sqlError("identifierTooLong", encodeText(name));
	}
}

/** Throws 1102 or 1059. */
export function checkDatabaseName(name: string): void {
	check(name, "wrongDatabaseName");
}

/** Throws 1103 or 1059. */
export function checkTableName(name: string): void {
	check(name, "wrongTableName");
}

/** Throws 1166 or 1059. */
export function checkColumnName(name: string): void {
	check(name, "wrongColumnName");
}

/** Throws 1280 or 1059: only the primary key is called PRIMARY. */
export function checkIndexName(name: string): void {
	if (fold(name) === "primary") {
		throw sqlError("wrongNameForIndex", encodeText(name));
	}
	check(name, "wrongNameForIndex");
}
