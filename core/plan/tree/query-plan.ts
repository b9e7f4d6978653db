/**
 * A planned query, as it is kept and run.
 *
 * In: made by `query.ts`. Out: plain data that may be kept and run many times, by several sessions at once.
 */
import type { Table, Index } from "../../catalog/table.ts";
import type { SubqueryPlan } from "./subquery-plan.ts";
import type { SqlType } from "../../types/type.ts";
import type { BoundColumn, BoundExpression, GroupAggregate, SortKey } from "./bound-expression.ts";
import type { ScopeTable } from "./scope-table.ts";
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Analyse, IntoTarget } from "../../sql/tree/into-target.ts";
import type { IndexHint } from "../../sql/tree/table-name.ts";

export interface QueryPlan extends SubqueryPlan {
	/** Its rows have exactly a value for each column. */
	readonly node: PlanNode;
	/** The slots of the row that the node starts from. */
	readonly width: number;
	readonly lock: "update" | "share" | undefined;
	/** SQL_CALC_FOUND_ROWS. */
	readonly countFoundRows: boolean;
	readonly into: IntoTarget | undefined;
	readonly analyse?: Analyse | undefined;
	/** Of result columns, by their places: what else is known of a row of which these are. Undefined: nothing. */
	readonly follows?: ((known: ReadonlySet<number>) => ReadonlySet<number>) | undefined;
	/** It may stand in the query around it. */
	readonly mergeable?: MergeableSelect | undefined;
}

/** The whole plan of a subquery. Sound: `planQuery` makes every `SubqueryPlan`, and it makes `QueryPlan`s. */
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

/** The row it is opened with, once: SELECT without FROM. */
interface OneRow {
	readonly kind: "one-row";
}

/** A condition that can't hold was found while planning. */
interface NoRows {
	readonly kind: "no-rows";
	readonly reason: string;
}

/** Rows of a stored table. */
export interface TableNode {
	readonly kind: "table";
	readonly source: ScopeTable;
	/** Offsets of the columns somebody reads, ascending. */
	readonly columns: readonly number[];
	readonly withKey: boolean;
	readonly access: Access;
	/** What of the WHERE clause concerns rows of this table and those before it; checked whatever the access. */
	readonly condition: BoundExpression | undefined;
	/** `read`: nobody wrote FOR UPDATE, but the isolation level asks that the rows stay as they are. */
	readonly lock: "update" | "share" | "read" | undefined;
	/**
	 * Indexes that could have been used, about how many rows the access finds, and which share of them holds the
	 * condition: for EXPLAIN.
	 */
	readonly possible: readonly Index[];
	readonly rows: number;
	readonly filtered: number;
}

/** How the rows of a table are found. */
export type Access =
	/** All of them, in the order of the primary key. */
	| { readonly kind: "scan"; readonly reverse: boolean }
	/** Those in key ranges of an index; the primary key's are the rows themselves. In the order of the index. */
	| {
			readonly kind: "index";
			readonly index: Index;
			readonly ranges: readonly KeySpan[];
			readonly reverse: boolean;
			/** At most one row for each range. */
			readonly unique: boolean;
	  };

/** A range of an index in terms of values that are known when it is opened. */
export interface KeySpan {
	/** The first parts equal these values; `nullSafe`: NULL finds NULLs, else it finds nothing. */
	readonly equal: readonly (SpanValue & { readonly nullSafe: boolean })[];
	/** Bounds of the part behind. */
	readonly low: SpanEnd | undefined;
	readonly high: SpanEnd | undefined;
	/** A LIKE pattern of the part behind: its text up to the first wildcard is what the part begins with. */
	readonly like: BoundExpression | undefined;
}

export interface SpanValue {
	readonly value: BoundExpression;
	/** The type in which it is compared with the column. */
	readonly meeting: SqlType;
}

export interface SpanEnd extends SpanValue {
	readonly inclusive: boolean;
}

/** Rows of a computed table: information_schema. */
export interface ComputedNode {
	readonly kind: "computed";
	readonly source: ScopeTable;
	readonly computed: ComputedTable;
	/** Columns that the condition asks equal to known values, by lower-case name. */
	readonly wanted: readonly { readonly name: string; readonly value: BoundExpression }[];
	readonly condition: BoundExpression | undefined;
}

/** Rows of a derived table. */
export interface DerivedNode {
	readonly kind: "derived";
	readonly source: ScopeTable;
	readonly plan: QueryPlan;
	readonly condition: BoundExpression | undefined;
	/** It was `a in (select ...)`: the rows that differ. */
	readonly subquery?: boolean;
}

