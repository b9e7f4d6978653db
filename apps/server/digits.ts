/**
 * Decimals, dates and datetimes of the text protocol, digit by digit into the buffer.
 *
 * In: values as `core/types/value/value.ts` has them. Out: the bytes that `core/types/print/print.ts` makes a string
 * of, length first; what is rare (many digits, fractions of seconds) is left to it. Why: a printed decimal costs 250
 * ns, its digits 30.
 */
import { dayOf, monthOf, yearOf, dateOfSeconds, secondOfDay, printDecimal, type Integer } from "../../core/index.ts";
import { digitCount } from "./digit.ts";
import type { PacketWriter } from "./encode.ts";

const greatestShort = 0x7fffffff;
const point = 46;
const minus = 45;
const dash = 45;
const blank = 32;
const colon = 58;
const dateLength = 10;
const datetimeLength = 19;

const powers = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

/** `scale`: from 1 on. */
export function encodeDecimal(writer: PacketWriter, unscaled: Integer, scale: number): void {
	const power = powers[scale];
	if (power === undefined || typeof unscaled !== "number" || unscaled > greatestShort || unscaled < -greatestShort) {
		writer.lenencBytes(printDecimal(unscaled, scale));
		return;
	}
	const size = unscaled < 0 ? -unscaled : unscaled;
	const whole = (size / power) | 0;
	const count = digitCount(whole);
	const length = count + 1 + scale;
	if (unscaled < 0) {
		writer.uint8(length + 1);
		writer.uint8(minus);
	} else {
		writer.uint8(length);
	}
	writer.digits(whole, count);
	writer.uint8(point);
	writer.digits(size - whole * power, scale);
}

function writeDate(writer: PacketWriter, date: number): void {
	writer.digits(yearOf(date), 4);
	writer.uint8(dash);
	writer.digits(monthOf(date), 2);
	writer.uint8(dash);
	writer.digits(dayOf(date), 2);
}

export function encodeDateText(writer: PacketWriter, date: number): void {
	writer.uint8(dateLength);
	writeDate(writer, date);
}

/** A datetime without a fraction: packed seconds. */
export function encodeSecondsText(writer: PacketWriter, seconds: number): void {
	const clock = secondOfDay(seconds);
	writer.uint8(datetimeLength);
	writeDate(writer, dateOfSeconds(seconds));
	writer.uint8(blank);
	writer.digits((clock / 3600) | 0, 2);
	writer.uint8(colon);
	writer.digits(((clock / 60) | 0) % 60, 2);
	writer.uint8(colon);
	writer.digits(clock % 60, 2);
}
