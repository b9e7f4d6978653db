/**
 * Rows of the text protocol: one packet a row, one length-encoded string a cell, fb for NULL.
 *
 * In: the columns and the charset text is sent in. Out: a function that appends a row to the buffer; what a cell
 * needs is decided once a column. Integers are written as digits and text as the bytes it is stored in, without a
 * JavaScript string in between.
 */
import {
	type ByteString,
	type Integer,
	type ResultColumn,
	type Row,
	type SqlType,
	type Value,
	isSameText,
	transcoder,
	printer,
	familyOf,
	textWriter,
	isCharacterType,
} from "../../core/index.ts";
import { sentCharset } from "./column-definition.ts";
import type { PacketWriter } from "./encode.ts";

export type RowEncoder = (writer: PacketWriter, row: Row) => void;

/** Appends a value that is not NULL. */
export type CellEncoder = (writer: PacketWriter, value: Value) => void;

export function textRowEncoder(columns: readonly ResultColumn[], resultsCharset: string | null): RowEncoder {
	const cells = columns.map((column) => textCell(column.type, resultsCharset));
	const width = cells.length;
	return (writer, row) => {
		writer.begin();
		for (let at = 0; at < width; at++) {
			const value = row[at] as Value;
			if (value === null) {
				writer.uint8(0xfb);
			} else {
				(cells[at] as CellEncoder)(writer, value);
			}
		}
		writer.end();
	};
}

/** A cell of the text protocol; of decimals in both protocols. */
export function textCell(type: SqlType, resultsCharset: string | null): CellEncoder {
	const write = textWriter(type);
	return write === undefined
		? stringCell(type, resultsCharset)
		: (writer, value) => writer.lenencText(write, value as Integer);
}

const storedBytes: CellEncoder = (writer, value) => writer.lenencBytes(value as ByteString);

/** A cell sent as a string: the same in both protocols. */
export function stringCell(type: SqlType, resultsCharset: string | null): CellEncoder {
	switch (type.name) {
		case "json":
			return textBytes("utf8mb4", resultsCharset ?? "utf8mb4", printer(type));
		case "enum":
		case "set":
			return textBytes(type.charset, sentCharset(type, resultsCharset), printer(type));
		default:
			if (isCharacterType(type)) {
				return textBytes(type.charset, sentCharset(type, resultsCharset), undefined);
			}
			return isBytes(type) ? storedBytes : printed(printer(type));
	}
}

/**
 * Are the stored bytes of a text, or of bytes, the very bytes to send? Those of JSON may hold marks: `direct-cell.ts`
 * looks.
 */
export function sendsStoredBytes(type: SqlType, resultsCharset: string | null): boolean {
	return (
		isBytes(type) ||
		(isCharacterType(type) &&
			type.name !== "enum" &&
			type.name !== "set" &&
			isSameText(type.charset, sentCharset(type, resultsCharset)))
	);
}

function isBytes(type: SqlType): boolean {
	return familyOf(type) === "bytes";
}

function printed(print: (value: Value) => ByteString): CellEncoder {
	return (writer, value) => writer.lenencBytes(print(value));
}

function textBytes(from: string, to: string, print: ((value: Value) => ByteString) | undefined): CellEncoder {
	if (isSameText(from, to)) {
		return print === undefined ? storedBytes : printed(print);
	}
	const convert = transcoder(from, to);
	return print === undefined
		? (writer, value) => writer.lenencBytes(convert(value as ByteString))
		: (writer, value) => writer.lenencBytes(convert(print(value)));
}
