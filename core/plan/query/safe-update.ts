/**
 * sql_safe_updates: UPDATE and DELETE must use an index or a LIMIT (error 1175).
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { PlanNode } from "../tree/query-plan.ts";

/** Throws where a stored table is scanned as a whole. */
export function checkSafeUpdate(node: PlanNode): void {
	if (scansTable(node)) {
		throw sqlError("safeUpdateWithoutKey");
	}
}

function scansTable(node: PlanNode): boolean {
	switch (node.kind) {
		case "table":
			return (
				node.access.kind === "scan" ||
				node.access.ranges.length === 0 ||
				node.access.ranges.some(({ equal, low, high, like }) => equal.length === 0 && !low && !high && !like)
			);
		case "join":
			return scansTable(node.left) || scansTable(node.right);
		case "filter":
		case "compute":
		case "sort":
		case "limit":
		case "distinct":
		case "project":
		case "group":
		case "hash-lookup":
			return scansTable(node.input);
		default:
			return false;
	}
}
