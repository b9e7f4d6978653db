/**
 * Evaluation context: the settings, warnings and effects of the running statement that conversions and functions use.
 *
 * The session fills it once a statement.
 */
import type { Decision, ErrorName } from "../../errors/catalogue.ts";
import type { RandomNumbers } from "./random.ts";
import type { SqlType, TypeName } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

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
	/** The rule that made it. */
	readonly decision?: Decision;
}

/** A value together with its type: user variables and parameters, whose type is only known when they are set. */
export interface TypedValue {
	readonly type: SqlType;
	readonly value: Value;
}

export interface Evaluation {
	readonly mode: SqlMode;
	/** Microseconds since 1970-01-01 UTC at which the statement began: NOW(), CURDATE(). */
	readonly nowMicroseconds: number;
	/** Seconds east of UTC that the session's time zone has at an instant, given in seconds since 1970 UTC. */
	offsetSeconds(epochSeconds: number): number;
	/** Values of `?` in the order of the text. */
	readonly parameters: readonly TypedValue[];
	/** Record a warning of the catalogue; arguments fill its sentence. */
	warn(level: WarningLevel, name: ErrorName, ...args: (string | number | bigint)[]): void;
	/**
	 * True while a statement writes rows in strict mode without IGNORE: a bad value is then an error, not a warning.
	 */
	readonly strictWrite: boolean;
	/** True while a statement with IGNORE writes rows: a subquery of too many rows is then NULL, with a warning. */
	readonly isLenientWrite?: boolean;
	/** The row number (from 1) that errors of a multi-row INSERT name. */
	rowNumber: number;
	readonly session: SessionFacts;
	/**
	 * Deals with a value that is no element in words of its own: throws or warns, and answers true; absent or false:
	 * 1265.
	 */
	wrongElement?(type: TypeName, value: ByteString, column: string): boolean;
}

/** Waiting, for SLEEP() and GET_LOCK(). */
export interface SessionWaits {
	/** Resolves with true after that time, with false if it is interrupted. */
	sleep(seconds: number, state?: string): Promise<boolean>;
	/** False: another session still holds it after so many seconds; below 0 there is no end. */
	takeLock(name: ByteString, seconds: number): Promise<boolean>;
	/** 1; 0 if another session holds it, NULL if no session does. */
	releaseLock(name: ByteString): Integer | null;
	/** How many there were. */
	releaseLocks(): number;
	/** The connection that holds it. */
	holderOf(name: ByteString): number | null;
}

/** Facts of the session for information functions: DATABASE(), USER(), LAST_INSERT_ID() ... */
export interface SessionFacts {
	readonly connectionId: number;
	/** `name@host` as the client gave it. */
	readonly user: string;
	/** `name@host` of the account that matched. */
	readonly currentUser: string;
	readonly database: string | null;
	readonly version: string;
	lastInsertId: number | bigint;
	/**
	 * The id last generated, for the first statement that asks after it was; for the next ones null. Where absent:
	 * there is none.
	 */
	takeNewId?(): number | bigint | null;
	readonly rowCount: number | bigint;
	readonly foundRows: number | bigint;
	/** Charset and collation of literals and of text that functions make. */
	readonly connectionCharset: string;
	readonly connectionCollation: string;
	userVariable(name: string): TypedValue | undefined;
	setUserVariable(name: string, value: TypedValue): void;
	/** SET rand_seed1 chose the sequence of RAND(); undefined: any. */
	readonly chance?: RandomNumbers | undefined;
	/** Absent where waiting is impossible. */
	readonly waits?: SessionWaits;
	/** The value of `@@name`, or undefined if there is no such variable in this scope. */
	systemVariable(name: string, scope: "session" | "global" | "any"): TypedValue | undefined;
}
