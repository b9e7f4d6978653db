/**
 * Covering index reads: decodes columns from an index entry's key, without a row lookup.
 *
 * Integers, decimals, dates and times are stored in the key as they are, followed by the primary key's parts.
 *
 *     key     index prefix | parts of the index | parts of the primary key     (in the value of a unique entry)
 *
 * An entry that lacks a wanted column leads to the row.
 *
 * Why: `select id from t where k = ?` avoids row lookups. Measured: 1.2 us per row lookup.
 */
import type { Column, Index, IndexPart, Table } from "../../catalog/table.ts";
import {
	endOfKeyPart,
	type KeyCursor,
	type KeyKind,
	keyKindOf,
	keyPartDecoder,
} from "../../store/encoding/key-part.ts";
import { readLatin1 } from "../../store/encoding/latin1.ts";
import type { Key } from "../../store/contract.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { indexPrefix } from "../rows/index-entry.ts";
import { sessionTime } from "../rows/timestamp-column.ts";

export type DecodeEntry = (key: Key, value: Uint8Array, into: Row, evaluation: Evaluation) => void;

/** One part of an entry, and the slot of its value if it is wanted. */
interface Piece {
	readonly kind: KeyKind;
	readonly slot: number | undefined;
	/** Fractional digits of a TIMESTAMP. */
	readonly timestamp: number | undefined;
}

const decodeInteger = keyPartDecoder("integer");

/** Decodes `columns[i]` into slot `slots[i]`. Created once a plan. */
export function entryDecoder(
	table: Table,
	index: Index,
	columns: readonly Column[],
	slots: readonly number[],
): DecodeEntry | undefined {
	const own = piecesOf(index.parts, columns, slots);
	const behind = piecesOf(table.primaryKey?.parts ?? [], columns, slots);
	const filled = new Set([...own, ...behind].map(({ slot }) => slot));
	if (index.primary || !slots.every((slot) => filled.has(slot))) {
		return undefined;
	}
	const isOwn = slots.every((slot) => own.some((piece) => piece.slot === slot));
	const beginning = indexPrefix(table, index, [], null).length;
	return (key, value, into, evaluation) => {
		const end = read({ key, at: beginning }, own, into, evaluation);
		if (isOwn) {
			return;
		}
		const cursor = value.length > 0 ? { key: readLatin1(value, 0, value.length), at: 0 } : { key, at: end };
		read(cursor, behind, into, evaluation);
	};
}

function piecesOf(parts: readonly IndexPart[], columns: readonly Column[], slots: readonly number[]): Piece[] {
	return parts.map(({ column, length }) => {
		const { type } = column;
		const kind = keyKindOf(type);
		const at = columns.indexOf(column);
		const isWhole = length === undefined && kind === "integer";
		return {
			kind,
			slot: at >= 0 && isWhole ? slots[at] : undefined,
			timestamp: type.name === "timestamp" ? type.scale : undefined,
		};
	});
}

/** Returns the end of the parts. */
function read(cursor: KeyCursor, pieces: readonly Piece[], into: Row, evaluation: Evaluation): number {
	for (const { kind, slot, timestamp } of pieces) {
		if (slot === undefined) {
			cursor.at = endOfKeyPart(cursor.key, cursor.at, kind);
			continue;
		}
		const value: Value = decodeInteger(cursor);
		into[slot] = timestamp === undefined ? value : sessionTime(value, timestamp, evaluation);
	}
	return cursor.at;
}
