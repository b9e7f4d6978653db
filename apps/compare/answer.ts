/**
 * A statement's answer: its results as data, and as one text that can be compared and printed.
 *
 * The text is `ok, 1 row`, an error as the mysql client prints it, or rows under their names with tabs between.
 */
import {
	decodeText,
	type OkResult,
	printText,
	type ResultColumn,
	type ResultSink,
	type Row,
	type SessionStatus,
	type SqlError,
} from "../../core/index.ts";

/** One result of a statement. A cell is NULL or text. */
type AnswerResult =
	| { readonly kind: "ok"; readonly affectedRows: number; readonly warnings: number }
	| {
			readonly kind: "rows";
			readonly columns: readonly string[];
			readonly rows: readonly (readonly (string | null)[])[];
			readonly warnings: number;
	  }
	| { readonly kind: "error"; readonly code: number; readonly state: string; readonly message: string };

export type AnswerError = AnswerResult & { readonly kind: "error" };

export interface Answer {
	readonly text: string;
	/** Several of a procedure's or of several statements in one text. */
	readonly results: readonly AnswerResult[];
}

/** Returns the error that a statement ended with. */
export function errorOf({ results }: Answer): AnswerError | undefined {
	const last = results.at(-1);
	return last?.kind === "error" ? last : undefined;
}

/** Rows of a statement's last result; none where it ended otherwise. */
export function rowsOf({ results }: Answer): readonly (readonly (string | null)[])[] {
	const last = results.at(-1);
	return last?.kind === "rows" ? last.rows : [];
}

export class AnswerSink implements ResultSink {
	readonly #results: AnswerResult[] = [];
	#columns: readonly ResultColumn[] = [];
	#rows: (readonly (string | null)[])[] = [];

	get answer(): Answer {
		return { results: this.#results, text: this.#results.map(textOf).join("\n") };
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#rows = [];
	}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.#rows.push(
				this.#columns.map(({ type }, at) => {
					const cell = printText(row[at] ?? null, type);
					return cell === null ? null : decodeText(cell);
				}),
			);
		}
	}

	end({ warningCount }: SessionStatus): void {
		const columns = this.#columns.map(({ name }) => name);
		this.#results.push({ kind: "rows", columns, rows: this.#rows, warnings: warningCount });
	}

	ok({ affectedRows, warningCount }: OkResult): void {
		this.#results.push({ kind: "ok", affectedRows: Number(affectedRows), warnings: warningCount });
	}

	error({ code, state, message }: SqlError): void {
		this.#results.push({ kind: "error", code, state, message });
	}
}

function textOf(result: AnswerResult): string {
	switch (result.kind) {
		case "error":
			return `ERROR ${result.code} (${result.state}): ${result.message}`;
		case "ok":
			return `ok${changedRows(result.affectedRows)}${warned(result.warnings)}`;
		case "rows": {
			const lines = [result.columns, ...result.rows].map((cells) => cells.map((cell) => cell ?? "NULL").join("\t"));
			return (lines.length === 1 ? "no rows" : lines.join("\n")) + warned(result.warnings);
		}
	}
}

function changedRows(count: number): string {
	return count === 0 ? "" : `, ${counted(count, "row")}`;
}

function warned(warnings: number): string {
	return warnings === 0 ? "" : `, ${counted(warnings, "warning")}`;
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
