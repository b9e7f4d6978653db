/**
 * Parses HANDLER statements.
 *
 * FIRST and NEXT may be index names: they are if a direction or a comparison follows.
 */
import type { HandlerRead, HandlerStatement } from "../../tree/handler.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { tableName } from "../cursor/name.ts";
import { limit, where } from "../query/order.ts";
import type { TableName } from "../../tree/table-name.ts";

const directions = ["first", "next", "prev", "last"] as const;
const comparisons = ["=", ">=", "<=", ">", "<"] as const;
/** Tokens that may follow an index name. */
const behindNames: ReadonlySet<string> = new Set([...directions, ...comparisons]);

export function handler(cursor: Cursor): HandlerStatement {
	cursor.expect("handler");
	const table = tableName(cursor);
	if (cursor.accept("open")) {
		return { kind: "handler-open", table: { ...table, ...aliasOf(cursor) } };
	}
	if (table.database !== undefined) {
		return cursor.fail();
	}
	return cursor.expectOneOf("read", "close") === "close"
		? { kind: "handler-close", name: table.name }
		: read(cursor, table.name);
}

function aliasOf(cursor: Cursor): Pick<TableName, "alias"> {
	return cursor.accept("as") || cursor.isName ? { alias: cursor.name() } : {};
}

function read(cursor: Cursor, name: string): HandlerRead {
	const isScan = (cursor.is("first") || cursor.is("next")) && !behindNames.has(cursor.wordAhead(1));
	const index = isScan ? {} : { index: cursor.name() };
	const wanted = isScan ? cursor.expectOneOf("first", "next") : wantedOf(cursor);
	const condition = where(cursor);
	const rows = limit(cursor);
	return {
		kind: "handler-read",
		name,
		...index,
		wanted,
		...(condition && { where: condition }),
		...(rows && { limit: rows }),
	};
}

function wantedOf(cursor: Cursor): HandlerRead["wanted"] {
	const direction = cursor.acceptOneOf(...directions);
	if (direction !== undefined) {
		return direction;
	}
	const comparison = cursor.expectOneOf(...comparisons);
	return { comparison, values: cursor.parenthesised((each) => each.expression()) };
}
