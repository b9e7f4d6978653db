/**
 * Result sink contract between the kernel and the apps: result sets in batches, OK or error.
 *
 * An app implements `ResultSink` (protocol packets, tables of a terminal, JavaScript objects). Back-pressure: a sink
 * that can't take more rows returns a promise.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { Page } from "../../store/page/page.ts";
import type { RowColumn } from "../../store/encoding/row.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { ByteString, Integer, Row } from "../../types/value/value.ts";

export type { ResultColumn } from "../../plan/tree/result-column.ts";

/** Session state as every OK and EOF packet carries it. */
export interface SessionStatus {
	readonly inTransaction: boolean;
	readonly autocommit: boolean;
	/** Another result of the same command follows. */
	readonly more: boolean;
	readonly warningCount: number;
	readonly noBackslashEscapes: boolean;
}

export interface OkResult extends SessionStatus {
	/** Changed rows (found rows if the client asked for CLIENT_FOUND_ROWS). */
	readonly affectedRows: Integer;
	readonly lastInsertId: Integer;
	/** `Rows matched: 1 Changed: 1 Warnings: 0`, or empty. */
	readonly info: ByteString;
	/** The new default database, where the statement changed it. */
	readonly database?: string;
}

export interface ResultSink {
	/**
	 * The client knows result sets of OUT parameters, which a prepared CALL sends. Sinks without it receive none.
	 */
	readonly takesOutParameters?: boolean;
	/** Begins a result set. Its rows follow, then `end`. `isOutParameters`: one of OUT parameters, which has one row. */
	begin(columns: readonly ResultColumn[], isOutParameters?: boolean): void;
	/** Takes a batch of rows. The array is reused once the call (or its promise) has returned. */
	rows(batch: readonly Row[]): MaybePromise<void>;
	/**
	 * Takes rows in stored encoding, for sinks that send bytes without decoding them (zero-copy): whole rows, of which
	 * `columns` are wanted. `columns` is the same array at every run of one plan. Sinks without this method receive
	 * `rows`.
	 */
	storedRows?(page: Page, columns: readonly RowColumn[]): MaybePromise<void>;
	end(status: SessionStatus): void;
	/** Ends a statement without a result set. */
	ok(result: OkResult): void;
	/** Ends a statement that failed; nothing follows. It may come after `begin` and some rows. */
	error(error: SqlError): void;
}
