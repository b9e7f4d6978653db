/**
 * Parses UPDATE of one table or several.
 *
 * Whether ORDER BY and LIMIT are allowed is checked by the planner.
 */
import type { Update } from "../../tree/data.ts";
import { assignment } from "./assignment.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { orderBy, rowLimit, where } from "../query/order.ts";
import { tableReferences } from "../query/table-reference.ts";

export function update(cursor: Cursor): Update {
	cursor.expect("update");
	cursor.accept("low_priority");
	const ignore = cursor.accept("ignore");
	const tables = tableReferences(cursor);
	cursor.expect("set");
	const assignments = cursor.list(assignment);
	const condition = where(cursor);
	const order = orderBy(cursor);
	return { kind: "update", ignore, tables, assignments, where: condition, orderBy: order, limit: rowLimit(cursor) };
}
