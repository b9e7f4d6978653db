/**
 * Converts ORDER BY and GROUP BY.
 */
import type { OrderItem } from "../../core/sql/tree/expression.ts";
import type { Carrier } from "./carrier.ts";
import { listOf, nodeOf, wordOf } from "./package-node.ts";

export function orderOf(value: unknown, carrier: Carrier): OrderItem[] {
	return listOf(value).map((item) => {
		const node = nodeOf(item, "an order");
		return { expression: carrier.expression(node.expr ?? node), descending: wordOf(node.type) === "desc" };
	});
}
