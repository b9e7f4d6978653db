/** Stub: signatures first, bodies follow. */
import type { Table } from "../catalog/table.ts";
import { invariant } from "../invariant.ts";
import type { Expression, OrderItem } from "../sql/tree/expression.ts";
import type { Limit, TableName, TableReference } from "../sql/tree/query.ts";
import type { Planning } from "./planning.ts";
import type { PlanNode } from "./node.ts";
import type { Scope } from "./scope.ts";

export interface Target {
	readonly table: Table;
	readonly alias: string;
	/** Of the table's first column in the rows. */
	readonly firstSlot: number;
	/** Holds the row's store key; NULL where an outer join found no row. */
	readonly keySlot: number;
}

/** Rows of joined tables together with the keys of those that a statement changes. */
export interface TargetPlan {
	readonly scope: Scope;
	/** Of the FROM clause, in its order; of all those that `targets` named, or of all stored ones if it was undefined. */
	readonly tables: readonly Target[];
	readonly node: PlanNode;
	readonly width: number;
	/** All stored tables that are read. */
	readonly read: readonly Table[];
}

/** What an UPDATE or DELETE says of the rows it is about. */
export interface TargetClauses {
	readonly from: readonly TableReference[];
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	/** DELETE: the tables rows vanish from, in this order; undefined: every stored table (UPDATE). */
	readonly targets?: readonly TableName[];
}

export function planTargets(_clauses: TargetClauses, _planning: Planning): TargetPlan {
	invariant(false, "Not there yet.");
}
