/**
 * Delivers a statement's outcome to the client's sink: result sets in batches, or an OK.
 *
 * Returns the row counts that FOUND_ROWS() and ROW_COUNT() report afterwards.
 */
import type { RowSource, PassthroughRows } from "../../exec/row-source.ts";
import type { DoneResult, RowsResult, StatementResult } from "../../exec/statement-result.ts";
import { guardedSource, textGuard } from "../../exec/rows/text-guard.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { asUnsigned } from "../../types/numeric/integer.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import type { SessionContext } from "./session-context.ts";
import type { ResultColumn, ResultSink, SessionStatus } from "./result.ts";
import type { SessionSettings } from "../client/session-settings.ts";
import { withPrintedJson } from "./compact-json.ts";

/** The sink of an outcome, and the session state that its OK or EOF packet reports. */
export interface ResultDelivery {
	readonly session: SessionContext;
	readonly sink: ResultSink;
	/** `sql_select_limit`, where it applies to the statement; the maximum number of rows. */
	readonly limit: Integer;
	/** Another result of the same command follows. */
	readonly more: boolean;
	/** Warnings of earlier statements, which a diagnostic statement leaves: its answer does not count them. */
	readonly earlierWarnings: number;
	/** The session's settings, where the statement cannot have changed them. */
	readonly lastingSettings: SessionSettings | undefined;
}

/** Returns the session state for the end of an answer. */
export function statusAfter({
	session,
	lastingSettings,
	more,
	earlierWarnings,
}: Pick<ResultDelivery, "session" | "lastingSettings" | "more" | "earlierWarnings">): SessionStatus {
	const { autocommit, mode } = lastingSettings ?? session.settings();
	return {
		inTransaction: session.transaction.isOpen,
		autocommit,
		more,
		warningCount: session.warnings.count - earlierWarnings,
		noBackslashEscapes: mode.noBackslashEscapes,
	};
}

type RowDelivery = Pick<ResultDelivery, "session" | "sink">;

export function deliver(outcome: StatementResult, delivery: ResultDelivery): MaybePromise<void> {
	return outcome.kind === "ok" ? deliverDone(outcome, delivery) : deliverRows(outcome, delivery);
}

function deliverDone(outcome: DoneResult, delivery: ResultDelivery): void {
	const { affectedRows, info, insertId, generatedId, database } = outcome;
	const { facts } = delivery.session;
	if (generatedId !== undefined) {
		facts.generated(generatedId);
	}
	facts.rowCount = affectedRows;
	facts.info = info;
	facts.foundRows = outcome.queriedRows ?? facts.foundRows;
	const id = facts.lastInsertIdWasGiven && insertId === 0 ? facts.lastInsertId : insertId;
	const { inTransaction, autocommit, more, warningCount, noBackslashEscapes } = statusAfter(delivery);
	const result = {
		inTransaction,
		autocommit,
		more,
		warningCount,
		noBackslashEscapes,
		affectedRows,
		lastInsertId: asUnsigned(id),
		info,
	};
	delivery.sink.ok(typeof database === "string" ? { ...result, database } : result);
}

function deliverRows(given: RowsResult, delivery: ResultDelivery): MaybePromise<void> {
	const { session, sink, limit: most } = delivery;
	// A bigint limit exceeds any client's result and is slow to compare (V8 calls its runtime).
	const limit = typeof most === "bigint" ? Number.POSITIVE_INFINITY : most;
	const outcome = given.stored === undefined ? withPrintedJson(given, session.server.book) : given;
	const { columns, stored } = outcome;
	const source = textGuard.isInstalled ? guardedSource(outcome.source, columns, session.facts) : outcome.source;
	sink.begin(columns);
	let pumped: MaybePromise<number>;
	try {
		pumped =
			stored === undefined || sink.storedRows === undefined || limit < Number.MAX_SAFE_INTEGER
				? pump(source, delivery, limit, 0)
				: pumpStored(stored, delivery as StoredDelivery, source, 0);
	} catch (failure) {
		source.close();
		throw failure;
	}
	if (pumped instanceof Promise) {
		return pumped.then(
			(count) => endRows(outcome, count, delivery),
			(failure) => {
				source.close();
				throw failure;
			},
		);
	}
	endRows(outcome, pumped, delivery);
}

function endRows({ counted }: RowsResult, count: number, delivery: ResultDelivery): void {
	const { facts } = delivery.session;
	facts.foundRows = counted?.foundRows() ?? count;
	facts.rowCount = -1;
	facts.info = "";
	delivery.sink.end(statusAfter(delivery));
}

/** The values that a procedure gave to the parameters of a CALL: a row that is marked, and not counted. */
export function deliverOutParameters(
	columns: readonly ResultColumn[],
	row: Row,
	{ session, sink }: RowDelivery,
): MaybePromise<void> {
	sink.begin(columns, true);
	return after(whenTaken(sink.rows([row]), { session, sink }), () =>
		sink.end(statusAfter({ session, more: true, earlierWarnings: 0, lastingSettings: undefined })),
	);
}

/** Sends batches of rows until the source is exhausted; returns the number of rows sent. */
function pump(source: RowSource, to: RowDelivery, limit: number, before: number): MaybePromise<number> {
	let count = before;
	while (count < limit) {
		const batch = source.next();
		if (batch instanceof Promise) {
			return batch.then((rows) => (rows === null ? count : pumpOn(source, to, limit, count, rows)));
		}
		if (batch === null) {
			return count;
		}
		const rows = fitting(batch, limit, count);
		count += rows.length;
		const taken = to.sink.rows(rows);
		if (taken instanceof Promise) {
			return after(whenTaken(taken, to), () => pump(source, to, limit, count));
		}
	}
	source.close();
	return count;
}

function pumpOn(source: RowSource, to: RowDelivery, limit: number, before: number, batch: Row[]): MaybePromise<number> {
	const rows = fitting(batch, limit, before);
	return after(whenTaken(to.sink.rows(rows), to), () => pump(source, to, limit, before + rows.length));
}

/** The client reads slowly: KILL and the like end the wait. */
function whenTaken(taken: MaybePromise<void>, { session }: RowDelivery): MaybePromise<void> {
	return taken instanceof Promise ? session.facts.waits.forClient(taken, "Writing to net") : taken;
}

interface StoredDelivery extends RowDelivery {
	readonly sink: ResultSink & Required<Pick<ResultSink, "storedRows">>;
}

/** Zero-copy variant for rows in stored encoding; `source` yields the same rows as values. */
function pumpStored(
	stored: PassthroughRows,
	to: StoredDelivery,
	source: RowSource,
	before: number,
): MaybePromise<number> {
	let count = before;
	for (;;) {
		const page = stored.nextPage();
		if (page instanceof Promise) {
			return page.then((arrived) =>
				arrived instanceof Object
					? after(whenTaken(to.sink.storedRows(arrived, stored.columns), to), () =>
							pumpStored(stored, to, source, count + arrived.count),
						)
					: arrived === null
						? count
						: pump(source, to, Number.POSITIVE_INFINITY, count),
			);
		}
		if (page === null) {
			return count;
		}
		if (page === undefined) {
			return pump(source, to, Number.POSITIVE_INFINITY, count);
		}
		count += page.count;
		const taken = to.sink.storedRows(page, stored.columns);
		if (taken instanceof Promise) {
			return after(whenTaken(taken, to), () => pumpStored(stored, to, source, count));
		}
	}
}

function fitting(batch: Row[], limit: number, count: number): Row[] {
	return count + batch.length > limit ? batch.slice(0, limit - count) : batch;
}
