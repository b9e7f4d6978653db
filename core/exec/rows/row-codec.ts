/**
 * Encodes and decodes rows of a table, with timestamps in the session's time zone; cached with the table.
 *
 * `store/encoding/row.ts` shows the row format.
 */
import type { Column, Table } from "../../catalog/table.ts";
import { type DecodeRow, rowDecoder } from "../../store/encoding/row-decoder.ts";
import { type EncodeRow, rowEncoder } from "../../store/encoding/row-encoder.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { guardedEncoder } from "./text-guard.ts";
import { isInstant, sessionTime, storedRow } from "./timestamp-column.ts";

export interface RowCodec {
	encode(row: Row, evaluation: Evaluation): Uint8Array;
	/** Decodes all columns, in table order. */
	decode(bytes: Uint8Array, evaluation: Evaluation): Row;
	/** Encodes with timestamps in UTC, as stored. */
	readonly encodeStored: EncodeRow;
	readonly decodeStored: (bytes: Uint8Array) => Row;
}

/** Decodes the wanted columns of the row at `start` (default 0) into their slots. */
export type DecodeColumns = (bytes: Uint8Array, into: Row, evaluation: Evaluation, start?: number) => void;

const codecs = new WeakMap<Table, RowCodec>();

export function rowCodec(table: Table): RowCodec {
	let codec = codecs.get(table);
	if (codec === undefined) {
		codec = makeCodec(table);
		codecs.set(table, codec);
	}
	return codec;
}

/** Decodes `columns[i]` into slot `slots[i]`. Created once a plan. */
export function columnDecoder(columns: readonly Column[], slots: readonly number[]): DecodeColumns {
	const decode = rowDecoder(columns, slots);
	if (!columns.some(isInstant)) {
		return (bytes, into, _evaluation, start) => decode(bytes, into, start);
	}
	const timestamps = columns.flatMap((column, at) =>
		isInstant(column) ? [{ slot: slots[at] as number, scale: column.type.scale }] : [],
	);
	return (bytes, into, evaluation, start) => {
		decode(bytes, into, start);
		for (const { slot, scale } of timestamps) {
			into[slot] = sessionTime(into[slot] as Value, scale, evaluation);
		}
	};
}

function makeCodec(table: Table): RowCodec {
	const slots = table.columns.map((column) => column.offset);
	const encodeStored = guardedEncoder(table, rowEncoder(table.columns));
	const decodeStored: DecodeRow = rowDecoder(table.columns, slots);
	const decodeLocal = columnDecoder(table.columns, slots);
	const width = slots.length;
	return {
		encode: (row, evaluation) => encodeStored(storedRow(table, row, evaluation)),
		decode(bytes, evaluation) {
			const row: Row = new Array<Value>(width).fill(null);
			decodeLocal(bytes, row, evaluation);
			return row;
		},
		encodeStored,
		decodeStored(bytes) {
			const row: Row = new Array<Value>(width).fill(null);
			decodeStored(bytes, row);
			return row;
		},
	};
}
