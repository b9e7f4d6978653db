/**
 * VALUES(column) and DEFAULT(column): values of a column other than the row's.
 *
 * VALUES() outside of ON DUPLICATE KEY UPDATE is NULL.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { DefaultOfColumn } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { boundColumn, boundConstant, type BoundExpression } from "../tree/bound-expression.ts";
import { callNamed } from "./function-call.ts";
import type { Planning, Scope } from "../tree/planning.ts";
import { resolveColumn } from "./scope.ts";

export function proposedValue(bound: BoundExpression, { proposedSlot }: Scope): BoundExpression {
	return proposedSlot === undefined || bound.kind !== "column"
		? boundConstant(null, bound.type, bound.coercibility)
		: boundColumn(bound.slot + proposedSlot, bound.type, true);
}

/** Throws 1364 where the column has no default. */
export function defaultValue(
	{ column }: DefaultOfColumn,
	scope: Scope,
	planning: Planning,
	clause: string,
): BoundExpression {
	if (column === undefined) {
		throw sqlError("wrongUsage", "DEFAULT", "expression");
	}
	const bound = resolveColumn(column, scope, clause);
	const definition = bound.kind === "column" || bound.kind === "outer" ? bound.origin?.column?.default : undefined;
	if (definition === undefined || definition.kind === "none") {
		throw sqlError("noDefault", encodeText(column.name));
	}
	return definition.kind === "constant"
		? boundConstant(definition.value, bound.type, bound.coercibility)
		: callNamed("now", [], planning);
}
