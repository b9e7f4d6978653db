/**
 * What a statement's executor answers with.
 *
 * In: nothing. Out: the type `StatementOutcome` and short constructors of it. The session turns it into what the
 * client sees (`session/api/result.ts`); an executor refuses to know sinks and packets.
 */
import type { RowSource } from "./row-source.ts";
import type { SqlError } from "../errors.ts";
import type { ResultColumn } from "../plan/tree/result-column.ts";
import type { ByteString, Integer, Row } from "../types/value.ts";
import type { PassthroughRows } from "./passthrough/passthrough-rows.ts";

export interface DoneResult {
	readonly kind: "ok";
	/** Changed rows; found rows where the client asked for CLIENT_FOUND_ROWS. */
	readonly affectedRows: Integer;
	/** The first id the statement generated, or the id it wrote by hand; 0: none. */
	readonly insertId: Integer;
	/** `Records: 3 Duplicates: 0 Warnings: 0`, or empty. */
	readonly info: ByteString;
	/** The new default database, where the statement changed it; null: there is none any more. */
	readonly database?: string | null;
	/** What could not be done besides: the client is told of this once the rest is. */
	readonly failure?: SqlError;
	/**
	 * The first id the statement generated, which LAST_INSERT_ID() gives from now on; undefined: it stays what it was.
	 */
	readonly generatedId?: Integer | undefined;
	/** What FOUND_ROWS() answers from now on: how many rows the statement's query had. */
	readonly queriedRows?: number;
}

export interface RowsResult {
	readonly kind: "rows";
	readonly columns: readonly ResultColumn[];
	readonly source: RowSource;
	/** The same rows as they lie in the store, for who can send them on: either this is read or `source`. */
	readonly stored?: PassthroughRows | undefined;
	/** After the last row: what FOUND_ROWS() answers, where that is not the number of rows. */
	readonly foundRows?: () => number | undefined;
}

export type StatementResult = DoneResult | RowsResult;

/** A statement that changed `affectedRows` rows. */
export function done(affectedRows: Integer = 0, info: ByteString = ""): DoneResult {
	return { kind: "ok", affectedRows, insertId: 0, info };
}

/** A result set whose rows are known already. */
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
