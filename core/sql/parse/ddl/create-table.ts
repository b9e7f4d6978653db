/**
 * Parses CREATE TABLE, after CREATE.
 */
import type { CreateTable, TableElement } from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { ifNotExists, tableName } from "../cursor/name.ts";
import { partitionClause } from "./partition.ts";
import { isQuery } from "../query/query.ts";
import { tableElement } from "./table-element.ts";
import { tableOptions } from "./table-option.ts";
import { sourceQuery } from "../expression/inner-query.ts";
import type { TableName } from "../../tree/table-name.ts";

export function createTable(cursor: Cursor): CreateTable {
	const temporary = cursor.accept("temporary");
	cursor.expect("table");
	const exists = ifNotExists(cursor);
	const table = tableName(cursor);
	cursor.defined = table;
	const like = likeClause(cursor);
	if (like !== undefined) {
		return { kind: "create-table", table, temporary, ifNotExists: exists, elements: [], options: [], like };
	}
	const elements = elementList(cursor);
	const options = tableOptions(cursor);
	const partitionText = partitionClause(cursor);
	const onDuplicate = cursor.acceptOneOf("ignore", "replace");
	const hasAs = cursor.accept("as");
	const query = hasAs || isQuery(cursor) ? sourceQuery(cursor) : undefined;
	if (query === undefined && onDuplicate !== undefined) {
		cursor.fail();
	}
	return {
		kind: "create-table",
		table,
		temporary,
		ifNotExists: exists,
		elements,
		options,
		partitionText,
		query,
		onDuplicate,
	};
}

/** `like t` or `(like t)` */
function likeClause(cursor: Cursor): TableName | undefined {
	if (cursor.accept("like")) {
		return tableName(cursor);
	}
	if (!cursor.acceptPhrase("(", "like")) {
		return undefined;
	}
	const like = tableName(cursor);
	cursor.expect(")");
	return like;
}

function elementList(cursor: Cursor): TableElement[] {
	return cursor.is("(") && !isQuery(cursor) ? cursor.parenthesised(tableElement) : [];
}
