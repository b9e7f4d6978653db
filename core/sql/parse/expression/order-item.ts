/**
 * Parses one item of ORDER BY and GROUP BY: an expression and its direction.
 */
import type { OrderItem } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";

export function orderItem(cursor: Cursor): OrderItem {
	const expression = cursor.expression();
	return { expression, descending: cursor.acceptOneOf("asc", "desc") === "desc" };
}
