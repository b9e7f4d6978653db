/**
 * Entry points that the print families share: expression, query, statement. Bound in `index.ts`, to avoid circles.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { Expression, OrderItem, Query } from "../tree/expression.ts";
import type { Statement } from "../tree/statement.ts";

export interface Printer {
	/** @param level the lowest precedence that needs no parentheses; any by default */
	expression(node: Expression, level?: number): ByteString;
	query(node: Query): ByteString;
	statement(node: Statement): ByteString;
}

/** Joins the defined parts with spaces. */
export function words(...parts: readonly (string | false | undefined)[]): ByteString {
	return parts.filter((part) => part !== undefined && part !== false && part !== "").join(" ");
}

/** Joins items with commas. */
export function list<Item>(items: readonly Item[], print: (item: Item) => ByteString): ByteString {
	return items.map(print).join(", ");
}

export function parenthesised<Item>(items: readonly Item[], print: (item: Item) => ByteString): ByteString {
	return `(${list(items, print)})`;
}

export function orderList(printer: Printer, items: readonly OrderItem[]): ByteString {
	return list(items, (item) => printer.expression(item.expression) + (item.descending ? " DESC" : ""));
}
