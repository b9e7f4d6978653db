/**
 * Result shape: the column packets and the row encoder that all results of the same columns share.
 *
 *     number of columns (lenenc) | a column definition a packet    as they are sent; then the rows
 *
 * In: the columns, a protocol, the charset text is sent in. Out: a `ResultShape`, made once as long as the kernel
 * hands over the same array of columns, as it does for a plan that is run again.
 */
import type { ResultColumn, RowColumn } from "../../core/index.ts";
import { binaryRowEncoder } from "./binary-rows.ts";
import { encodeColumnDefinition } from "./column-definition.ts";
import { PacketWriter } from "./encode.ts";
import { type StoredRowEncoder, storedRowEncoder } from "./stored-row.ts";
import { type RowEncoder, textRowEncoder } from "./text-rows.ts";

export type RowFormat = "text" | "binary";

export class ResultShape {
	readonly format: RowFormat;
	readonly resultsCharset: string | null;
	readonly encodeRow: RowEncoder;
	readonly #columns: readonly ResultColumn[];
	#stored: { readonly columns: readonly RowColumn[]; readonly encode: StoredRowEncoder } | undefined;
	/** The describing packets, framed to follow a packet of sequence number 0. */
	readonly #framed: Buffer;

	constructor(columns: readonly ResultColumn[], format: RowFormat, resultsCharset: string | null) {
		this.format = format;
		this.resultsCharset = resultsCharset;
		this.encodeRow = (format === "text" ? textRowEncoder : binaryRowEncoder)(columns, resultsCharset);
		this.#columns = columns;
		const writer = new PacketWriter();
		writer.sequence = 1;
		this.#write(writer);
		this.#framed = Buffer.from(writer.view());
	}

	encodeColumns(writer: PacketWriter): void {
		if (writer.sequence === 1) {
			writer.framed(this.#framed, this.#columns.length + 1);
		} else {
			this.#write(writer);
		}
	}

	/** How rows are encoded as they lie in the store; made once a plan, as `columns` are. */
	storedRow(columns: readonly RowColumn[]): StoredRowEncoder {
		if (this.#stored?.columns !== columns) {
			this.#stored = { columns, encode: storedRowEncoder(this.#columns, columns, this.format, this.resultsCharset) };
		}
		return this.#stored.encode;
	}

	#write(writer: PacketWriter): void {
		writer.begin();
		writer.lenencInteger(this.#columns.length);
		writer.end();
		for (const column of this.#columns) {
			writer.begin();
			encodeColumnDefinition(writer, column, this.resultsCharset);
			writer.end();
		}
	}
}

const noShapes: readonly ResultShape[] = [];
const shapes = new WeakMap<readonly ResultColumn[], ResultShape[]>();

export function resultShape(
	columns: readonly ResultColumn[],
	format: RowFormat,
	resultsCharset: string | null,
): ResultShape {
	const known = shapes.get(columns);
	for (const shape of known ?? noShapes) {
		if (shape.format === format && shape.resultsCharset === resultsCharset) {
			return shape;
		}
	}
	const shape = new ResultShape(columns, format, resultsCharset);
	if (known === undefined) {
		shapes.set(columns, [shape]);
	} else {
		known.push(shape);
	}
	return shape;
}
