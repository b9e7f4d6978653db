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
	dayOf,
	monthOf,
	yearOf,
	dateOfSeconds,
	secondOfDay,
	printDecimal,
	readInteger,
	bytesForm,
	integerForm,
	type RowColumn,
	valueFormOf,
	isSameText,
	kindMark,
	normalJson,
	readLatin1,
	type SqlType,
} from "../../core/index.ts";
import { digitCount, writeDigits } from "./digit.ts";
import type { RowFormat } from "./result-shape.ts";
import { sendsStoredBytes } from "./text-rows.ts";

/** Writes the value that lies between `from` and `to` at `at`; answers with where it ends. */
export type DirectCell = (target: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number) => number;

/** Room for a cell beyond its stored bytes: a number of 64 bits has 20 digits, a decimal 65 and more. */
export const cellRoom = 80;

export function directCell(
	type: SqlType,
	stored: RowColumn,
	format: RowFormat,
	resultsCharset: string | null,
): DirectCell | undefined {
	const form = valueFormOf(stored.type);
	if (form === bytesForm) {
		if (type.name === "json") {
			return isSameText("utf8mb4", resultsCharset ?? "utf8mb4") ? document : undefined;
		}
		return sendsStoredBytes(type, resultsCharset) ? slice : undefined;
	}
	if (
		form !== integerForm ||
		type.zerofill ||
		type.unsigned !== stored.type.unsigned ||
		type.name !== stored.type.name
	) {
		return undefined;
	}
	return format === "text" ? textCell(type) : binaryCell(type);
}

function textCell({ name, scale }: SqlType): DirectCell | undefined {
	switch (name) {
		case "tinyint":
		case "smallint":
		case "mediumint":
		case "int":
			return digits;
		case "bigint":
			return longDigits;
		case "decimal":
			return scale > 0 && scale < powers.length ? decimal(scale) : undefined;
		case "date":
			return date;
		case "datetime":
			return scale === 0 ? datetime : undefined;
		default:
			return undefined;
	}
}

function binaryCell({ name, scale }: SqlType): DirectCell | undefined {
	switch (name) {
		case "decimal":
			return scale > 0 && scale < powers.length ? decimal(scale) : undefined;
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

/** Below this many bytes a loop is faster than a call into native code. */
const shortSlice = 48;

const slice: DirectCell = (target, start, bytes, from, to) => {
	const length = to - from;
	let at = start;
	if (length < 251) {
		target[at++] = length;
	} else if (length < 65536) {
		target[at++] = 0xfc;
		target[at++] = length;
		target[at++] = length >> 8;
	} else {
		// Up to 16 MB with three bytes, beyond with eight.
		const isLong = length >= 16777216;
		target[at++] = isLong ? 0xfe : 0xfd;
		for (let byte = 0; byte < (isLong ? 8 : 3); byte++) {
			target[at++] = byte < 4 ? length >>> (8 * byte) : 0;
		}
	}
	if (length >= shortSlice) {
		target.set(bytes.subarray(from, to), at);
	} else {
		const shift = at - from;
		for (let next = from; next < to; next++) {
			target[next + shift] = bytes[next] as number;
		}
	}
	return at + length;
};

/** JSON without the marks of its kinds, of which there seldom are any. */
const document: DirectCell = (target, start, bytes, from, to) => {
	const stored = bytes.subarray(from, to);
	if (!stored.includes(kindMark.charCodeAt(0))) {
		return slice(target, start, bytes, from, to);
	}
	const normal = Buffer.from(normalJson(readLatin1(stored, 0, stored.length)), "latin1");
	return slice(target, start, normal, 0, normal.length);
};

function writeShort(target: Uint8Array, at: number, value: number): number {
	if (value >= 0) {
		const count = digitCount(value);
		target[at] = count;
		return writeDigits(target, at + 1, value, count);
	}
	const count = digitCount(-value);
	target[at] = count + 1;
	target[at + 1] = 45;
	return writeDigits(target, at + 2, -value, count);
}

/** Integers of other lengths than those of 31 bits. */
const longDigits: DirectCell = (target, at, bytes, from, to) => {
	const value = readInteger(bytes, from, to);
	if (typeof value === "number" && value <= 0x7fffffff && value >= -0x7fffffff) {
		return writeShort(target, at, value);
	}
	return writeText(target, at, String(value));
};

function writeText(target: Uint8Array, at: number, text: string): number {
	target[at] = text.length;
	for (let place = 0; place < text.length; place++) {
		target[at + 1 + place] = text.charCodeAt(place);
	}
	return at + 1 + text.length;
}

const digits: DirectCell = (target, at, bytes, from, to) => {
	switch (to - from) {
		case 0:
			target[at] = 1;
			target[at + 1] = 48;
			return at + 2;
		case 1:
			return writeShort(target, at, ((bytes[from] as number) << 24) >> 24);
		case 2:
			return writeShort(target, at, (((bytes[from] as number) | ((bytes[from + 1] as number) << 8)) << 16) >> 16);
		default:
			return longDigits(target, at, bytes, from, to);
	}
};

/** Decimals of more than 31 bits are printed. */
function decimal(scale: number): DirectCell {
	const power = powers[scale] as number;
	return (target, start, bytes, from, to) => {
		const value = readInteger(bytes, from, to);
		if (typeof value !== "number" || value > 0x7fffffff || value < -0x7fffffff) {
			return writeText(target, start, printDecimal(value, scale));
		}
		const size = value < 0 ? -value : value;
		const whole = (size / power) | 0;
		const count = digitCount(whole);
		let at = start;
		target[at++] = count + 1 + scale + (value < 0 ? 1 : 0);
		if (value < 0) {
			target[at++] = 45;
		}
		at = writeDigits(target, at, whole, count);
		target[at++] = 46;
		return writeDigits(target, at, size - whole * power, scale);
	};
}

const powers = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

function writeDate(target: Uint8Array, at: number, packed: number): number {
	writeDigits(target, at, yearOf(packed), 4);
	target[at + 4] = 45;
	writeDigits(target, at + 5, monthOf(packed), 2);
	target[at + 7] = 45;
	return writeDigits(target, at + 8, dayOf(packed), 2);
}

const date: DirectCell = (target, at, bytes, from, to) => {
	target[at] = 10;
	return writeDate(target, at + 1, readInteger(bytes, from, to) as number);
};

const datetime: DirectCell = (target, at, bytes, from, to) => {
	const seconds = readInteger(bytes, from, to) as number;
	const clock = secondOfDay(seconds);
	target[at] = 19;
	writeDate(target, at + 1, dateOfSeconds(seconds));
	target[at + 11] = 32;
	writeDigits(target, at + 12, (clock / 3600) | 0, 2);
	target[at + 14] = 58;
	writeDigits(target, at + 15, ((clock / 60) | 0) % 60, 2);
	target[at + 17] = 58;
	return writeDigits(target, at + 18, clock % 60, 2);
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
