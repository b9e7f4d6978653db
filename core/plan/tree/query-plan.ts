/**
 * Query plan: the tree of operators (`PlanNode`) of a query, and the tables of its FROM clause.
 *
 * Plain data that can be cached and run many times, by several sessions at once; `exec/` opens the operators,
 * `explain/` describes them. Every operator extends a row: it is opened with a row in which the slots of earlier
 * tables are filled, and returns copies with its own slots filled as well. So the inner side of a join finds its keys
 * in the row it is opened with, and rows are never merged. `project` and `union` start new rows.
 *
 * One file, because plans, FROM items and mergeable queries refer to each other.
 */
import type { Table, Index } from "../../catalog/table.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { BoundColumn, BoundExpression, GroupAggregate, SortKey } from "./bound-expression.ts";
import type { ScopeTable } from "./scope-table.ts";
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Analyse, IntoTarget } from "../../sql/tree/into-target.ts";
import type { IndexHint } from "../../sql/tree/table-name.ts";

export interface QueryPlan extends SubqueryPlan {
	/** Returns exactly one value for each column. */
	readonly node: PlanNode;
	/** Slots of the row that the root is opened with. */
	readonly width: number;
	readonly lock: "update" | "share" | undefined;
	/** SQL_CALC_FOUND_ROWS. */
	readonly countFoundRows: boolean;
	readonly into: IntoTarget | undefined;
	readonly analyse?: Analyse | undefined;
	/** Functional dependencies: given known result columns by position, the further positions they determine. */
	readonly follows?: ((known: ReadonlySet<number>) => ReadonlySet<number>) | undefined;
	/** Set if the query can be merged into the query around it. */
	readonly mergeable?: MergeableSelect | undefined;
}

/**
 * Returns the full plan of a subquery. Sound, since every `SubqueryPlan` is made by `planQuery`, as a `QueryPlan`.
 */
export function wholePlan(plan: SubqueryPlan): QueryPlan {
	return plan as QueryPlan;
}

export type PlanNode =
	| OneRow
	| NoRows
	| TableNode
	| ComputedNode
	| DerivedNode
	| HashLookup
	| Filter
	| Join
	| Group
	| Compute
	| Sort
	| Limit
	| Distinct
	| Project
	| UnionNode;

/** SELECT without FROM: the row it is opened with, once. */
interface OneRow {
	readonly kind: "one-row";
}

/** A condition that can never be true (Impossible WHERE). */
interface NoRows {
	readonly kind: "no-rows";
	readonly reason: string;
}

/** Rows of a stored table. */
export interface TableNode {
	readonly kind: "table";
	readonly source: ScopeTable;
	/** Offsets of the columns that are read, ascending. */
	readonly columns: readonly number[];
	readonly withKey: boolean;
	readonly access: Access;
	/** Conjuncts of WHERE over this table and earlier ones; checked whatever the access path. */
	readonly condition: BoundExpression | undefined;
	/** `read`: no FOR UPDATE was written, but the isolation level requires a shared lock. */
	readonly lock: "update" | "share" | "read" | undefined;
	/**
	 * For EXPLAIN: usable indexes, estimated rows found by the access path, and the share of them that meets the
	 * condition.
	 */
	readonly possible: readonly Index[];
	readonly rows: number;
	readonly filtered: number;
}

/** Access path: how the rows of a table are found. */
export type Access =
	/** Full table scan, in primary key order. */
	| { readonly kind: "scan"; readonly reverse: boolean }
	/** Index lookup or range scan, in index order; ranges of the primary key are the rows themselves. */
	| {
			readonly kind: "index";
			readonly index: Index;
			readonly ranges: readonly KeySpan[];
			readonly reverse: boolean;
			/** At most one row in each range. */
			readonly unique: boolean;
	  };

/** An index range, over values known when it is opened. */
export interface KeySpan {
	/** Values of the first key parts. `nullSafe`: NULL matches NULLs, else it matches nothing. */
	readonly equal: readonly (SpanValue & { readonly nullSafe: boolean })[];
	/** Bounds of the next key part. */
	readonly low: SpanEnd | undefined;
	readonly high: SpanEnd | undefined;
	/** A LIKE pattern for the next key part: its text before the first wildcard is a prefix. */
	readonly like: BoundExpression | undefined;
}

export interface SpanValue {
	readonly value: BoundExpression;
	/** The type in which value and column are compared. */
	readonly meeting: SqlType;
}

export interface SpanEnd extends SpanValue {
	readonly inclusive: boolean;
}

/** Rows of a computed table (information_schema). */
export interface ComputedNode {
	readonly kind: "computed";
	readonly source: ScopeTable;
	readonly computed: ComputedTable;
	/** Columns that the condition equates with known values; names in lower case. */
	readonly wanted: readonly { readonly name: string; readonly value: BoundExpression }[];
	/** Offsets of the columns that are read. */
	readonly columns: readonly number[];
	readonly condition: BoundExpression | undefined;
}

/** Rows of a derived table. */
export interface DerivedNode {
	readonly kind: "derived";
	readonly source: ScopeTable;
	readonly plan: QueryPlan;
	readonly condition: BoundExpression | undefined;
	/** Semi-join: made from `a in (select ...)`; distinct rows. */
	readonly subquery?: boolean;
}

/**
 * Hash join, inner side: rows of an input that does not depend on the outer row, in a hash table by key. With keys it
 * returns the rows that equal the probes, without keys all rows, which are then read once.
 */
