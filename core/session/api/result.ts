/**
 * What a statement answers, and where the answers go: the seam between the kernel and the apps.
 *
 * In: nothing. Out: `ResultSink`, which an app implements (packets, mysql-like tables, JavaScript objects), and the
 * facts handed to it. Rows are handed over in batches as they are made; a sink that can't take more answers with a
 * promise.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { ResultColumn } from "../../plan/tree/result-column.ts";
import type { Page } from "../../store/page/page.ts";
import type { RowColumn } from "../../store/encoding/row.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { ByteString, Integer, Row } from "../../types/value/value.ts";

export type { ResultColumn } from "../../plan/tree/result-column.ts";

/** The session's state as every OK and EOF packet carries it. */
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
	/** A result set begins. Its rows follow, then `end`. */
	begin(columns: readonly ResultColumn[]): void;
	/** A batch of rows; the sink must be done with the array when the answer is there: it is used again. */
	rows(batch: readonly Row[]): MaybePromise<void>;
	/**
	 * The same for rows as they lie in the store, for sinks that send bytes on without making values of them: whole
	 * rows, of which `columns` are wanted. `columns` is the same array whenever the same plan is run. Sinks without it
	 * are given `rows`.
	 */
	storedRows?(page: Page, columns: readonly RowColumn[]): MaybePromise<void>;
	end(status: SessionStatus): void;
	/** A statement without a result set is done. */
	ok(result: OkResult): void;
	/** A statement failed; nothing follows. It may come after `begin` and some rows. */
	error(error: SqlError): void;
}
