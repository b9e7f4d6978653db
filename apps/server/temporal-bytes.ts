/**
 * Dates and times as the binary protocol sends them, to and from their packed values (`core/types/value.ts`).
 *
 * ```
 * DATE, DATETIME   length, 1 | year, 2 | month | day | hour | minute | second | microseconds, 4
 *                  length 0: all zero; 4: no time; 7: no fraction; 11: all
 * TIME             length, 1 | negative, 1 | days, 4 | hour | minute | second | microseconds, 4
 *                  length 0: zero; 8: no fraction; 12: all
 * ```
 *
 * In: values with their number of fractional digits; a payload. Out: the forms above; values. Parts that no clock
 * or calendar page shows are refused. It refuses to know time zones and which dates exist.
 */
import { sqlError } from "../../core/errors.ts";
import { canonical, type Integer } from "../../core/types/value.ts";
import type { PayloadReader } from "./decode.ts";
import type { PacketWriter } from "./encode.ts";

const monthsAYear = 13;
const daysAMonth = 32;
const secondsADay = 86400;
/** 838:59:59, the longest TIME. */
const longestTimeSeconds = 3020399;

/** A value and its fractional digits: 0 or 6. */
export interface PackedTemporal {
	readonly value: Integer;
	readonly scale: 0 | 6;
}

function encodeDateParts(writer: PacketWriter, date: number): void {
	const month = Math.floor(date / daysAMonth);
	writer.uint16(Math.floor(month / monthsAYear));
	writer.uint8(month % monthsAYear);
	writer.uint8(date % daysAMonth);
}

export function encodeDate(writer: PacketWriter, date: number): void {
	if (date === 0) {
		writer.uint8(0);
		return;
	}
	writer.uint8(4);
	encodeDateParts(writer, date);
}

/** Whole seconds, and the fraction in microseconds, of a value that is not negative. */
function splitFraction(value: Integer, scale: number): [seconds: number, microseconds: number] {
	if (scale === 0) {
		return [Number(value), 0];
	}
	const unit = 10 ** scale;
	if (typeof value === "number") {
		return [Math.floor(value / unit), (value % unit) * 10 ** (6 - scale)];
	}
	return [Number(value / BigInt(unit)), Number(value % BigInt(unit)) * 10 ** (6 - scale)];
}

function encodeClock(writer: PacketWriter, secondOfDay: number, microseconds: number): void {
	writer.uint8(Math.floor(secondOfDay / 3600));
	writer.uint8(Math.floor(secondOfDay / 60) % 60);
	writer.uint8(secondOfDay % 60);
	if (microseconds > 0) {
		writer.uint32(microseconds);
	}
}

export function encodeDatetime(writer: PacketWriter, value: Integer, scale: number): void {
	const [seconds, microseconds] = splitFraction(value, scale);
	const date = Math.floor(seconds / secondsADay);
	const secondOfDay = seconds % secondsADay;
	if (secondOfDay === 0 && microseconds === 0) {
		encodeDate(writer, date);
		return;
	}
	writer.uint8(microseconds > 0 ? 11 : 7);
	encodeDateParts(writer, date);
	encodeClock(writer, secondOfDay, microseconds);
}

export function encodeTime(writer: PacketWriter, value: Integer, scale: number): void {
	const negative = value < 0;
	const [seconds, microseconds] = splitFraction(negative ? -value : value, scale);
	if (seconds === 0 && microseconds === 0) {
		writer.uint8(0);
		return;
	}
	writer.uint8(microseconds > 0 ? 12 : 8);
	writer.uint8(negative ? 1 : 0);
	writer.uint32(Math.floor(seconds / secondsADay));
	encodeClock(writer, seconds % secondsADay, microseconds);
}

function wrongParts(): Error {
	return sqlError("wrongArguments", "mysqld_stmt_execute");
}

function decodeDateParts(reader: PayloadReader): number {
	const year = reader.uint16();
	const month = reader.uint8();
	const day = reader.uint8();
	if (year > 9999 || month > 12 || day > 31) {
		throw wrongParts();
	}
	return (year * monthsAYear + month) * daysAMonth + day;
}

/** The second of the day, and the microseconds where `withFraction`. */
function decodeClock(reader: PayloadReader, withFraction: boolean): [secondOfDay: number, microseconds: number] {
	const hour = reader.uint8();
	const minute = reader.uint8();
	const second = reader.uint8();
	const microseconds = withFraction ? reader.uint32() : 0;
	if (hour > 23 || minute > 59 || second > 59 || microseconds > 999999) {
		throw wrongParts();
	}
	return [(hour * 60 + minute) * 60 + second, microseconds];
}

function packed(seconds: number, microseconds: number, negative = false): PackedTemporal {
	const sign = negative ? -1 : 1;
	return microseconds === 0
		? { value: seconds === 0 ? 0 : sign * seconds, scale: 0 }
		: { value: canonical(BigInt(sign) * (BigInt(seconds) * 1000000n + BigInt(microseconds))), scale: 6 };
}

/** A time of day, if the client sent one, is dropped. */
export function decodeDate(reader: PayloadReader): number {
	const length = reader.uint8();
	if (length === 0) {
		return 0;
	}
	const end = reader.at + length;
	const date = decodeDateParts(reader);
	if (length !== 4) {
		reader.skip(end - reader.at);
	}
	return date;
}

export function decodeDatetime(reader: PayloadReader): PackedTemporal {
	const length = reader.uint8();
	switch (length) {
		case 0:
			return { value: 0, scale: 0 };
		case 4:
			return { value: decodeDateParts(reader) * secondsADay, scale: 0 };
		case 7:
		case 11: {
			const date = decodeDateParts(reader);
			const [secondOfDay, microseconds] = decodeClock(reader, length === 11);
			return packed(date * secondsADay + secondOfDay, microseconds);
		}
		default:
			throw wrongParts();
	}
}

/** A time beyond the longest is the longest. */
export function decodeTime(reader: PayloadReader): PackedTemporal {
	const length = reader.uint8();
	if (length === 0) {
		return { value: 0, scale: 0 };
	}
	if (length !== 8 && length !== 12) {
		throw wrongParts();
	}
	const negative = reader.uint8() !== 0;
	const days = reader.uint32();
	const [secondOfDay, microseconds] = decodeClock(reader, length === 12);
	const seconds = days * secondsADay + secondOfDay;
	return seconds >= longestTimeSeconds
		? packed(longestTimeSeconds, 0, negative)
		: packed(seconds, microseconds, negative);
}