export interface HashLookup {
	readonly kind: "hash-lookup";
	readonly input: PlanNode;
	/** Over the input's rows (build side). */
	readonly keys: readonly BoundExpression[];
	/** Over the row it is opened with (probe side). */
	readonly probes: readonly BoundExpression[];
	/** Comparison types of keys and probes. */
	readonly types: readonly SqlType[];
	/** Slots filled by the input, from `firstSlot` to `endSlot`, exclusive. */
	readonly firstSlot: number;
	readonly endSlot: number;
	/** Residual condition over the joined row. */
	readonly condition: BoundExpression | undefined;
	/** Estimated matches for each outer row. */
	readonly rows: number;
}

export interface Filter {
	readonly kind: "filter";
	readonly input: PlanNode;
	readonly condition: BoundExpression;
	/** For EXPLAIN: the clause the condition comes from. */
	readonly clause: "where" | "having";
}

/**
 * Nested-loop join: for each row of `left` the rows of `right` that meet the condition; `outer`: or once with NULLs.
 */
export interface Join {
	readonly kind: "join";
	readonly outer: boolean;
	readonly left: PlanNode;
	readonly right: PlanNode;
	readonly condition: BoundExpression | undefined;
}

/** Aggregation: one row for each group, its first row, with keys and aggregates in further slots. */
export interface Group {
	readonly kind: "group";
	readonly input: PlanNode;
	/** Empty: one group of all rows, even of none. */
	readonly keys: readonly BoundExpression[];
	/** Slots of the keys, in order. */
	readonly keySlots: readonly number[];
	/** Input columns read above the groups: the part of a group's first row to keep. */
	readonly kept: readonly BoundColumn[];
	readonly aggregates: readonly GroupAggregate[];
	/** WITH ROLLUP: groups of each key prefix too, the other keys NULL. Groups then come sorted. */
	readonly rollup: boolean;
	/** For each key whether groups come in descending order; undefined: in any order. */
	readonly order: readonly boolean[] | undefined;
}

/** Evaluates expressions into slots. */
export interface Compute {
	readonly kind: "compute";
	readonly input: PlanNode;
	readonly expressions: readonly BoundExpression[];
	readonly slots: readonly number[];
}

export interface Sort {
	readonly kind: "sort";
	readonly input: PlanNode;
	readonly keys: readonly SortKey[];
	/** Top-N: only this many rows are needed; the sum of constants and parameters. */
	readonly limit: readonly BoundExpression[] | undefined;
}

export interface Limit {
	readonly kind: "limit";
	readonly input: PlanNode;
	readonly count: BoundExpression;
	readonly offset: BoundExpression | undefined;
	/** SQL_CALC_FOUND_ROWS: reads past the limit to count all rows. */
	readonly countAll: boolean;
}

/** Removes duplicate rows. */
export interface Distinct {
	readonly kind: "distinct";
	readonly input: PlanNode;
	/** Types of the leading columns, which identify a row. */
	readonly types: readonly SqlType[];
}

export interface Project {
	readonly kind: "project";
	readonly input: PlanNode;
	readonly expressions: readonly BoundExpression[];
}

export interface UnionNode {
	readonly kind: "union";
	readonly parts: readonly UnionPart[];
	readonly types: readonly SqlType[];
	/** Duplicates are removed across the parts up to this one, exclusive; later parts are appended (UNION ALL). */
	readonly distinctParts: number;
}

interface UnionPart {
	readonly plan: QueryPlan;
	/** Column types of the part, which are converted to the union's. */
	readonly from: readonly SqlType[];
}

/** A SELECT of tables, a condition and expressions only, which can be merged into the query around it. */
export interface MergeableSelect {
	readonly from: FromItem;
	readonly where: BoundExpression | undefined;
	/** The part of the condition from its own WHERE; the rest comes from queries merged into it. */
	readonly ownWhere: BoundExpression | undefined;
	readonly items: readonly BoundExpression[];
	readonly order: readonly SortKey[];
	/** Slots of a row. */
	readonly width: number;
	/** WITH CHECK OPTION: conditions for rows written through the view and through views it reads. */
	readonly checks: readonly BoundExpression[];
	/** As a view's query: whether its tables can be changed. */
	readonly updatability: Updatability;
}

/** UPDATE and DELETE need `some`, INSERT needs `all`. */
export type Updatability = "none" | "some" | "all";

export type FromItem = FromTable | FromComputed | FromDerived | FromJoin;

export interface FromTable {
	readonly kind: "table";
	readonly source: ScopeTable;
	readonly table: Table;
	readonly hints: readonly IndexHint[];
	/** It comes from a derived table: FOR UPDATE of the outer query does not apply to it. */
	readonly aside?: boolean;
}

export interface FromComputed {
	readonly kind: "computed";
	readonly source: ScopeTable;
	readonly computed: ComputedTable;
}

export interface FromDerived {
	readonly kind: "derived";
	readonly source: ScopeTable;
	readonly plan: QueryPlan;
	/** Semi-join: made from `a in (select ...)`. */
	readonly subquery?: boolean;
}

export interface FromJoin {
	readonly kind: "join";
	/** Rows of `left` without a match are kept. */
	readonly outer: boolean;
	/** STRAIGHT_JOIN: read in the written order. */
	readonly straight: boolean;
	readonly left: FromItem;
	readonly right: FromItem;
	readonly condition: BoundExpression | undefined;
}
