/**
 * Session interface of the apps: takes SQL text and parameters, and sends results to a sink.
 *
 * Parsing, transactions, variables and plans are hidden behind it.
 */
import type { ByteSource } from "../../exec/file-access.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "./result.ts";

export type { ByteSource } from "../../exec/file-access.ts";

export interface PreparedStatement {
	/** From 1, unique in the session. */
	readonly id: number;
	readonly parameterCount: number;
	/** Empty where the statement has no result set. */
	readonly columns: readonly ResultColumn[];
	readonly warningCount: number;
	/** Of parameters that are text: those of the connection when it was prepared. */
	readonly textCharset: string;
	readonly textCollation: string;
}

export interface SessionOptions {
	/**
	 * The session's id, from `Kernel.nextConnectionId`, where the client has already received it; otherwise the kernel
	 * takes the next one.
	 */
	readonly connectionId?: number;
	/** The authenticated account, or the proxied account that it acts as. */
	readonly user: string;
	readonly accountHost: string;
	/** The user name that the client sent, where it differs from the account's. */
	readonly login?: string;
	/** The authenticated account, where it is a proxy for `user`: `'name'@'host'`. */
	readonly proxyUser?: string;
	/** The client sent a password: "using password" of error 1045. */
	readonly usesPassword?: boolean;
	/** CLIENT_CAN_HANDLE_EXPIRED_PASSWORDS: an expired account may connect to set a new password. */
	readonly handlesExpiry?: boolean;
	/** Where the client connects from: `localhost` or an address. */
	readonly host: string;
	readonly database?: string;
	/** The collation id of the handshake: sets character_set_client, _connection and _results. */
	readonly collationId?: number;
	/** CLIENT_FOUND_ROWS: an UPDATE counts matched rows. */
	readonly foundRows?: boolean;
	/** CLIENT_MULTI_STATEMENTS; COM_SET_OPTION may switch it. */
	readonly multiStatements?: boolean;
	/** CLIENT_INTERACTIVE: `wait_timeout` starts with the value of `interactive_timeout`. */
	readonly interactive?: boolean;
	readonly localInfile?: boolean;
	/** Status variables of the connection for SHOW STATUS: Ssl_cipher, Ssl_version, Compression. */
	readonly transport?: Readonly<Record<string, string>>;
	/** Returns the bytes received and sent so far. */
	readonly traffic?: () => Traffic;
	/**
	 * Requests a file of the client: LOAD DATA LOCAL. A statement that is killed closes it and does not wait: its error
	 * may come while the rest is still dropped.
	 */
	readonly openLocalFile?: (path: string) => ByteSource;
	/** Connection attributes as sent: client program, version, pid. */
	readonly attributes?: ReadonlyMap<string, string>;
	/** Ends the client's connection: KILL calls it. */
	readonly disconnect?: () => void;
	/** Called before a statement within another runs, of a stored program or by EXECUTE, with its text. */
	readonly runsWithin?: (text: ByteString) => void;
}

/** Numbers of bytes. */
export interface Traffic {
	readonly received: number;
	readonly sent: number;
}

export interface Session {
	readonly id: number;
	multiStatements: boolean;
	/** Charset of text sent to the client (`character_set_results`); null: as stored. */
	readonly resultsCharset: string | null;
	/** Charset of what the client sends (`character_set_client`). */
	readonly clientCharset: string;
	/** Idle timeout of the connection: `wait_timeout`. */
	readonly idleSeconds: number;
	/** Its statement waits for another session's lock, or sleeps. */
	readonly isWaiting: boolean;
	/** Has SUPER. */
	readonly isAdministrator: boolean;
	/** The variable `tmpdir`. */
	readonly temporaryFolder: string;
	/** `net_read_timeout`: how long a command's rest, and `net_write_timeout`: how long a reader, is waited for. */
	readonly netReadSeconds: number;
	readonly netWriteSeconds: number;
	/** `max_allowed_packet`, fixed at connect: bytes of the longest command, and of a parameter sent in parts. */
	readonly largestPacketBytes: number;
	/**
	 * Runs a text; several statements where `multiStatements` allows. Errors of users go to `sink.error`. Synchronous
	 * (no promise) where the store is.
	 */
	execute(text: ByteString, sink: ResultSink): MaybePromise<void>;
	/** Throws SqlError. */
	prepare(text: ByteString): MaybePromise<PreparedStatement>;
	executePrepared(id: number, parameters: readonly TypedValue[], sink: ResultSink): MaybePromise<void>;
	closePrepared(id: number): void;
	/** COM_STMT_RESET: throws SqlError 1243 for an unknown id. */
	resetPrepared(id: number): void;
	/** COM_INIT_DB. Throws SqlError. */
	use(database: string): MaybePromise<void>;
	/** COM_FIELD_LIST: the columns of a table whose names match a LIKE pattern (empty: all). Throws SqlError. */
	fields(table: string, pattern: string): MaybePromise<readonly ResultColumn[]>;
	status(): SessionStatus;
	/** COM_RESET_CONNECTION: rolls back, forgets variables and prepared statements. */
	reset(): MaybePromise<void>;
	/**
	 * The client has gone: the running statement ends as by KILL, waits included, and its answer is discarded.
	 */
	abandon(): void;
	/** Rolls back and frees the session. May be called twice. */
	close(): MaybePromise<void>;
}
