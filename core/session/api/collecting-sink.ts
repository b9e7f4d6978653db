/**
 * Result sink that collects rows in memory, for internal statements of the kernel.
 */
import type { SqlError } from "../../errors/catalogue.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import type { InternalAnswer } from "./session-context.ts";
import type { OkResult, ResultSink } from "./result.ts";

export class CollectingSink implements ResultSink {
	readonly #rows: Row[] = [];
	#affectedRows: Integer = 0;
	#error: SqlError | undefined;

	begin(): void {
		this.#rows.length = 0;
	}

	rows(batch: readonly Row[]): void {
		this.#rows.push(...batch.map((row) => [...row]));
	}

	end(): void {}

	ok(result: OkResult): void {
		this.#affectedRows = result.affectedRows;
	}

	error(error: SqlError): void {
		this.#error = error;
	}

	/** Returns the collected answer; throws the error that the statement ended with. */
	answer(): InternalAnswer {
		if (this.#error !== undefined) {
			throw this.#error;
		}
		return { rows: this.#rows, affectedRows: this.#affectedRows };
	}
}
