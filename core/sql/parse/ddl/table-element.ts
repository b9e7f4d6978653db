/**
 * Parses the elements of CREATE TABLE: columns, indexes, foreign keys, checks; ALTER TABLE ... ADD uses the same.
 */
import type { CheckDefinition, ForeignKeyDefinition, IndexDefinition, TableElement } from "../../tree/table.ts";
import { columnDefinition } from "./column-definition.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { indexOptions, indexParts, indexUsing } from "./index-definition.ts";
import { checkClause, references } from "./reference.ts";

type Constraint = IndexDefinition | ForeignKeyDefinition | CheckDefinition;

export function tableElement(cursor: Cursor): TableElement {
	return constraintOrIndex(cursor) ?? columnDefinition(cursor);
}

/** An index, a foreign key or a check; undefined for a column. */
export function constraintOrIndex(cursor: Cursor): Constraint | undefined {
	if (cursor.accept("constraint")) {
		const symbol = cursor.isName ? cursor.name() : undefined;
		return namedConstraint(cursor, symbol) ?? cursor.fail();
	}
	return namedConstraint(cursor, undefined) ?? plainIndex(cursor);
}

/** Elements that may have a CONSTRAINT symbol. */
function namedConstraint(cursor: Cursor, constraint: string | undefined): Constraint | undefined {
	switch (cursor.word) {
		case "primary":
			cursor.at++;
			cursor.expect("key");
			return index(cursor, "primary", constraint);
		case "unique":
			cursor.at++;
			cursor.acceptOneOf("index", "key");
			return index(cursor, "unique", constraint);
		case "foreign":
			return foreignKey(cursor, constraint);
		case "check":
			return checkClause(cursor, constraint);
		default:
			return undefined;
	}
}

function plainIndex(cursor: Cursor): IndexDefinition | undefined {
	const word = cursor.acceptOneOf("index", "key", "fulltext", "spatial");
	if (word === "fulltext" || word === "spatial") {
		cursor.acceptOneOf("index", "key");
		return index(cursor, word, undefined);
	}
	return word === undefined ? undefined : index(cursor, "plain", undefined);
}

function index(cursor: Cursor, type: IndexDefinition["type"], constraint: string | undefined): IndexDefinition {
	const name = cursor.isName && !isType(cursor) ? cursor.name() : undefined;
	const using = type === "fulltext" || type === "spatial" ? {} : indexUsing(cursor);
	const parts = indexParts(cursor);
	return { kind: "index-definition", type, name, constraint, parts, ...using, ...indexOptions(cursor) };
}

/** `type btree`, an old spelling of USING; `type` alone is a name. */
function isType(cursor: Cursor): boolean {
	return cursor.is("type") && ["btree", "hash", "rtree"].includes(cursor.wordAhead(1));
}

function foreignKey(cursor: Cursor, constraint: string | undefined): ForeignKeyDefinition {
	cursor.expectPhrase("foreign", "key");
	const name = cursor.isName ? cursor.name() : undefined;
	const parts = indexParts(cursor);
	const columns = parts.map(({ column }) => column);
	const prefixed = parts.some(({ length }) => length !== undefined) ? { parts } : {};
	return {
		kind: "foreign-key-definition",
		constraint,
		name,
		columns,
		...prefixed,
		references: references(cursor),
	};
}
