/**
 * Contract of facts outside the catalog that information_schema and SHOW list: sessions, variables, statistics.
 *
 * The session implements it. All texts are UTF-8 byte strings.
 */
import type { Routine } from "../program.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { SetupChange, SetupName, SetupRow } from "../performance-schema/setup-state.ts";
import type { Privileges } from "../privilege.ts";
import type { Warning } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Integer } from "../../types/value/value.ts";
import type { Index, Schema, Table } from "../table.ts";
import type { View } from "../view.ts";

export type NamedValue = readonly [name: ByteString, value: ByteString];

/** A connection in SHOW PROCESSLIST. */
export interface ProcessFacts {
	readonly id: number;
	readonly user: ByteString;
	/** Address and port. */
	readonly host: ByteString;
	readonly database: ByteString | null;
	/** `Query`, `Sleep` ... */
	readonly command: ByteString;
	readonly timeSeconds: number;
	readonly state: ByteString;
	/** The running statement. */
	readonly info: ByteString | null;
	/** The client's attributes: program, version, pid ... */
	readonly attributes: readonly NamedValue[];
	/** The running or last statement, where it is recorded. */
	readonly event: StatementEventFacts | null;
	/** Whether it is instrumented, and its statements recorded. */
	readonly isWatched: boolean;
	readonly isKept: boolean;
}

export interface TableStatistics {
	readonly rowCount: number;
	readonly dataBytes: number;
	readonly indexBytes: number;
	/** The next id; null for a table without AUTO_INCREMENT, and before the first id was taken. */
	readonly autoIncrement: Integer | null;
}

/** One account and its privileges. */
export interface AccountFacts {
	readonly user: ByteString;
	readonly host: ByteString;
	/** Always one for all databases; each is followed by the next level's. */
	readonly privileges: readonly {
		/** Absent: all databases; all tables of the database. */
		readonly database?: ByteString;
		readonly table?: ByteString;
		readonly column?: ByteString;
		readonly routine?: { readonly kind: string; readonly name: ByteString };
		readonly privileges: Privileges;
	}[];
	/** Accounts it may act as (PROXY). */
	readonly proxied: readonly { readonly user: ByteString; readonly host: ByteString; readonly grantable: boolean }[];
	/** As SHOW CREATE USER prints it. */
	readonly createText: ByteString;
}

/** Filters by the account's privileges. */
export interface Sight {
	/** Returns the visible part of the schema. */
	schema(schema: Schema): Schema;
	seesDatabase(name: string): boolean;
	seesColumn(database: string, table: string, column: string): boolean;
	/** `select,insert,update,references`, or less. */
	columnPrivileges(database: string, table: string, column: string): string;
	/** Any privilege on the routine. */
	seesRoutine(routine: Routine): boolean;
	/** Its body too: for its definer, and with SELECT on the database `mysql`. */
	readsRoutine(routine: Routine): boolean;
	/** The view's query: for its definer, and with SELECT and SHOW VIEW on it. */
	readsView(view: View): boolean;
	/** TRIGGER on the table. */
	seesTriggers(database: string, table: string): boolean;
	/** EVENT on the database. */
	seesEvents(database: string): boolean;
}

/** A transaction that has started to read or write. */
export interface TransactionFacts {
	readonly id: number;
	readonly connectionId: number;
	readonly beganMs: number;
	/** The lock it waits for, and since when. */
	readonly wait: { readonly lock: LockFacts; readonly sinceMs: number } | null;
	readonly statement: ByteString | null;
	readonly lockCount: number;
	readonly changeCount: number;
	/** `REPEATABLE READ` ... */
	readonly isolation: string;
	readonly readOnly: boolean;
}

/** A lock of a row, an index entry, or the gap between two. */
export interface LockFacts {
	readonly transactionId: number;
	readonly mode: "S" | "X";
	readonly isSpan: boolean;
	/** 0: the key belongs to no table. */
	readonly tableId: number;
	/** 0: of a row itself. */
	readonly indexId: number;
	/** The key behind table and index, in hexadecimal. */
	readonly data: string;
}

export interface LockWaitFacts {
	readonly requested: LockFacts;
	readonly blocking: LockFacts;
}

