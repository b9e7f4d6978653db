/**
 * Outer join simplification: an outer join becomes inner where a condition rejects its NULL-extended rows.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf } from "../tree/bound-tree.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import type { FromItem } from "../tree/query-plan.ts";

export function simplifyJoins(item: FromItem, conjuncts: readonly BoundExpression[]): FromItem {
	if (item.kind !== "join") {
		return item;
	}
	const inner = tablesIn(item.right);
	const conditions = conjunctsOf(item.condition);
	const outer = item.outer && !conjuncts.some((conjunct) => rejectsNulls(conjunct, inner));
	const above = outer ? conjuncts : [...conjuncts, ...conditions];
	return {
		...item,
		outer,
		left: simplifyJoins(item.left, above),
		right: simplifyJoins(item.right, outer ? conditions : above),
	};
}

export function tablesIn(item: FromItem): ReadonlySet<ScopeTable> {
	return item.kind === "join" ? new Set([...tablesIn(item.left), ...tablesIn(item.right)]) : new Set([item.source]);
}

/** Whether the condition is NULL or false when all columns of these tables are NULL (null-rejecting). */
function rejectsNulls(bound: BoundExpression, tables: ReadonlySet<ScopeTable>): boolean {
	if (bound.kind !== "call") {
		return isNullWith(bound, tables);
	}
	switch (bound.definition.name) {
		case "or":
			return bound.operands.every((operand) => rejectsNulls(operand, tables));
		case "and":
			return bound.operands.some((operand) => rejectsNulls(operand, tables));
		case "between":
		case "in":
		case "is not null":
			return isNullWith(bound.operands[0]!, tables);
		default:
			return isNullWith(bound, tables);
	}
}

/** Whether the value is NULL when all columns of these tables are. */
function isNullWith(bound: BoundExpression, tables: ReadonlySet<ScopeTable>): boolean {
	switch (bound.kind) {
		case "column":
			return bound.origin !== undefined && tables.has(bound.origin.source);
		case "call":
			return (
				bound.resolution.evaluate !== undefined &&
				bound.resolution.nullPropagates !== false &&
				bound.operands.some((operand) => isNullWith(operand, tables))
			);
		default:
			return false;
	}
}
