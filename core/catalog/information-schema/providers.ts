/**
 * What the catalog can't know by itself but information_schema and SHOW tell: sessions, variables, statistics.
 *
 * In: implemented by the session. Out: interfaces. All texts are UTF-8 byte strings.
 */
import type { MaybePromise } from "../../store/store.ts";
import type { SetupChange, SetupName, SetupRow } from "../performance-schema/setup-state.ts";
import type { Privileges } from "../privilege.ts";
import type { Warning } from "../../types/evaluation.ts";
import type { ByteString, Integer } from "../../types/value.ts";
import type { Index, Schema, Table } from "../table.ts";

export type NamedValue = readonly [name: ByteString, value: ByteString];

/** A connection as SHOW PROCESSLIST lists it. */
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
	/** The statement that runs. */
	readonly info: ByteString | null;
	/** What the client told of itself: program, version, pid ... */
	readonly attributes: readonly NamedValue[];
	/** The statement that runs or ran last, where somebody looks. */
	readonly event: StatementEventFacts | null;
	/** Is it looked at, and are its statements kept? */
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

/** One account and what it may do. */
export interface AccountFacts {
	readonly user: ByteString;
	readonly host: ByteString;
	/** One for all databases always; each with the next level's behind it. */
	readonly privileges: readonly {
		/** Absent: all databases; all tables of the database. */
		readonly database?: ByteString;
		readonly table?: ByteString;
		readonly column?: ByteString;
		readonly routine?: { readonly kind: string; readonly name: ByteString };
		readonly privileges: Privileges;
	}[];
	/** For whom it may act. */
	readonly proxied: readonly { readonly user: ByteString; readonly host: ByteString; readonly grantable: boolean }[];
	/** As SHOW CREATE USER prints it. */
	readonly createText: ByteString;
}

/** What the account may see. */
export interface Sight {
	/** The schema without what is hidden from it. */
	schema(schema: Schema): Schema;
	seesDatabase(name: string): boolean;
	seesColumn(database: string, table: string, column: string): boolean;
	/** `select,insert,update,references`, or less. */
	columnPrivileges(database: string, table: string, column: string): string;
}

/** A transaction that has begun to read or write. */
export interface TransactionFacts {
	readonly id: number;
	readonly connectionId: number;
	readonly beganMs: number;
	/** What it waits for, and since when. */
	readonly wait: { readonly lock: LockFacts; readonly sinceMs: number } | null;
	readonly statement: ByteString | null;
	readonly lockCount: number;
	readonly changeCount: number;
	/** `REPEATABLE READ` ... */
	readonly isolation: string;
	readonly readOnly: boolean;
}

/** A lock of a row, of an index entry, or of all that lies between two. */
export interface LockFacts {
	readonly transactionId: number;
	readonly mode: "S" | "X";
	readonly isSpan: boolean;
	/** 0: of nothing that belongs to a table. */
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

/** What the engine is doing, of this process. */
export interface EngineFacts {
	readonly transactions: readonly TransactionFacts[];
	readonly waits: readonly LockWaitFacts[];
	readonly latestDeadlock: DeadlockFacts | undefined;
	readonly tableLocks: readonly TableLockFacts[];
}

/** All runs of statements of one digest, with one default database. */
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
	/** Waited for locks of rows and tables. */
	readonly lockMs: number;
	readonly firstMs: number;
	readonly lastMs: number;
}

export type EventPlace = "history" | "history_long";

/** A statement that runs or ran. */
export interface StatementEventFacts {
	readonly threadId: number;
	/** Counts the statements of its thread. */
	readonly eventId: number;
	/** `sql/select`, `com/Execute` ... */
	readonly command: string;
	/** Milliseconds since the process began. */
	readonly beganMs: number;
	/** Of one that runs: now. */
	readonly endedMs: number;
	readonly isRunning: boolean;
	/** Of a long one the beginning. */
	readonly text: ByteString;
	readonly digest: { readonly digest: ByteString; readonly text: ByteString } | null;
	readonly database: ByteString | null;
	/** What came of it; null: an answer of rows says nothing of it. */
	readonly state: string | null;
	readonly code: number;
	readonly message: ByteString | null;
	readonly warnings: number;
	readonly rowsAffected: number;
	readonly rowsSent: number;
	readonly rowsExamined: number;
	/** Waited for locks of rows and tables. */
	readonly lockMs: number;
}

/** One session's view of what is outside the catalog. */
export interface Providers {
	/** Name and value as SHOW VARIABLES prints them, in the order of the names. */
	variables(scope: "session" | "global"): readonly NamedValue[];
	status(scope: "session" | "global"): readonly NamedValue[];
	/** The user who asks. */
	readonly user: ByteString;
	processes(): MaybePromise<readonly ProcessFacts[]>;
	engine(): EngineFacts;
	/** Of this process. */
	statements(): readonly StatementSummary[];
	forgetStatements(): void;
	/** Statements that ended: of each session of this process the last ones, or the last ones of all. */
	statementEvents(place: EventPlace): readonly StatementEventFacts[];
	forgetEvents(place: EventPlace | "current"): void;
	/** What performance_schema looks at. */
	setup(table: SetupName): readonly SetupRow[];
	changeSetup(change: SetupChange): MaybePromise<void>;
	/** Looks at a session's statements from now on, and keeps them, or does not; undefined: as before. */
	watchThread(id: number, isWatched: boolean | undefined, isKept: boolean | undefined): void;
	/** What the last statement left, oldest first. */
	warnings(): readonly Warning[];
	/** All accounts, or one's own where the tables of accounts may not be read. */
	accounts(): readonly AccountFacts[];
	sight(): Sight;
	/** May be an estimate. */
	statistics(table: Table): MaybePromise<TableStatistics>;
	/** When somebody last looked at an index: milliseconds since 1970 UTC; undefined: nobody has. */
	surveyedMs(table: Table, index: Index): number | undefined;
	/**
	 * How many values an index's first part has, its first two ...; undefined: nobody has looked, and `looks` does not
	 * ask to.
	 */
	distinct(table: Table, index: Index, looks: boolean): readonly number[] | undefined;
}
