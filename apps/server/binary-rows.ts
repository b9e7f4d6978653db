/**
 * Rows of the binary protocol, which prepared statements answer in.
 *
 *     00 | which cells are NULL: a bit a column, the first column's is bit 2 of the first byte | the cells that are not
 *     TINYINT 1, SMALLINT and YEAR 2, MEDIUMINT and INT 4, BIGINT 8 bytes; FLOAT 4, DOUBLE 8 bytes;
 *     dates and times as in `temporal-bytes.ts`; all others as length-encoded strings, as in the text protocol
 *
 * In: the columns and the charset text is sent in. Out: a function that appends a row to the buffer; what a cell
 * needs is decided once a column.
 */
import type { Integer, ResultColumn, SqlType, Value } from "../../core/index.ts";
import { encodeDate, encodeDatetime, encodeTime } from "./temporal-bytes.ts";
import { type CellEncoder, type RowEncoder, stringCell, textCell } from "./text-rows.ts";

/** The first two bits of the bitmap are not used. */
export const bitmapOffset = 2;

export function binaryRowEncoder(columns: readonly ResultColumn[], resultsCharset: string | null): RowEncoder {
	const cells = columns.map((column) => binaryCell(column.type, resultsCharset));
	const width = cells.length;
	const bitmapLength = (width + 7 + bitmapOffset) >> 3;
	return (writer, row) => {
		writer.begin();
		writer.uint8(0);
		const bitmap = writer.length;
		writer.zeros(bitmapLength);
		for (let at = 0; at < width; at++) {
			const value = row[at] as Value;
			if (value === null) {
				const bit = at + bitmapOffset;
				writer.setBit(bitmap + (bit >> 3), 1 << (bit & 7));
			} else {
				(cells[at] as CellEncoder)(writer, value);
			}
		}
		writer.end();
	};
}

const oneByte: CellEncoder = (writer, value) => writer.uint8(value as number);
const twoBytes: CellEncoder = (writer, value) => writer.uint16(value as number);
const fourBytes: CellEncoder = (writer, value) => writer.uint32(value as number);
const eightBytes: CellEncoder = (writer, value) => writer.uint64(value as Integer);
const float: CellEncoder = (writer, value) => writer.float(value as number);
const double: CellEncoder = (writer, value) => writer.double(value as number);
const date: CellEncoder = (writer, value) => encodeDate(writer, value as number);

/** A cell of the binary protocol. */
export function binaryCell(type: SqlType, resultsCharset: string | null): CellEncoder {
	switch (type.name) {
		case "tinyint":
			return oneByte;
		case "smallint":
		case "year":
			return twoBytes;
		case "mediumint":
		case "int":
			return fourBytes;
		case "bigint":
			return eightBytes;
		case "float":
			return float;
		case "double":
			return double;
		case "date":
			return date;
		case "datetime":
		case "timestamp":
			return (writer, value) => encodeDatetime(writer, value as Integer, type.scale);
		case "time":
			return (writer, value) => encodeTime(writer, value as number, type.scale);
		case "decimal":
			return textCell(type, resultsCharset);
		default:
			return stringCell(type, resultsCharset);
	}
}