/**
 * Rows of an input that does not depend on the row it is opened with, kept in a hash table by key. With keys: those
 * that equal the probes. Without: all, kept so that they are read once.
 */
export interface HashLookup {
	readonly kind: "hash-lookup";
	readonly input: PlanNode;
	/** Over the input's rows. */
	readonly keys: readonly BoundExpression[];
	/** Over the row it is opened with. */
	readonly probes: readonly BoundExpression[];
	/** The types in which they meet. */
	readonly types: readonly SqlType[];
	/** The slots that the input fills, from `firstSlot` up to `endSlot`. */
	readonly firstSlot: number;
	readonly endSlot: number;
	/** What concerns the joined row. */
	readonly condition: BoundExpression | undefined;
	/** Found for each row it is opened with, about. */
	readonly rows: number;
}

export interface Filter {
	readonly kind: "filter";
	readonly input: PlanNode;
	readonly condition: BoundExpression;
	/** For EXPLAIN: HAVING, or WHERE. */
	readonly clause: "where" | "having";
}

/** For each row of `left`, the rows of `right` that hold the condition; `outer`: or once with NULLs. */
export interface Join {
	readonly kind: "join";
	readonly outer: boolean;
	readonly left: PlanNode;
	readonly right: PlanNode;
	readonly condition: BoundExpression | undefined;
}

/** A row for each group: its first row, with keys and aggregates in further slots. */
export interface Group {
	readonly kind: "group";
	readonly input: PlanNode;
	/** None: one group of all rows, even of no row. */
	readonly keys: readonly BoundExpression[];
	/** Where the keys go, in order. */
	readonly keySlots: readonly number[];
	/** Columns of the input's rows that are read behind the groups: what of a group's first row has to be kept. */
	readonly kept: readonly BoundColumn[];
	readonly aggregates: readonly GroupAggregate[];
	/** WITH ROLLUP: groups of each beginning of the keys too, the other keys NULL. Then groups come sorted. */
	readonly rollup: boolean;
	/** Of each key: groups come in this order; undefined: in any. */
	readonly order: readonly boolean[] | undefined;
}

/** Puts values of expressions into slots. */
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
	/** Only so many rows are wanted: constants and parameters, added. */
	readonly limit: readonly BoundExpression[] | undefined;
}

export interface Limit {
	readonly kind: "limit";
	readonly input: PlanNode;
	readonly count: BoundExpression;
	readonly offset: BoundExpression | undefined;
	/** Reads on behind the last row to count them all. */
	readonly countAll: boolean;
}

/** Rows whose values differ. */
export interface Distinct {
	readonly kind: "distinct";
	readonly input: PlanNode;
	/** Of the first columns, which make a row what it is. */
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
	/** Parts up to this one, exclusive, are freed of duplicates together; the others are added as they are. */
	readonly distinctParts: number;
}

interface UnionPart {
	readonly plan: QueryPlan;
	/** From the part's column types to the union's. */
	readonly from: readonly SqlType[];
}

/** A SELECT of nothing but tables, a condition and expressions over their rows. */
export interface MergeableSelect {
	readonly from: FromItem;
	readonly where: BoundExpression | undefined;
	/** Of which its own clause says so much; the rest is of what stands in it. */
	readonly ownWhere: BoundExpression | undefined;
	readonly items: readonly BoundExpression[];
	readonly order: readonly SortKey[];
	/** Slots of its rows. */
	readonly width: number;
	/** What rows have to hold that are written through it: of a view WITH CHECK OPTION, and of those it reads. */
	readonly checks: readonly BoundExpression[];
	/** Of a view that it is the query of. */
	readonly updatability: Updatability;
}

/** Rows are changed where some tables can be, and added where all can. */
export type Updatability = "none" | "some" | "all";

export type FromItem = FromTable | FromComputed | FromDerived | FromJoin;

export interface FromTable {
	readonly kind: "table";
	readonly source: ScopeTable;
	readonly table: Table;
	readonly hints: readonly IndexHint[];
	/** It stood in a derived table: FOR UPDATE behind the query around that says nothing of it. */
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
	/** Made of `a in (select ...)`. */
	readonly subquery?: boolean;
}

export interface FromJoin {
	readonly kind: "join";
	/** Rows of `left` without a partner stay. */
	readonly outer: boolean;
	/** The order written is the order to read in. */
	readonly straight: boolean;
	readonly left: FromItem;
	readonly right: FromItem;
	readonly condition: BoundExpression | undefined;
}
