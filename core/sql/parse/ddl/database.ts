/**
 * Parses CREATE, ALTER and DROP DATABASE (or SCHEMA), after the verb.
 */
import type { AlterDatabase, CreateDatabase, DropDatabase } from "../../tree/database.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { acceptCharset, charsetName, collationName, ifExists, ifNotExists, skipEquals } from "../cursor/name.ts";

interface Clauses {
	charset?: string;
	formerCharset?: string;
	collation?: string;
}

export function createDatabase(cursor: Cursor): CreateDatabase {
	cursor.at++;
	const exists = ifNotExists(cursor);
	return { kind: "create-database", name: cursor.name(), ifNotExists: exists, ...clauses(cursor) };
}

export function alterDatabase(cursor: Cursor): AlterDatabase {
	cursor.at++;
	const name = cursor.isName && !isClause(cursor) ? cursor.name() : undefined;
	const found = clauses(cursor);
	if (found.charset === undefined && found.collation === undefined) {
		cursor.fail();
	}
	return { kind: "alter-database", name, ...found };
}

export function dropDatabase(cursor: Cursor): DropDatabase {
	cursor.at++;
	const exists = ifExists(cursor);
	return { kind: "drop-database", name: cursor.name(), ifExists: exists };
}

/** `alter database charset utf8`: CHARSET may be a name as well. */
function isClause(cursor: Cursor): boolean {
	const next = cursor.wordAhead(1);
	const isOption =
		next === "charset" || next === "character" || next === "char" || next === "collate" || next === "default";
	return cursor.is("charset") && !isOption;
}

function clauses(cursor: Cursor): Clauses {
	const found: Clauses = {};
	for (;;) {
		const hasDefault = cursor.accept("default");
		if (acceptCharset(cursor)) {
			skipEquals(cursor);
			if (found.charset !== undefined) {
				found.formerCharset = found.charset;
			}
			found.charset = nameOrDefault(cursor);
		} else if (cursor.accept("collate")) {
			skipEquals(cursor);
			found.collation = cursor.accept("default") ? "default" : collationName(cursor);
		} else {
			return hasDefault ? cursor.fail() : found;
		}
	}
}

/** DEFAULT instead of a charset is kept as that word. */
function nameOrDefault(cursor: Cursor): string {
	return cursor.accept("default") ? "default" : charsetName(cursor);
}
