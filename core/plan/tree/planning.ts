/**
 * What planning a statement may know: the schema, the session's settings that matter, the types of parameters.
 *
 * In: filled by the session. Out: an interface. Whatever a plan depends on is here, so it is also what the key of a
 * plan cache is made of. It refuses to know rows and transactions.
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Schema } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { ResolutionContext } from "../../functions/function.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { SessionFacts, SqlMode, TypedValue } from "../../types/evaluation.ts";
import type { SqlType } from "../../types/type.ts";
import type { Integer } from "../../types/value.ts";
import type { Gathering } from "./required-privileges.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { AggregateCall, ColumnName, Query } from "../../sql/tree/expression.ts";
import type { BoundExpression } from "./bound-expression.ts";
import type { ScopeColumn, ScopeTable } from "./scope-table.ts";
import type { Estimates, PlanEstimates } from "./estimates.ts";

export type LockingReads = "never" | "writes" | "always";

/** What planning may ask of the session; who asks makes the plan this session's own. */
export type SessionLookup = Pick<SessionFacts, "userVariable" | "systemVariable" | "currentUser">;

export interface Planning extends Gathering {
	readonly schema: Schema;
	/** The default database; null: none is chosen. */
	readonly database: string | null;
	readonly mode: SqlMode;
	readonly parserMode: ParserMode;
	readonly resolution: ResolutionContext;
	/**
	 * Types of `?` in order. While a statement is prepared they are not known yet: then the list is shorter, and text
	 * is assumed.
	 */
	readonly parameterTypes: readonly SqlType[];
	/** For types of variables; never for their values. */
	readonly session: SessionLookup;
	/**
	 * Asked where a row is read by its whole key: are its columns named as the table names them, not as the statement
	 * does?
	 */
	readonly namesPointReads?: () => boolean;
	/**
	 * Which reads that say nothing of locks take some, as the isolation level has it: none, those of statements that
	 * write, or all.
	 */
	readonly lockingReads: LockingReads;
	/** UPDATE and DELETE must find their rows by an index. */
	readonly safeUpdates?: boolean;
	/** An AUTO_INCREMENT column that IS NULL is the id last generated. */
	readonly autoIsNull?: boolean;
	/** A query that reads more rows than so many is refused. */
	readonly maximumReadRows?: Integer | undefined;
	/** This statement's do. */
	readonly locksReads?: boolean;
	/** User variables that are set before each row by what is no expression: the fields of LOAD DATA; in lower case. */
	readonly rowVariables?: ReadonlySet<string>;
	/**
	 * Derived tables that are read whole before anything else, never put in place: those in subqueries of this query,
	 * or its own, too.
	 */
	readonly materializesDerived?: "in-subqueries" | "all" | undefined;
	/** Values of parameters, as far as they are given: only estimates may look at them. */
	readonly parameters?: readonly TypedValue[];
	/** Estimates for one plan, of statements with such parameters. */
	readonly newEstimates?: (parameters: readonly TypedValue[]) => PlanEstimates;
	/** How many rows there are; undefined: nobody knows. */
	readonly estimates?: Estimates | undefined;
	/** Somebody wants to see how many rows each step finds, though nothing depends on it. */
	readonly needsRowEstimates?: boolean;
	/**
	 * Queries of `a in (select ...)` and `a < any (select ...)` that have to be true for the row to stay, so that NULL
	 * is as good as false (`null-rejecting-subquery.ts`).
	 */
	readonly conditions?: ReadonlySet<Query>;
	/** The views whose queries are being planned, outermost first. */
	readonly views?: readonly View[];
	/**
	 * Plans a subquery: `planQuery` of `query.ts`, handed in so that expressions may hold queries which hold
	 * expressions.
	 */
	planQuery(query: Query, planning: Planning, enclosing?: Enclosing): QueryPlan;
	/** Tables that are computed: information_schema and the like. */
	computedTable(database: string, name: string): ComputedTable | undefined;
}

export interface Scope {
	/** What a name means here; undefined: nothing. Throws 1052 where it may mean several columns. */
	find(name: ColumnName, clause: string): BoundExpression | undefined;
	readonly tables: readonly ScopeTable[];
	/** What `*` stands for, and what names without a table are looked up in. */
	readonly visible: readonly ScopeColumn[];
	/** The first slot behind the tables'. */
	readonly width: number;
	readonly enclosing: Enclosing | undefined;
	/** ON DUPLICATE KEY UPDATE: the slot of the proposed row's first column, for VALUES(column). */
	readonly proposedSlot: number | undefined;
	/** What subqueries see around them, where that is more than what is seen here. */
	readonly around?: Scope;
}

/** The scope around a subquery, and what the subquery takes from it. */
export interface Enclosing {
	readonly scope: Scope;
	readonly clause: string;
	/** Grows while the subquery is bound; over the enclosing query's row. */
	readonly captures: BoundExpression[];
	/** Where the subquery stands aggregates of the enclosing query may stand too. */
	readonly aggregates: AggregatePlaces | undefined;
	/** Only rows whose columns equal these are asked for: over the enclosing query's row. */
	readonly members?: readonly BoundExpression[];
}

/** Where aggregate functions may stand: takes one and answers with the slot of its result. */
export interface AggregatePlaces {
	/** Of the rows that are aggregated: names in operands are found here, whatever clause the call stands in. */
	readonly scope: Scope;
	add(call: AggregateCall, planning: Planning): BoundExpression;
}
