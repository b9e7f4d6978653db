/**
 * Planning context: schema, session settings and parameter types that a plan may depend on; and name scopes.
 *
 * Filled by the session. A plan depends on nothing else, so this is also what the key of the plan cache is made of.
 */
import type { ComputedTable } from "../../catalog/computed-table.ts";
import type { Schema } from "../../catalog/table.ts";
import type { View } from "../../catalog/view.ts";
import type { FunctionDefinition, ResolutionContext } from "../../functions/definition/function.ts";
import type { ParserMode } from "../../sql/parser.ts";
import type { SessionFacts, SqlMode, TypedValue } from "../../types/evaluation/evaluation.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Integer } from "../../types/value/value.ts";
import type { Gathering } from "./required-privileges.ts";
import type { OnePiece, PlanningTurns, TakeTurns } from "./planning-turns.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { AggregateCall, ColumnName, FunctionCall, Query } from "../../sql/tree/expression.ts";
import type { BoundExpression } from "./bound-expression.ts";
import type { ScopeColumn, ScopeTable } from "./scope-table.ts";
import type { Estimates, PlanEstimates } from "./estimates.ts";

export type LockingReads = "never" | "writes" | "always";

/** Session facts that planning may read; reading one ties the plan to this session, unless it is a server's. */
export interface SessionLookup extends Pick<SessionFacts, "userVariable" | "systemVariable" | "currentUser"> {
	/** The same for all sessions of a server. Errors as those of `systemVariable`. */
	systemVariableType(name: string, scope: "session" | "global" | "any"): SqlType | undefined;
}

export interface Planning extends Gathering {
	readonly schema: Schema;
	/** The default database; null: none selected. */
	readonly database: string | null;
	readonly mode: SqlMode;
	readonly parserMode: ParserMode;
	readonly resolution: ResolutionContext;
	/** Types of `?` in order. At PREPARE they are unknown: the list is shorter and text is assumed. */
	readonly parameterTypes: readonly SqlType[];
	/** For the types of variables, never their values. */
	readonly session: SessionLookup;
	/** For point reads: whether result columns take the table's spelling of their names instead of the statement's. */
	readonly namesPointReads?: () => boolean;
	/** JSON values are sent without blanks. */
	readonly compactsJson?: () => boolean;
	/**
	 * Which reads without a locking clause take locks at this isolation level: none, those of writing statements, all.
	 */
	readonly lockingReads: LockingReads;
	/** sql_safe_updates: UPDATE and DELETE must find their rows by an index. */
	readonly safeUpdates?: boolean;
	/** sql_auto_is_null: an AUTO_INCREMENT column IS NULL finds the last generated id. */
	readonly autoIsNull?: boolean;
	/** max_join_size: queries that read more rows are refused. */
	readonly maximumReadRows?: Integer | undefined;
	/** Whether this statement's reads take locks. */
	readonly locksReads?: boolean | undefined;
	/** User variables set before each row by something other than an expression (LOAD DATA fields); lower case. */
	readonly rowVariables?: ReadonlySet<string>;
	/** Derived tables to materialize instead of merging: those in subqueries of this query, or its own as well. */
	readonly materializesDerived?: "in-subqueries" | "all" | undefined;
	/** Parameter values given so far: estimates only may look at them. */
	readonly parameters?: readonly TypedValue[];
	/** Estimates for one plan of a statement with such parameters. */
	readonly newEstimates?: (parameters: readonly TypedValue[]) => PlanEstimates;
	/** Row counts; undefined: unknown. */
	readonly estimates?: Estimates | undefined;
	/** EXPLAIN and max_join_size need the rows of each step, even where no choice depends on them. */
	readonly needsRowEstimates?: boolean;
	/**
	 * Queries of `a in (select ...)` and `a < any (select ...)` whose NULL result may be treated as FALSE
	 * (`null-rejecting-subquery.ts`).
	 */
	readonly conditions?: ReadonlySet<Query>;
	/** Throws where the release lacks CONVERT(... USING charset), CHARSET() or COLLATION(); `name` in lower case. */
	readonly admitTextFunction?: (name: string, charset?: string) => void;
	/** Told of each call of a function by an old name (`replacedBy`), for warning 1287. */
	readonly noteOldName?: (call: FunctionCall, definition: FunctionDefinition) => void;
	/** The charsets and collation that a view's text is read with: those of the session that made it. */
	readonly viewText?: (
		view: View,
	) => Pick<ResolutionContext, "clientCharset" | "connectionCharset" | "connectionCollation">;
	/** Of a long statement; undefined: it is planned in one piece. */
	readonly turns?: PlanningTurns | undefined;
	/** Of what is planned in one piece, and may need turns. */
	readonly onePiece?: OnePiece | undefined;
	/** For what is planned while a statement runs (`inOwnTurns`). */
	readonly takeTurns?: TakeTurns | undefined;
	/** The views being planned, outermost first. */
	readonly views?: readonly View[];
	/**
	 * Plans a subquery: `planQuery` of `query.ts`, passed in because expressions hold queries and queries hold
	 * expressions.
	 */
	planQuery(query: Query, planning: Planning, enclosing?: Enclosing): QueryPlan;
	/** Computed tables: information_schema and the like. Their rows are those of the schema of `planning`. */
	computedTable(database: string, name: string, planning: Planning): ComputedTable | undefined;
}

export interface Scope {
	/** Resolves a column name; undefined: unknown. Throws 1052 if ambiguous. */
	find(name: ColumnName, clause: string): BoundExpression | undefined;
	readonly tables: readonly ScopeTable[];
	/** Columns that `*` expands to and unqualified names are looked up in. */
	readonly visible: readonly ScopeColumn[];
	/** The first slot after the tables' slots. */
	readonly width: number;
	readonly enclosing: Enclosing | undefined;
	/** ON DUPLICATE KEY UPDATE: first slot of the proposed row, for VALUES(column). */
	readonly proposedSlot: number | undefined;
	/** The scope that subqueries see, where it differs from this one. */
	readonly around?: Scope;
}

/** The scope around a subquery, and the values the subquery captures from it. */
export interface Enclosing {
	readonly scope: Scope;
	readonly clause: string;
	/** Filled while the subquery is bound; expressions over the enclosing query's row. */
	readonly captures: BoundExpression[];
	/** Set where the subquery's place allows aggregates of the enclosing query. */
	readonly aggregates: AggregatePlaces | undefined;
	/** Only rows whose columns equal these are needed: expressions over the enclosing query's row. */
	readonly members?: readonly BoundExpression[];
}

/** Marks a place where aggregate functions are allowed; `add` returns the slot of the result. */
export interface AggregatePlaces {
	/** The scope of the aggregated rows: operands are resolved here, whatever clause the call is in. */
	readonly scope: Scope;
	add(call: AggregateCall, planning: Planning): BoundExpression;
}
