/**
 * Hash join keys: equalities between a table and the tables read before it.
 */
import { pairType } from "../../functions/comparison/comparison.ts";
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { operandOf, type BoundExpression } from "../tree/bound-expression.ts";
import { tablesOf } from "../tree/bound-tree.ts";
import { isVolatile, hasOuter, hasSubquery } from "../tree/tree-facts.ts";
import { isSubset } from "./join-part.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeTable } from "../tree/scope-table.ts";

interface HashKey {
	readonly conjunct: BoundExpression;
	/** Over the table's own row (build side). */
	readonly key: BoundExpression;
	/** Over the rows read before (probe side). */
	readonly probe: BoundExpression;
	readonly type: SqlType;
}

export function equalities(
	source: ScopeTable,
	conjuncts: readonly BoundExpression[],
	have: ReadonlySet<ScopeTable>,
	planning: Planning,
): HashKey[] {
	return conjuncts.flatMap((conjunct): HashKey[] => {
		if (conjunct.kind !== "call" || conjunct.definition.name !== "=") {
			return [];
		}
		const [a, b] = conjunct.operands as [BoundExpression, BoundExpression];
		const [key, probe] = isOwn(a, source) ? [a, b] : [b, a];
		if (!isOwn(key, source) || !isProbe(probe, source, have)) {
			return [];
		}
		const type = pairType(operandOf(a), operandOf(b), planning.resolution, "=");
		return familyOf(type) === "json" ? [] : [{ conjunct, key, probe, type }];
	});
}

/** Whether it reads this table only and has the same value in every run: it can be computed once for each row. */
export function isOwn(bound: BoundExpression, source: ScopeTable): boolean {
	const tables = tablesOf(bound);
	return tables.size === 1 && tables.has(source) && !isVolatile(bound) && !hasOuter(bound) && !hasSubquery(bound);
}

/** Whether it reads other tables or captured values: a constant needs no hash table. */
function isProbe(bound: BoundExpression, source: ScopeTable, have: ReadonlySet<ScopeTable>): boolean {
	const tables = tablesOf(bound);
	return !tables.has(source) && isSubset(tables, have) && !isVolatile(bound) && (tables.size > 0 || hasOuter(bound));
}
