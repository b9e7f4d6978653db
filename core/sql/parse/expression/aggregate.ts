/**
 * Parses aggregate functions: DISTINCT, `*`, ORDER BY and SEPARATOR in their parentheses.
 */
import type { AggregateCall, AggregateName } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { orderItem } from "./order-item.ts";

/** Names and synonyms. */
const aggregates: ReadonlyMap<string, AggregateName> = new Map<string, AggregateName>([
	["count", "count"],
	["sum", "sum"],
	["avg", "avg"],
	["min", "min"],
	["max", "max"],
	["bit_and", "bit_and"],
	["bit_or", "bit_or"],
	["bit_xor", "bit_xor"],
	["std", "std"],
	["stddev", "std"],
	["stddev_pop", "std"],
	["stddev_samp", "stddev_samp"],
	["variance", "variance"],
	["var_pop", "variance"],
	["var_samp", "var_samp"],
	["group_concat", "group_concat"],
	["json_arrayagg", "json_arrayagg"],
	["json_objectagg", "json_objectagg"],
]);

const distinctAggregates = new Set<AggregateName>(["sum", "avg", "min", "max", "group_concat"]);

export function isAggregate(cursor: Cursor): boolean {
	return aggregates.has(cursor.word);
}

export function aggregateCall(cursor: Cursor): AggregateCall {
	const name = aggregates.get(cursor.word) ?? cursor.fail();
	cursor.at++;
	cursor.expect("(");
	const call = callOf(cursor, name);
	cursor.expect(")");
	return call;
}

function callOf(cursor: Cursor, name: AggregateName): AggregateCall {
	switch (name) {
		case "count":
			return count(cursor);
		case "group_concat":
			return groupConcat(cursor);
		case "json_objectagg": {
			const key = cursor.expression();
			cursor.expect(",");
			return { kind: "aggregate", name, distinct: false, arguments: [key, cursor.expression()] };
		}
		default: {
			const distinct = distinctAggregates.has(name) && acceptDistinct(cursor);
			cursor.accept("all");
			return { kind: "aggregate", name, distinct, arguments: [cursor.expression()] };
		}
	}
}

function acceptDistinct(cursor: Cursor): boolean {
	return cursor.acceptOneOf("distinct", "distinctrow") !== undefined;
}

function count(cursor: Cursor): AggregateCall {
	if (acceptDistinct(cursor)) {
		return { kind: "aggregate", name: "count", distinct: true, arguments: cursor.list((inner) => inner.expression()) };
	}
	cursor.accept("all");
	const counted = cursor.accept("*") ? [] : [cursor.expression()];
	return { kind: "aggregate", name: "count", distinct: false, arguments: counted };
}

function groupConcat(cursor: Cursor): AggregateCall {
	const distinct = acceptDistinct(cursor);
	const items = cursor.list((inner) => inner.expression());
	const order = cursor.acceptPhrase("order", "by") ? cursor.list(orderItem) : undefined;
	const separator = cursor.accept("separator") ? cursor.stringBytes() : undefined;
	return { kind: "aggregate", name: "group_concat", distinct, arguments: items, order, separator };
}
