/**
 * The syntax of statements about the session: transactions, variables, prepared statements, accounts, maintenance.
 *
 * In: nothing. Out: node types.
 */
import type { Expression, Query } from "./expression.ts";
import type { PartNames } from "./partitioning.ts";
import type { TableName } from "./table-name.ts";

export interface Use {
	readonly kind: "use";
	readonly database: string;
}

export interface Begin {
	readonly kind: "begin";
	readonly readOnly?: boolean;
	readonly consistentSnapshot: boolean;
}

export interface CommitStatement {
	readonly kind: "commit";
	readonly chain: boolean;
	readonly release: boolean;
}

export interface Rollback {
	readonly kind: "rollback";
	readonly chain: boolean;
	readonly release: boolean;
	/** ROLLBACK TO [SAVEPOINT] name. */
	readonly savepoint?: string;
}

export interface SavepointStatement {
	readonly kind: "savepoint";
	readonly name: string;
}

export interface ReleaseSavepoint {
	readonly kind: "release-savepoint";
	readonly name: string;
}

export type IsolationLevel = "read uncommitted" | "read committed" | "repeatable read" | "serializable";

export interface SetTransaction {
	readonly kind: "set-transaction";
	/** `next`: the next transaction only. */
	readonly scope: "next" | "session" | "global";
	readonly isolation?: IsolationLevel;
	readonly readOnly?: boolean;
}

/** SET a = 1, @b = 2, @@global.c = 3, NAMES utf8: in the order written. */
export interface SetStatement {
	readonly kind: "set";
	readonly assignments: readonly SetAssignment[];
}

export type SetAssignment =
	/** `value` undefined: DEFAULT. A bare word (`SET x = ON`) is read as a string literal. */
	| {
			readonly target: "system";
			readonly scope: "session" | "global";
			readonly name: string;
			readonly value?: Expression;
	  }
	| { readonly target: "user"; readonly name: string; readonly value: Expression }
	/** SET NAMES; `charset` undefined: DEFAULT. */
	| { readonly target: "names"; readonly charset?: string; readonly collation?: string }
	/** SET CHARACTER SET; `charset` undefined: DEFAULT. */
	| { readonly target: "charset"; readonly charset?: string }
	| { readonly target: "password"; readonly account?: Account; readonly password: string };

/** PREPARE name FROM 'text' | @variable */
export interface Prepare {
	readonly kind: "prepare";
	readonly name: string;
	readonly source: Expression;
}

export interface Execute {
	readonly kind: "execute";
	readonly name: string;
	/** User variables. */
	readonly using: readonly string[];
}

export interface Deallocate {
	readonly kind: "deallocate";
	readonly name: string;
}

/** EXPLAIN FOR CONNECTION id. */
export interface ExplainConnection {
	readonly kind: "explain-connection";
	readonly format?: string;
	readonly connection: Expression;
}

/** DESCRIBE table [column | 'pattern'] */
export interface Describe {
	readonly kind: "describe";
	readonly table: TableName;
	readonly column?: string;
}

export interface Kill {
	readonly kind: "kill";
	readonly what: "connection" | "query";
	readonly id: Expression;
}

export interface LockTables {
	readonly kind: "lock-tables";
	readonly tables: readonly { readonly table: TableName; readonly mode: "read" | "write" }[];
}

export interface UnlockTables {
	readonly kind: "unlock-tables";
}

/** ANALYZE, CHECK, OPTIMIZE, REPAIR, CHECKSUM TABLE */
export interface MaintainTable {
	readonly kind: "maintain-table";
	readonly action: "analyze" | "check" | "optimize" | "repair" | "checksum" | CacheAction;
	readonly tables: readonly TableName[];
	/** QUICK, EXTENDED, FOR UPGRADE ...: in lower case. */
	readonly options?: readonly string[];
	/** ALTER TABLE ... ANALYZE PARTITION: of one table. */
	readonly partitions?: PartNames;
	/** Of each table, which of its indexes are to be in a cache. */
	readonly cached?: readonly CachedIndexes[];
	/** The cache of CACHE INDEX; absent: DEFAULT. */
	readonly cache?: string;
}

/** CACHE INDEX and LOAD INDEX INTO CACHE, by the names their answers call them. */
export type CacheAction = "assign_to_keycache" | "preload_keys";

export interface CachedIndexes {
	/** Absent: all of them. */
	readonly indexes?: readonly string[];
	readonly ignoresLeaves: boolean;
}

