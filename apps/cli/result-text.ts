/**
 * Prints results and errors as the mysql client does: tab-separated, or as a table.
 *
 * In: results of the kernel. Out: bytes as the client would write them. NULL is `NULL`.
 */
import {
	type ByteString,
	type OkResult,
	type ResultColumn,
	type ResultSink,
	type Row,
	type SqlError,
	countCharacters,
	printer,
	familyOf,
	encodeText,
} from "../../core/index.ts";

export type ResultStyle = "batch" | "table" | "vertical";

/** Collects one statement's results and writes them as text. */
export class TextSink implements ResultSink {
	failure: SqlError | undefined;
	#columns: readonly ResultColumn[] = [];
	#cells: ByteString[][] = [];
	readonly #style: ResultStyle;
	readonly #write: (bytes: ByteString) => void;

	constructor(style: ResultStyle, write: (bytes: ByteString) => void) {
		this.#style = style;
		this.#write = write;
	}

	begin(columns: readonly ResultColumn[]): void {
		this.#columns = columns;
		this.#cells = [];
	}

	rows(batch: readonly Row[]): void {
		const cellPrinters = this.#columns.map((column) => printer(column.type));
		for (const row of batch) {
			this.#cells.push(cellPrinters.map((print, at) => (row[at] === null ? "NULL" : print(row[at] ?? null))));
		}
	}

	end(): void {
		if (this.#cells.length > 0) {
			this.#write(printers[this.#style](this.#columns, this.#cells));
		}
	}

	ok(_result: OkResult): void {}

	error(error: SqlError): void {
		this.failure = error;
	}
}

/** `ERROR 1105 (HY000) at line 3: message`; the line of a sourced file comes with its name. */
export function printError(error: SqlError, line?: number, file?: string): ByteString {
	const name = file === undefined ? "" : ` in file: '${encodeText(file)}'`;
	return `ERROR ${error.code} (${error.state})${line === undefined ? "" : ` at line ${line}`}${name}: ${error.bytes}\n`;
}

function printBatch(columns: readonly ResultColumn[], cells: readonly ByteString[][]): ByteString {
	const lines = [columns.map((column) => encodeText(column.name)), ...cells.map((row) => row.map(escapeCell))];
	return lines.map((line) => `${line.join("\t")}\n`).join("");
}

function escapeCell(cell: ByteString): ByteString {
	return cell.replace(/[\0\t\n\\]/g, (character) => ({ "\0": "\\0", "\t": "\\t", "\n": "\\n" })[character] ?? "\\\\");
}

/** A column that may be NULL is at least as wide as the word. */
const roomForNull = 4;
const widestColumn = 1024;

function printTable(columns: readonly ResultColumn[], cells: readonly ByteString[][]): ByteString {
	const names = columns.map((column) => encodeText(column.name));
	const widths = names.map((name, at) =>
		widest([name, ...cells.map((row) => row[at] ?? "")], columns[at]?.nullable === true ? roomForNull : 0),
	);
	const rule = `+${widths.map((width) => "-".repeat(width + 2)).join("+")}+\n`;
	const isNumber = columns.map((column) => ["integer", "decimal", "float"].includes(familyOf(column.type)));
	const line = (row: readonly ByteString[], right: readonly boolean[]): ByteString =>
		`|${row.map((cell, at) => ` ${pad(cell, widths[at] ?? 0, right[at] ?? false)} `).join("|")}|\n`;
	return rule + line(names, []) + rule + cells.map((row) => line(row, isNumber)).join("") + rule;
}

/** A block a row, names to the left, as after \G. The client counts the names' bytes here, not their characters. */
function printVertical(columns: readonly ResultColumn[], cells: readonly ByteString[][]): ByteString {
	const names = columns.map((column) => encodeText(column.name));
	const width = Math.max(...names.map((name) => name.length));
	const stars = "*".repeat(27);
	return cells
		.map(
			(row, at) =>
				`${stars} ${at + 1}. row ${stars}\n` +
				row.map((cell, column) => `${(names[column] ?? "").padStart(width)}: ${cell}\n`).join(""),
		)
		.join("");
}

const printers: Record<ResultStyle, (columns: readonly ResultColumn[], cells: readonly ByteString[][]) => ByteString> =
	{
		batch: printBatch,
		table: printTable,
		vertical: printVertical,
	};

/** As the client reckons: the most bytes, up to its limit. A spread of a million cells would not fit on the stack. */
function widest(cells: readonly ByteString[], least: number): number {
	return Math.min(
		cells.reduce((width, cell) => Math.max(width, cell.length), least),
		widestColumn,
	);
}

function widthOf(cell: ByteString): number {
	return countCharacters(cell, "utf8mb4");
}

function pad(cell: ByteString, width: number, right: boolean): ByteString {
	const space = " ".repeat(Math.max(width - widthOf(cell), 0));
	return right ? space + cell : cell + space;
}
