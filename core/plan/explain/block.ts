/**
 * Format-independent EXPLAIN result: a block for each SELECT, an entry for each table reference.
 *
 * Made by `describe.ts`; printed as rows, JSON and tree.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import type { AccessText } from "./access-text.ts";
import type { PlanNode } from "../tree/query-plan.ts";

/** One table reference, or a line without a table. */
export interface TableFacts extends AccessText {
	/** Alias, `<derived2>`, `<subquery2>`; null: none. */
	readonly table: string | null;
	/** Estimated rows for each read; null: unknown. */
	readonly rows: number | null;
	/** Percent of them that meet the condition. */
	readonly filtered: number | null;
	/** In MySQL's wording and order. */
	readonly extra: readonly string[];
	/** Rows joined so far, this table's included. */
	readonly produced: number;
	readonly cost: number;
	readonly usedColumns: readonly string[];
	readonly keyParts: readonly string[];
	readonly condition: BoundExpression | undefined;
	/** The block of a materialized table. */
	readonly materialized: QueryBlock | undefined;
}

export interface QueryBlock {
	/** null: the result of a UNION. */
	readonly id: number | null;
	readonly selectType: string;
	/** In reading order. */
	readonly tables: readonly TableFacts[];
	/** Reason for having no tables (Impossible WHERE ...). */
	readonly message: string | undefined;
	/** Work above the tables. */
	readonly sorts: boolean;
	readonly groups: "none" | "hashed" | "sorted";
	readonly distinct: boolean;
	readonly cost: number;
	/** Subqueries and derived tables, by number. */
	readonly nested: readonly QueryBlock[];
	/** UNION: its parts; the block then describes their result. */
	readonly parts: readonly QueryBlock[];
	/** Depends on the row of the block around it. */
	readonly dependent: boolean;
	readonly cacheable: boolean;
	readonly node: PlanNode;
}
