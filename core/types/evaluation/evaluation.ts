/**
 * Evaluation context: the settings, warnings and effects of the running statement that conversions and functions use.
 *
 * The session fills it once a statement.
 */
import type { Decision, ErrorName } from "../../errors/catalogue.ts";
import type { RandomNumbers } from "./random.ts";
import type { SeededChance } from "./seeded-chance.ts";
import type { SqlType, TypeName } from "../value/type.ts";
import type { ByteString, Integer, Row, Value } from "../value/value.ts";

/** `sql_mode`, parsed once so that its text is not searched per row. */
export interface SqlMode {
	/** STRICT_TRANS_TABLES or STRICT_ALL_TABLES. */
	readonly strict: boolean;
	readonly noZeroDate: boolean;
	readonly noZeroInDate: boolean;
	readonly allowInvalidDates: boolean;
	readonly errorForDivisionByZero: boolean;
	readonly onlyFullGroupBy: boolean;
	readonly noAutoValueOnZero: boolean;
	readonly noUnsignedSubtraction: boolean;
	readonly padCharToFullLength: boolean;
	readonly pipesAsConcat: boolean;
	readonly ansiQuotes: boolean;
	readonly ignoreSpace: boolean;
	readonly noBackslashEscapes: boolean;
	readonly highNotPrecedence: boolean;
	readonly realAsFloat: boolean;
	readonly noEngineSubstitution: boolean;
	/** The words as `select @@sql_mode` prints them. */
	readonly text: string;
}

export type WarningLevel = "Note" | "Warning" | "Error";

export interface Warning {
	readonly level: WarningLevel;
	readonly code: number;
	/** UTF-8 bytes, since a message may quote a value that is not valid text. */
	readonly message: ByteString;
	/** Further items of SIGNAL, by the names of GET DIAGNOSTICS in lower case. */
	readonly items?: Readonly<Partial<Record<string, ByteString>>>;
	/** The rule that raised it. */
	readonly decision?: Decision;
}

/** A value with its type: user variables and parameters, whose type is known only when they are set. */
export interface TypedValue {
	readonly type: SqlType;
	readonly value: Value;
}

export interface Evaluation {
	/** Differs from that of every other evaluation (`work.evaluations`). */
	readonly serial: number;
	readonly mode: SqlMode;
	/** Microseconds since 1970-01-01 UTC at which the statement began: NOW(), CURDATE(). */
	readonly nowMicroseconds: number;
	/**
	 * Returns the offset of the session's time zone, in seconds east of UTC, at an instant in seconds since 1970 UTC.
	 */
	offsetSeconds(epochSeconds: number): number;
	/** Values of `?`, in text order. */
	readonly parameters: readonly TypedValue[];
	/** Records a warning of the catalogue; arguments fill its message. */
	warn(level: WarningLevel, name: ErrorName, ...args: (string | number | bigint)[]): void;
	/** A statement writes rows in strict mode without IGNORE: an invalid value is an error, not a warning. */
	readonly strictWrite: boolean;
	/** A statement with IGNORE writes rows: a subquery with too many rows is NULL, with a warning. */
	readonly isLenientWrite?: boolean;
	/** Throws if the statement was killed or its time is over. Absent where nothing can kill it. */
	throwIfKilled?(): void;
	/** The same, and yields to the event loop after a while; for long work within one value. */
	giveWay?(): void | Promise<void>;
	/** The row number, from 1, in errors of a multi-row INSERT. */
	rowNumber: number;
	readonly session: SessionFacts;
	/** Lets a rule report a value that is not an element: throws or warns, and returns true; absent or false: 1265. */
	wrongElement?(type: TypeName, value: ByteString, column: string): boolean;
}

/** Waits of SLEEP() and GET_LOCK(). */
export interface SessionWaits {
	/** Resolves to true after the time, to false if interrupted. */
	sleep(seconds: number, state?: string): Promise<boolean>;
	/** Waits for the session's client. Throws 1317 or 3024 where the statement has to end before. */
	forClient<T>(arrival: Promise<T>, state: string): Promise<T>;
	/** Resolves to false where another session still holds it after the timeout; below 0: no timeout. */
	takeLock(name: ByteString, seconds: number): Promise<boolean>;
	/** Returns 1; 0 if another session holds it, NULL if none does. */
	releaseLock(name: ByteString): Integer | null;
	/** Returns the number of released locks. */
	releaseLocks(): number;
	/** Returns the connection that holds it. */
	holderOf(name: ByteString): number | null;
}

/** Runs stored functions and triggers within the running statement; programs are those of the catalog. */
export interface StoredPrograms {
	/** Throws 1424 for a function that runs already. */
	callFunction(called: object, operands: readonly TypedValue[], evaluation: Evaluation): Value | Promise<Value>;
	/** Runs one trigger for a row; it may change `rows.new`. */
	fireTrigger(
		trigger: object,
		rows: { readonly table: object; readonly old: Row | undefined; readonly new: Row | undefined },
		evaluation: Evaluation,
	): void | Promise<void>;
}

/** The condition that the running handler of a stored program deals with. */
export interface HandledCondition {
	readonly code: number;
	readonly state: string;
	readonly bytes: ByteString;
}

/** Local variables of a running stored program, by slot. */
export interface LocalVariables {
	/** Converts the value to the variable's type. Throws what an assignment to such a column throws. */
	assign(slot: number, value: TypedValue): void;
	/** The same for the variable behind a parameter of the statement that runs. */
	assignParameter(index: number, value: TypedValue): void;
}

/** Session state for information functions: DATABASE(), USER(), LAST_INSERT_ID() ... */
export interface SessionFacts {
	readonly connectionId: number;
	/** `name@host` as the client sent it. */
	readonly user: string;
	/** `name@host` of the matching account. */
	readonly currentUser: string;
	readonly database: string | null;
	readonly version: string;
	/** The rules in force in words. Absent where there is no session. */
	readonly inForce?: string;
	lastInsertId: number | bigint;
	/** Returns the last generated id to the first statement that reads it, and null to later ones. Absent: no ids. */
	takeNewId?(): number | bigint | null;
	readonly rowCount: number | bigint;
	readonly foundRows: number | bigint;
	/** Charset of literals and of text results of functions. */
	readonly connectionCharset: string;
	readonly connectionCollation: string;
	/** Whether bytes are taken as text, whatever they are: see the rules' question of that name. Absent: no. */
	readonly bytesAreText?: boolean;
	userVariable(name: string): TypedValue | undefined;
	setUserVariable(name: string, value: TypedValue): void;
	/** Variables of the stored program that runs the statement. */
	readonly locals?: LocalVariables | undefined;
	/** Absent where there is no session. */
	readonly programs?: StoredPrograms | undefined;
	readonly handled?: HandledCondition | undefined;
	/** State of RAND() set by SET rand_seed1; undefined: randomly seeded. */
	readonly chance?: RandomNumbers | undefined;
	/** Chance of RAND(), UUID() and the like; undefined: the system's. */
	readonly seeded?: SeededChance | undefined;
	/** The server's clock, for SYSDATE(). Absent: the system's. */
	readonly clock?: (() => number) | undefined;
	/** Absent where a wait is impossible. */
	readonly waits?: SessionWaits;
	/** Returns the value of `@@name`; undefined for an unknown variable or another scope. */
	systemVariable(name: string, scope: "session" | "global" | "any"): TypedValue | undefined;
}
