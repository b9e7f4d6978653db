/**
 * Dates and times as the binary protocol sends them, to and from their packed values (`core/types/value/value.ts`).
 *
 *     DATE, DATETIME   length, 1 | year, 2 | month | day | hour | minute | second | microseconds, 4
 *                      length 0: all zero; 4: no time; 7: no fraction; 11: all
 *     TIME             length, 1 | negative, 1 | days, 4 | hour | minute | second | microseconds, 4
 *                      length 0: zero; 8: no fraction; 12: all
 *
 * In: values with their number of fractional digits; a payload. Out: the forms above; values. Parts that no clock or
 * calendar page shows are refused.
 */
import {
	type Integer,
	type SqlError,
	sqlError,
	dayOf,
	monthOf,
	packDate,
	yearOf,
	dateOfSeconds,
	joinDatetime,
	microsecondOf,
	packSeconds,
	secondOfDay,
	secondsOf,
	secondsPerDay,
	clampTime,
	microsecondsOfTime,
} from "../../core/index.ts";
import type { PayloadReader } from "./decode.ts";
import type { PacketWriter } from "./encode.ts";

/** A value and its fractional digits: 0 or 6. */
export interface PackedTemporal {
	readonly value: Integer;
	readonly scale: 0 | 6;
}

function encodeDateParts(writer: PacketWriter, date: number): void {
	writer.uint16(yearOf(date));
	writer.uint8(monthOf(date));
	writer.uint8(dayOf(date));
}

export function encodeDate(writer: PacketWriter, date: number): void {
	if (date === 0) {
		writer.uint8(0);
		return;
	}
	writer.uint8(4);
	encodeDateParts(writer, date);
}

function encodeClock(writer: PacketWriter, clock: number, microseconds: number): void {
	writer.uint8(Math.floor(clock / 3600));
	writer.uint8(Math.floor(clock / 60) % 60);
	writer.uint8(clock % 60);
	if (microseconds > 0) {
		writer.uint32(microseconds);
	}
}

export function encodeDatetime(writer: PacketWriter, value: Integer, scale: number): void {
	const seconds = secondsOf(value, scale);
	const microseconds = microsecondOf(value, scale);
	const date = dateOfSeconds(seconds);
	const clock = secondOfDay(seconds);
	if (clock === 0 && microseconds === 0) {
		encodeDate(writer, date);
		return;
	}
	writer.uint8(microseconds > 0 ? 11 : 7);
	encodeDateParts(writer, date);
	encodeClock(writer, clock, microseconds);
}

export function encodeTime(writer: PacketWriter, value: number, scale: number): void {
	const all = microsecondsOfTime(Math.abs(value), scale);
	const seconds = Math.floor(all / 1e6);
	const microseconds = all % 1e6;
	if (all === 0) {
		writer.uint8(0);
		return;
	}
	writer.uint8(microseconds > 0 ? 12 : 8);
	writer.uint8(value < 0 ? 1 : 0);
	writer.uint32(Math.floor(seconds / secondsPerDay));
	encodeClock(writer, seconds % secondsPerDay, microseconds);
}

function wrongParts(): SqlError {
	return sqlError("wrongArguments", "mysqld_stmt_execute");
}

function decodeDateParts(reader: PayloadReader): number {
	const year = reader.uint16();
	const month = reader.uint8();
	const day = reader.uint8();
	if (year > 9999 || month > 12 || day > 31) {
		throw wrongParts();
	}
	return packDate(year, month, day);
}

/** The second of the day, and the microseconds where `withFraction`. */
function decodeClock(reader: PayloadReader, withFraction: boolean): [clock: number, microseconds: number] {
	const hour = reader.uint8();
	const minute = reader.uint8();
	const second = reader.uint8();
	const microseconds = withFraction ? reader.uint32() : 0;
	if (hour > 23 || minute > 59 || second > 59 || microseconds > 999999) {
		throw wrongParts();
	}
	return [packSeconds(0, hour, minute, second), microseconds];
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
			return { value: decodeDateParts(reader) * secondsPerDay, scale: 0 };
		case 7:
		case 11: {
			const date = decodeDateParts(reader);
			const [clock, microseconds] = decodeClock(reader, length === 11);
			const scale = microseconds === 0 ? 0 : 6;
			return { value: joinDatetime(date * secondsPerDay + clock, microseconds, scale), scale };
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
	const sign = reader.uint8() === 0 ? 1 : -1;
	const days = reader.uint32();
	const [clock, microseconds] = decodeClock(reader, length === 12);
	const seconds = days * secondsPerDay + clock;
	const scale = microseconds === 0 ? 0 : 6;
	const magnitude = clampTime(scale === 0 ? seconds : seconds * 1e6 + microseconds, scale);
	return { value: magnitude === 0 ? 0 : sign * magnitude, scale };
}
