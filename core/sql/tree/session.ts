/**
 * Syntax of statements about the session: transactions, variables, accounts, maintenance.
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

/** SET a = 1, @b = 2, @@global.c = 3, NAMES utf8: in written order. */
export interface SetStatement {
	readonly kind: "set";
	readonly assignments: readonly SetAssignment[];
}

export type SetAssignment =
	/** `value` undefined: DEFAULT. A bare word (`SET x = ON`) becomes a string literal. */
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
	/** ALTER TABLE ... ANALYZE PARTITION: one table. */
	readonly partitions?: PartNames;
	/** For each table the indexes to load into a key cache. */
	readonly cached?: readonly CachedIndexes[];
	/** The cache of CACHE INDEX; undefined: DEFAULT. */
	readonly cache?: string;
}

/** CACHE INDEX and LOAD INDEX INTO CACHE, named as in their results. */
export type CacheAction = "assign_to_keycache" | "preload_keys";

export interface CachedIndexes {
	/** undefined: all. */
	readonly indexes?: readonly string[];
	readonly ignoresLeaves: boolean;
}

/** FLUSH ..., RESET ..., PURGE ...: the words in lower case, without table names. */
export interface Flush {
	readonly kind: "flush";
	readonly what: string;
	readonly tables?: readonly TableName[];
}

/** Stops the server. */
export interface Shutdown {
	readonly kind: "shutdown";
}

export interface Do {
	readonly kind: "do";
	readonly expressions: readonly Expression[];
}

export interface Account {
	readonly user: string;
	/** `%` if no host was written. */
	readonly host: string;
	/** CURRENT_USER; user and host are then empty. */
	readonly current?: true;
}

/** An account and its authentication; parts not written are undefined. */
export interface IdentifiedUser {
	readonly account: Account;
	readonly plugin?: string;
	readonly password?: string;
	readonly hash?: string;
}

/** Requirements on an account's connections. */
export type TlsClause =
	| { readonly kind: "none" | "ssl" | "x509" }
	| { readonly kind: "specified"; readonly cipher?: string; readonly issuer?: string; readonly subject?: string };

export type LimitName =
	| "max_queries_per_hour"
	| "max_updates_per_hour"
	| "max_connections_per_hour"
	| "max_user_connections";

/** REQUIRE, WITH limits, PASSWORD EXPIRE, ACCOUNT LOCK: for all accounts of the statement. */
export interface AccountOptions {
	readonly tls?: TlsClause;
	readonly limits?: { readonly [L in LimitName]?: number };
	/** A number: days. */
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
	/** In lower case; `all` for ALL [PRIVILEGES]; columns if written. Empty for PROXY. */
	readonly privileges: readonly { readonly name: string; readonly columns?: readonly string[] }[];
	/** `*.*` has neither; `d.*` has a database; `*` is the current database. */
	readonly on: { readonly database?: string; readonly table?: string; readonly current?: true };
	/** FUNCTION or PROCEDURE, if `on` is one. */
	readonly object?: "function" | "procedure";
	/** PROXY ON: the account that may be impersonated. */
	readonly proxied?: Account;
	/** REVOKE ALL PRIVILEGES, GRANT OPTION FROM ...: at every level. */
	readonly isEverything?: true;
	readonly accounts: readonly IdentifiedUser[];
	/** WITH GRANT OPTION. REVOKE GRANT OPTION is a privilege of that name. */
	readonly grantOption: boolean;
	/** REQUIRE and WITH limits. */
	readonly options?: Pick<AccountOptions, "tls" | "limits">;
}

/** CREATE VIEW and ALTER VIEW. */
export interface CreateView {
	readonly kind: "create-view";
	readonly orReplace: boolean;
	/** ALTER VIEW: the view must exist. */
	readonly alter?: true;
	readonly view: TableName;
	readonly columns?: readonly string[];
	readonly query: Query;
	/** Source text of the query. */
	readonly text: string;
	readonly checkOption?: "local" | "cascaded";
	readonly algorithm?: string;
	readonly definer?: Account;
	readonly security?: string;
}

export interface DropProgram {
	readonly kind: "drop-program";
	readonly what: "trigger" | "procedure" | "function" | "event";
	readonly name: TableName;
	readonly ifExists: boolean;
}

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
