/**
 * What EXPLAIN says, before it is put into words: a block for each SELECT, a table for each table reference.
 *
 * In: made of plans by `describe.ts`. Out: types. Rows, JSON and the tree are printed from them.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { AccessText } from "./access-text.ts";
import type { PlanNode } from "../tree/query-plan.ts";

/** One table reference, or a line that stands for none. */
export interface TableFacts extends AccessText {
	/** Alias, `<derived2>`, `<subquery2>`; null: none. */
	readonly table: string | null;
	/** Found each time it is read; null: nobody says. */
	readonly rows: number | null;
	/** Percent of them that hold the condition. */
	readonly filtered: number | null;
	/** In MySQL's words and order. */
	readonly extra: readonly string[];
	/** Joined so far, with its own. */
	readonly produced: number;
	readonly cost: number;
	readonly usedColumns: readonly string[];
	readonly keyParts: readonly string[];
	readonly condition: BoundExpression | undefined;
	/** The block whose rows these are. */
	readonly materialized: QueryBlock | undefined;
}

export interface QueryBlock {
	/** null: the result of a UNION. */
	readonly id: number | null;
	readonly selectType: string;
	/** In the order in which they are read. */
	readonly tables: readonly TableFacts[];
	/** What stands in place of tables: why there are none. */
	readonly message: string | undefined;
	/** Work behind the tables. */
	readonly sorts: boolean;
	readonly groups: "none" | "hashed" | "sorted";
	readonly distinct: boolean;
	readonly cost: number;
	/** Subqueries, derived tables, in the order of their numbers. */
	readonly nested: readonly QueryBlock[];
	/** Of a UNION: its parts; then the block is about their result. */
	readonly parts: readonly QueryBlock[];
	/** Runs for rows of the block around it. */
	readonly dependent: boolean;
	readonly cacheable: boolean;
	readonly node: PlanNode;
}
