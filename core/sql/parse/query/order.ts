/**
 * Parses WHERE, ORDER BY and LIMIT, shared by queries, UPDATE and DELETE.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression, OrderItem, Limit } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { literal } from "../expression/literal.ts";
import { orderItem } from "../expression/order-item.ts";

export function orderBy(cursor: Cursor): OrderItem[] | undefined {
	return cursor.acceptPhrase("order", "by") ? cursor.list(orderItem) : undefined;
}

export function where(cursor: Cursor): Expression | undefined {
	return cursor.accept("where") ? cursor.expression() : undefined;
}

/** `limit 5`, `limit 10, 5`, `limit 5 offset 10` */
export function limit(cursor: Cursor): Limit | undefined {
	if (!cursor.accept("limit")) {
		return undefined;
	}
	const first = limitNumber(cursor);
	if (cursor.accept(",")) {
		return { count: limitNumber(cursor), offset: first };
	}
	return cursor.accept("offset") ? { count: first, offset: limitNumber(cursor) } : { count: first };
}

/** LIMIT of UPDATE and DELETE, which has no offset. */
export function rowLimit(cursor: Cursor): Limit | undefined {
	return cursor.accept("limit") ? { count: limitNumber(cursor) } : undefined;
}

function limitNumber(cursor: Cursor): Expression {
	if (cursor.program !== undefined && cursor.isName) {
		const slot = cursor.program.find(cursor.name());
		return slot === undefined ? cursor.fail(cursor.at - 1) : cursor.localParameter(slot);
	}
	if (cursor.kind === TokenKind.parameter) {
		cursor.at++;
		return { kind: "parameter", index: cursor.parameterCount++ };
	}
	const number = cursor.kind === TokenKind.integer ? literal(cursor) : undefined;
	return number ?? cursor.fail();
}
