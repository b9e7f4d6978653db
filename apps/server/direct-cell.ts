/**
 * Cells written from stored bytes straight into the packet's memory, whose room has been made before.
 *
 *     stored integer   two's complement in the fewest bytes  ──►  its digits, or the same bytes and its sign in the rest
 *     stored text      its bytes                             ──►  their number, the bytes
 *
 * In: a column as it is stored and as it is sent, a protocol. Out: a function, or undefined where more has to be done
 * to a value than these can (`text-rows.ts`, `binary-rows.ts` do it).
 *
 * Why: a row of seven cells cost 360 ns where every byte was asked whether there is room for it.
 */
import {
	textWriter,
	bytesForm,
	integerForm,
	type RowColumn,
	valueFormOf,
	isSameText,
	kindMark,
	normalJson,
	readLatin1,
	type SqlType,
	type WriteText,
} from "../../core/index.ts";
import { writeSlice } from "./encode.ts";
import type { RowFormat } from "./result-shape.ts";
import { sendsStoredBytes } from "./text-rows.ts";

/** Writes the value that lies between `from` and `to` at `at`; answers with where it ends. */
export type DirectCell = (target: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number) => number;

/**
 * A stored integer that is sent as text: the row's encoder reads it, since a function around this one would be a second
 * call that V8 cannot compile into the row's loop.
 */
export interface IntegerText {
	readonly write: WriteText;
}

/** Room for a cell beyond its stored bytes: a number of 64 bits has 20 digits, a decimal 65 and more. */
export const cellRoom = 80;

export function directCell(
	type: SqlType,
	stored: RowColumn,
	format: RowFormat,
	resultsCharset: string | null,
): DirectCell | IntegerText | undefined {
	const form = valueFormOf(stored.type);
	if (form === bytesForm) {
		if (type.name === "json") {
			return isSameText("utf8mb4", resultsCharset ?? "utf8mb4") ? document : undefined;
		}
		return sendsStoredBytes(type, resultsCharset) ? writeSlice : undefined;
	}
	if (
		form !== integerForm ||
		// A TIMESTAMP is stored in UTC.
		type.name === "timestamp" ||
		type.unsigned !== stored.type.unsigned ||
		type.name !== stored.type.name
	) {
		return undefined;
	}
	return format === "text" ? textCell(type) : binaryCell(type);
}

/** Of decimals in both protocols. */
function textCell(type: SqlType): IntegerText | undefined {
	const write = textWriter(type);
	return write && { write };
}

function binaryCell(type: SqlType): DirectCell | IntegerText | undefined {
	switch (type.name) {
		case "decimal":
			return textCell(type);
		case "tinyint":
			return fixed(1);
		case "smallint":
			return fixed(2);
		case "mediumint":
		case "int":
			return fixed(4);
		case "bigint":
			return fixed(8);
		default:
			return undefined;
	}
}

/** JSON without the marks of its kinds, of which there seldom are any. */
const document: DirectCell = (target, start, bytes, from, to) => {
	const stored = bytes.subarray(from, to);
	if (!stored.includes(kindMark.charCodeAt(0))) {
		return writeSlice(target, start, bytes, from, to);
	}
	const normal = Buffer.from(normalJson(readLatin1(stored, 0, stored.length)), "latin1");
	return writeSlice(target, start, normal, 0, normal.length);
};

/** The bytes as they are, the sign in those that are not stored. */
function fixed(size: number): DirectCell {
	return (target, at, bytes, from, to) => {
		const stored = to - from < size ? to - from : size;
		for (let byte = 0; byte < stored; byte++) {
			target[at + byte] = bytes[from + byte] as number;
		}
		const sign = stored > 0 && (bytes[from + stored - 1] as number) >= 0x80 ? 0xff : 0;
		for (let byte = stored; byte < size; byte++) {
			target[at + byte] = sign;
		}
		return at + size;
	};
}
