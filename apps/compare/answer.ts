/**
 * A statement's answer as one text, so that two can be compared and printed.
 *
 * In: results of the kernel. Out: `ok, 1 row`, an error as the mysql client prints it, or rows under their names with
 * tabs between.
 */
import {
	decodeText,
	encodeText,
	type OkResult,
	printText,
	type ResultColumn,
	type ResultSink,
	type Row,
	type SessionStatus,
	type SqlError,
} from "../../core/index.ts";

export class AnswerSink implements ResultSink {
	readonly #parts: string[] = [];
	#columns: readonly ResultColumn[] = [];
	#lines: string[] = [];

	get answer(): string {
		return this.#parts.join("\n");
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#lines = [columns.map(({ name }) => name).join("\t")];
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			const cells = this.#columns.map(({ type }, at) => printText(row[at] ?? null, type) ?? encodeText("NULL"));
			this.#lines.push(cells.map((cell) => decodeText(cell)).join("\t"));
		}
	}

	end(status: SessionStatus): void {
		const lines = this.#lines.length === 1 ? ["no rows"] : this.#lines;
		this.#parts.push(lines.join("\n") + warnings(status));
	}

	ok(result: OkResult): void {
		const { affectedRows } = result;
		const rows = Number(affectedRows) === 0 ? "" : `, ${affectedRows} row${Number(affectedRows) === 1 ? "" : "s"}`;
		this.#parts.push(`ok${rows}${warnings(result)}`);
	}

	error({ code, state, message }: SqlError): void {
		this.#parts.push(`ERROR ${code} (${state}): ${message}`);
	}
}

function warnings({ warningCount }: SessionStatus): string {
	return warningCount === 0 ? "" : `, ${warningCount} warning${warningCount === 1 ? "" : "s"}`;
}
