/**
 * One client's conversation with the database, as the apps see it.
 *
 * In: SQL text and parameters. Out: results into a sink. What it hides: parsing, transactions, variables, plans.
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
}

export interface SessionOptions {
	/**
	 * The session's id, from `Kernel.nextConnectionId`, where the client was told it already; else the kernel takes the
	 * next.
	 */
	readonly connectionId?: number;
	/** The account that was authenticated, or the one that acts as. */
	readonly user: string;
	readonly accountHost: string;
	/** The name the client gave, where the account's is another. */
	readonly login?: string;
	/** The account that was authenticated, where it acts for `user`: `'name'@'host'`. */
	readonly proxyUser?: string;
	/** It showed a password: what error 1045 says. */
	readonly usesPassword?: boolean;
	/** CLIENT_CAN_HANDLE_EXPIRED_PASSWORDS: it may come in to set a new one. */
	readonly handlesExpiry?: boolean;
	/** Where the client connects from: `localhost` or an address. */
	readonly host: string;
	readonly database?: string;
	/** The collation id of the handshake: sets character_set_client, _connection and _results. */
	readonly collationId?: number;
	/** CLIENT_FOUND_ROWS: an UPDATE counts matched rows. */
	readonly foundRows?: boolean;
	/** CLIENT_MULTI_STATEMENTS; may be switched by COM_SET_OPTION. */
	readonly multiStatements?: boolean;
	/** CLIENT_INTERACTIVE: `wait_timeout` begins as `interactive_timeout`. */
	readonly interactive?: boolean;
	readonly localInfile?: boolean;
	/** What SHOW STATUS says of the connection: Ssl_cipher, Ssl_version, Compression. */
	readonly transport?: Readonly<Record<string, string>>;
	/** What has passed over it by now. */
	readonly traffic?: () => Traffic;
	/** Asks the client for a file of its own: LOAD DATA LOCAL. */
	readonly openLocalFile?: (path: string) => ByteSource;
	/** Client program, version, pid ... as sent. */
	readonly attributes?: ReadonlyMap<string, string>;
	/** Ends the client's connection: KILL calls it. */
	readonly disconnect?: () => void;
}

/** Bytes. */
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
	/** How long the client may stay silent: `wait_timeout`. */
	readonly idleSeconds: number;
	/**
	 * Runs a text; several statements where `multiStatements` allows. All user mistakes go to `sink.error`. Answers
	 * without a promise where the store does.
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
	/** Nobody hears the answer of the running statement any more: locks it waits for, now or later, it does without. */
	abandon(): void;
	/** Rolls back and forgets the session. May be called twice. */
	close(): MaybePromise<void>;
}