export interface DeadlockFacts {
	readonly atMs: number;
	readonly waits: readonly {
		readonly connectionId: number;
		readonly beganMs: number;
		readonly statement: ByteString | null;
		readonly lock: LockFacts;
		readonly isVictim: boolean;
	}[];
}

/** A lock of a whole table. */
export interface TableLockFacts {
	readonly connectionId: number;
	/** Both empty: of everything. */
	readonly database: ByteString;
	readonly table: ByteString;
	readonly mode: "shared" | "writing" | "frozen" | "exclusive";
	readonly isGranted: boolean;
}

/** State of the engine in this process. */
export interface EngineFacts {
	readonly transactions: readonly TransactionFacts[];
	readonly waits: readonly LockWaitFacts[];
	readonly latestDeadlock: DeadlockFacts | undefined;
	readonly tableLocks: readonly TableLockFacts[];
}

/** All executions of one statement digest with one default database. */
export interface StatementSummary {
	readonly digest: ByteString;
	readonly text: ByteString;
	readonly database: ByteString | null;
	readonly count: number;
	readonly errors: number;
	readonly sumMs: number;
	readonly minMs: number;
	readonly maxMs: number;
	readonly rowsAffected: number;
	readonly rowsSent: number;
	readonly rowsExamined: number;
	/** Time spent waiting for row and table locks. */
	readonly lockMs: number;
	readonly firstMs: number;
	readonly lastMs: number;
}

export type EventPlace = "history" | "history_long";

/** A running or finished statement. */
export interface StatementEventFacts {
	readonly threadId: number;
	/** Number of the statement in its thread. */
	readonly eventId: number;
	/** `sql/select`, `com/Execute` ... */
	readonly command: string;
	/** Milliseconds since the process began. */
	readonly beganMs: number;
	/** Of a running statement: now. */
	readonly endedMs: number;
	readonly isRunning: boolean;
	/** Long texts are cut. */
	readonly text: ByteString;
	readonly digest: { readonly digest: ByteString; readonly text: ByteString } | null;
	readonly database: ByteString | null;
	/** SQL state; null: a result set has none. */
	readonly state: string | null;
	readonly code: number;
	readonly message: ByteString | null;
	readonly warnings: number;
	readonly rowsAffected: number;
	readonly rowsSent: number;
	readonly rowsExamined: number;
	/** Time spent waiting for row and table locks. */
	readonly lockMs: number;
}

/** One session's view of facts outside the catalog. */
export interface Providers {
	/** Name and value as SHOW VARIABLES prints them, by name; of those that are asked for. */
	variables(scope: "session" | "global", isAsked?: (name: string) => boolean): readonly NamedValue[];
	status(scope: "session" | "global"): readonly NamedValue[];
	/** The asking user. */
	readonly user: ByteString;
	processes(): MaybePromise<readonly ProcessFacts[]>;
	engine(): EngineFacts;
	/** Of this process. */
	statements(): MaybePromise<readonly StatementSummary[]>;
	forgetStatements(): void;
	/** Finished statements of this process: each session's last ones, or the last ones of all. */
	statementEvents(place: EventPlace): Iterable<StatementEventFacts>;
	forgetEvents(place: EventPlace | "current"): void;
	/** The rows of a setup table of performance_schema. */
	setup(table: SetupName): readonly SetupRow[];
	changeSetup(change: SetupChange): MaybePromise<void>;
	/** Turns instrumentation and history of a session's statements on or off; undefined: unchanged. */
	watchThread(id: number, isWatched: boolean | undefined, isKept: boolean | undefined): void;
	/** Warnings of the last statement, oldest first. */
	warnings(): readonly Warning[];
	/** By user and host: all accounts, or only the own one where the grant tables may not be read. */
	accounts(): Iterable<AccountFacts>;
	account(user: ByteString, host: ByteString): AccountFacts | undefined;
	sight(): Sight;
	/** May be an estimate. */
	statistics(table: Table): MaybePromise<TableStatistics>;
	/** Time of the last survey of an index: milliseconds since 1970 UTC; undefined: never. */
	surveyedMs(table: Table, index: Index): number | undefined;
	/** Distinct values of an index's first part, its first two ...; undefined: never sampled, and `looks` is false. */
	distinct(table: Table, index: Index, looks: boolean): readonly number[] | undefined;
}
