/**
 * Result sinks of stored programs: values and cursors are collected, result sets of procedures go to the client, those
 * of events nowhere.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import type { Row } from "../../types/value/value.ts";
import type { OkResult, ResultColumn, ResultSink, SessionStatus } from "../api/result.ts";

/** Collects rows: of an expression, or of a cursor. */
export class RowsSink implements ResultSink {
	columns: readonly ResultColumn[] = [];
	readonly rowsFound: Row[] = [];

	begin(columns: readonly ResultColumn[]): void {
		this.columns = columns;
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.rowsFound.push([...row]);
		}
	}

	end(): void {}

	ok(): void {}

	error(error: SqlError): void {
		throw error;
	}

	/** The value of an expression, which is a SELECT of one row. */
	value(): TypedValue {
		return { type: this.columns[0]!.type, value: this.rowsFound[0]![0] };
	}
}

/** Hands result sets on, and leaves out the counts of statements without one. */
export class ClientRowsSink implements ResultSink {
	readonly #client: ResultSink;
	readonly storedRows?: NonNullable<ResultSink["storedRows"]>;

	constructor(client: ResultSink) {
		this.#client = client;
		if (client.storedRows !== undefined) {
			this.storedRows = (page, columns) => client.storedRows!(page, columns);
		}
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#client.begin(columns);
	}

	rows(batch: readonly Row[]): MaybePromise<void> {
		return this.#client.rows(batch);
	}

	end(status: SessionStatus): void {
		this.#client.end({ ...status, more: true });
	}

	ok(_result: OkResult): void {}

	error(error: SqlError): void {
		throw error;
	}
}

/** Drops result sets, as those of an event's body. */
export class NoRowsSink implements ResultSink {
	begin(): void {}

	rows(): void {}

	end(): void {}

	ok(): void {}

	error(error: SqlError): void {
		throw error;
	}
}