/** FLUSH ..., RESET ..., PURGE ...: the words in lower case, without the names of tables. */
export interface Flush {
	readonly kind: "flush";
	readonly what: string;
	readonly tables?: readonly TableName[];
}

/** The whole server ends. */
export interface Shutdown {
	readonly kind: "shutdown";
}

export interface Do {
	readonly kind: "do";
	readonly expressions: readonly Expression[];
}

export interface Account {
	readonly user: string;
	/** `%` where no host was written. */
	readonly host: string;
	/** CURRENT_USER: whoever asks; user and host are empty then. */
	readonly current?: true;
}

/** How somebody shows who they are; undefined parts where that was not written. */
export interface IdentifiedUser {
	readonly account: Account;
	readonly plugin?: string;
	readonly password?: string;
	readonly hash?: string;
}

/** What must hold of an account's connections. */
export type TlsClause =
	| { readonly kind: "none" | "ssl" | "x509" }
	| { readonly kind: "specified"; readonly cipher?: string; readonly issuer?: string; readonly subject?: string };

export type LimitName =
	| "max_queries_per_hour"
	| "max_updates_per_hour"
	| "max_connections_per_hour"
	| "max_user_connections";

/** REQUIRE, WITH limits, PASSWORD EXPIRE, ACCOUNT LOCK: of all accounts of the statement. */
export interface AccountOptions {
	readonly tls?: TlsClause;
	readonly limits?: { readonly [L in LimitName]?: number };
	/** A number: of days. */
	readonly expire?: "now" | "default" | "never" | number;
	readonly lock?: boolean;
}

/** CREATE USER and ALTER USER. */
export interface UserStatement {
	readonly kind: "create-user" | "alter-user";
	readonly exists: boolean; // IF NOT EXISTS, IF EXISTS
	readonly users: readonly IdentifiedUser[];
	readonly options?: AccountOptions;
}

export interface DropUser {
	readonly kind: "drop-user";
	readonly ifExists: boolean;
	readonly accounts: readonly Account[];
}

export interface RenameUser {
	readonly kind: "rename-user";
	readonly renames: readonly { readonly from: Account; readonly to: Account }[];
}

/** GRANT and REVOKE. */
export interface Grant {
	readonly kind: "grant" | "revoke";
	/** In lower case; `all` for ALL [PRIVILEGES]; columns where written. Empty for PROXY. */
	readonly privileges: readonly { readonly name: string; readonly columns?: readonly string[] }[];
	/** `*.*` has neither; `d.*` has a database; `*` alone is the current database. */
	readonly on: { readonly database?: string; readonly table?: string; readonly current?: true };
	/** FUNCTION or PROCEDURE, where `on` is one. */
	readonly object?: "function" | "procedure";
	/** PROXY ON: whom the accounts may act for. */
	readonly proxied?: Account;
	/** REVOKE ALL PRIVILEGES, GRANT OPTION FROM ...: at every level. */
	readonly isEverything?: true;
	readonly accounts: readonly IdentifiedUser[];
	/** WITH GRANT OPTION. REVOKE GRANT OPTION is a privilege of that name. */
	readonly grantOption: boolean;
	/** REQUIRE and WITH limits. */
	readonly options?: Pick<AccountOptions, "tls" | "limits">;
}

/** Views, accepted by the parser. */
export interface CreateView {
	readonly kind: "create-view";
	readonly orReplace: boolean;
	/** ALTER VIEW: the view must be there. */
	readonly alter?: true;
	readonly view: TableName;
	readonly columns?: readonly string[];
	readonly query: Query;
	/** The source text of the query. */
	readonly text: string;
	readonly checkOption?: "local" | "cascaded";
	readonly algorithm?: string;
	readonly definer?: Account;
	readonly security?: string;
}

/** A program can't be made yet: there is none to drop. */
export interface DropProgram {
	readonly kind: "drop-program";
	readonly what: "trigger" | "procedure" | "function" | "event";
	readonly name: TableName;
	readonly ifExists: boolean;
}

/** CALL of a procedure: there is none to call. */
export interface CallProcedure {
	readonly kind: "call-procedure";
	readonly name: TableName;
	readonly arguments: readonly Expression[];
}

export interface DropView {
	readonly kind: "drop-view";
	readonly views: readonly TableName[];
	readonly ifExists: boolean;
}
