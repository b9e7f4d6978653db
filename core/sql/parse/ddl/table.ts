/**
 * Parses DROP, RENAME and TRUNCATE TABLE, CREATE and DROP INDEX, after the verb.
 */
import type {
	CreateIndex,
	DropIndex,
	DropTable,
	IndexDefinition,
	RenameTable,
	TruncateTable,
} from "../../tree/table.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { onlineOptions } from "./online-option.ts";
import { indexOptions, indexParts, indexUsing } from "./index-definition.ts";
import { ifExists, tableName } from "../cursor/name.ts";

export function dropTable(cursor: Cursor): DropTable {
	const temporary = cursor.accept("temporary");
	cursor.expectOneOf("table", "tables");
	const exists = ifExists(cursor);
	const tables = cursor.list(tableName);
	cursor.acceptOneOf("restrict", "cascade");
	return { kind: "drop-table", tables, temporary, ifExists: exists };
}

export function renameTable(cursor: Cursor): RenameTable {
	cursor.expectOneOf("table", "tables");
	const renames = cursor.list((inner) => {
		const from = tableName(inner);
		inner.expect("to");
		return { from, to: tableName(inner) };
	});
	return { kind: "rename-table", renames };
}

export function truncateTable(cursor: Cursor): TruncateTable {
	cursor.expect("truncate");
	cursor.accept("table");
	return { kind: "truncate-table", table: tableName(cursor) };
}

/** At UNIQUE, FULLTEXT, SPATIAL or INDEX. */
export function createIndex(cursor: Cursor): CreateIndex {
	const type: IndexDefinition["type"] = cursor.acceptOneOf("unique", "fulltext", "spatial") ?? "plain";
	cursor.expect("index");
	const name = cursor.name();
	const using = type === "fulltext" || type === "spatial" ? {} : indexUsing(cursor);
	cursor.expect("on");
	const table = tableName(cursor);
	const parts = indexParts(cursor);
	const options = indexOptions(cursor);
	const index = { kind: "index-definition", type, name, parts, ...using, ...options } as const;
	return { kind: "create-index", table, index, ...onlineOptions(cursor) };
}

export function dropIndex(cursor: Cursor): DropIndex {
	cursor.expect("index");
	const name = cursor.name();
	cursor.expect("on");
	const table = tableName(cursor);
	return { kind: "drop-index", table, name, ...onlineOptions(cursor) };
}
