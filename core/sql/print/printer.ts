/**
 * What every family of the printer may ask of the others.
 *
 * In: a node. Out: SQL text as a byte string: names in UTF-8, literals with the bytes they have, valid text or not.
 * Tied together in `index.ts`, so that the families need not import each other in circles.
 */
import type { ByteString } from "../../types/value.ts";
import type { Expression, OrderItem, Query } from "../tree/expression.ts";
import type { Statement } from "../tree/statement.ts";

export interface Printer {
	/** @param level the loosest operator that may stand without parentheses; everything may if it is left out */
	expression(node: Expression, level?: number): ByteString;
	query(node: Query): ByteString;
	statement(node: Statement): ByteString;
}

/** The parts that are there, with a space between. */
export function words(...parts: readonly (string | false | undefined)[]): ByteString {
	return parts.filter((part) => part !== undefined && part !== false && part !== "").join(" ");
}

/** Items with commas between. */
export function list<Item>(items: readonly Item[], print: (item: Item) => ByteString): ByteString {
	return items.map(print).join(", ");
}

export function parenthesised<Item>(items: readonly Item[], print: (item: Item) => ByteString): ByteString {
	return `(${list(items, print)})`;
}

export function orderList(printer: Printer, items: readonly OrderItem[]): ByteString {
	return list(items, (item) => printer.expression(item.expression) + (item.descending ? " DESC" : ""));
}
