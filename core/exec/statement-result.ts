/**
 * Result of a statement as its executor returns it: counts (`DoneResult`) or rows (`RowsResult`).
 *
 * The session turns it into the packets of the client (`session/api/result.ts`).
 */
import type { RowSource, PassthroughRows } from "./row-source.ts";
import type { SqlError } from "../errors/catalogue.ts";
import type { ResultColumn } from "../plan/tree/result-column.ts";
import type { ByteString, Integer, Row } from "../types/value/value.ts";

export interface DoneResult {
	readonly kind: "ok";
	/** Changed rows; matched rows with CLIENT_FOUND_ROWS. */
	readonly affectedRows: Integer;
	/** The first generated id, or the id written explicitly; 0: none. */
	readonly insertId: Integer;
	/** `Records: 3 Duplicates: 0 Warnings: 0`, or empty. */
	readonly info: ByteString;
	/** The new default database if the statement changed it; null: none any more. */
	readonly database?: string | null;
	/** An error to report after the rest was done. */
	readonly failure?: SqlError;
	/** The first generated id, which becomes LAST_INSERT_ID(); undefined: unchanged. */
	readonly generatedId?: Integer | undefined;
	/** The new FOUND_ROWS(): the number of rows of the statement's query. */
	readonly queriedRows?: number;
}

export interface RowsResult {
	readonly kind: "rows";
	readonly columns: readonly ResultColumn[];
	readonly source: RowSource;
	/** The same rows as stored bytes (zero-copy); the consumer reads either this or `source`. */
	readonly stored?: PassthroughRows | undefined;
	/** FOUND_ROWS(), valid after the last row, where it is not the number of rows. */
	readonly counted?: { foundRows(): number };
}

export type StatementResult = DoneResult | RowsResult;

/** Returns the result of a statement that changed `affectedRows` rows. */
export function done(affectedRows: Integer = 0, info: ByteString = ""): DoneResult {
	return { kind: "ok", affectedRows, insertId: 0, info };
}

/** Returns a result set of rows in memory. */
export function answeredRows(columns: readonly ResultColumn[], rows: readonly Row[]): RowsResult {
	let pending: Row[] | null = rows.length === 0 ? null : [...rows];
	const source: RowSource = {
		next() {
			const batch = pending;
			pending = null;
			return batch;
		},
		close() {
			pending = null;
		},
	};
	return { kind: "rows", columns, source };
}
