/**
 * Flattens a join tree: tables in any order, outer joins after the tables they depend on, conditions.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import { conjunctsOf, tablesOf } from "../tree/bound-tree.ts";
import { tablesIn } from "./outer-join.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import type { FromComputed, FromDerived, FromItem, FromTable } from "../tree/query-plan.ts";

export type FromLeaf = FromTable | FromComputed | FromDerived;

/** The inner side of an outer join. */
export interface OuterJoinPart {
	readonly item: FromItem;
	readonly conjuncts: readonly BoundExpression[];
	/** Tables that have to be read before. */
	readonly after: ReadonlySet<ScopeTable>;
}

export interface JoinParts {
	/** In written order. */
	readonly leaves: FromLeaf[];
	readonly attachments: OuterJoinPart[];
	readonly conjuncts: BoundExpression[];
	/** STRAIGHT_JOIN: tables keep their order. */
	straight: boolean;
}

export function flattenJoins(item: FromItem): JoinParts {
	const parts: JoinParts = { leaves: [], attachments: [], conjuncts: [], straight: false };
	collect(item, parts);
	return parts;
}

function collect(item: FromItem, parts: JoinParts): void {
	if (item.kind !== "join") {
		parts.leaves.push(item);
		return;
	}
	collect(item.left, parts);
	const conditions = conjunctsOf(item.condition);
	if (item.outer) {
		const inner = tablesIn(item.right);
		const after = new Set(tablesIn(item.left));
		for (const condition of conditions) {
			for (const table of tablesOf(condition)) {
				if (!inner.has(table)) {
					after.add(table);
				}
			}
		}
		parts.attachments.push({ item: item.right, conjuncts: conditions, after });
		return;
	}
	parts.straight ||= item.straight;
	collect(item.right, parts);
	parts.conjuncts.push(...conditions);
}

export function isSubset(some: ReadonlySet<ScopeTable>, all: ReadonlySet<ScopeTable>): boolean {
	for (const table of some) {
		if (!all.has(table)) {
			return false;
		}
	}
	return true;
}
