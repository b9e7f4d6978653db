/**
 * TIME: signed seconds with up to six digits of fraction, up to 838:59:59, as a packed number.
 *
 *     packed = seconds * 10^scale + fraction, both with the time's sign: always a safe number
 */
import { twoDigits } from "./date.ts";

/** 838:59:59 in seconds, the maximum. */
export const greatestSeconds = 3020399;

const powers = [1, 10, 100, 1000, 10000, 100000, 1000000];

/** Returns 10^scale. */
export function unitsPerSecond(scale: number): number {
	return powers[scale]!;
}

export interface TimeFields {
	readonly negative: boolean;
	readonly hour: number;
	readonly minute: number;
	readonly second: number;
	readonly microsecond: number;
}

/** Returns a time in signed microseconds. */
export function microsecondsOfTime(time: number, scale: number): number {
	return time * powers[6 - scale]!;
}

/** Returns a time from signed microseconds, rounded to its scale; not clamped. */
export function timeOfMicroseconds(microseconds: number, scale: number): number {
	const unit = powers[6 - scale]!;
	const rounded = Math.floor((Math.abs(microseconds) + unit / 2) / unit);
	return microseconds < 0 ? 0 - rounded : rounded;
}

/** Clamps to 838:59:59 on either side. */
export function clampTime(time: number, scale: number): number {
	const greatest = greatestSeconds * powers[scale]!;
	return time > greatest ? greatest : Math.max(time, -greatest);
}

export function isTimeInRange(time: number, scale: number): boolean {
	return Math.abs(time) <= greatestSeconds * powers[scale]!;
}

/** Converts to another scale, rounding half away from zero. */
export function rescaleTime(time: number, from: number, to: number): number {
	return to >= from ? time * powers[to - from]! : timeOfMicroseconds(microsecondsOfTime(time, from), to);
}

export function packTime(fields: TimeFields, scale: number): number {
	const seconds = (fields.hour * 60 + fields.minute) * 60 + fields.second;
	const microseconds = seconds * 1e6 + fields.microsecond;
	return timeOfMicroseconds(fields.negative ? -microseconds : microseconds, scale);
}

export function unpackTime(time: number, scale: number): TimeFields {
	const absolute = Math.abs(time);
	const unit = powers[scale]!;
	const seconds = Math.floor(absolute / unit);
	return {
		negative: time < 0,
		hour: Math.trunc(seconds / 3600),
		minute: Math.trunc(seconds / 60) % 60,
		second: seconds % 60,
		microsecond: (absolute % unit) * powers[6 - scale]!,
	};
}

/** Prints `.0500`, or nothing for scale 0. `fraction`: in units of the scale. */
export function printFraction(fraction: number, scale: number): string {
	return scale === 0 ? "" : `.${String(fraction).padStart(scale, "0")}`;
}

export function printTime(time: number, scale: number): string {
	const absolute = Math.abs(time);
	const unit = powers[scale]!;
	const seconds = Math.floor(absolute / unit);
	const hour = Math.trunc(seconds / 3600);
	const clock = `${hour < 100 ? twoDigits(hour) : hour}:${twoDigits(Math.trunc(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
	return (time < 0 ? "-" : "") + clock + printFraction(absolute % unit, scale);
}

/** Returns HHMMSS times 10^scale plus the fraction: the unscaled decimal of the numeric form. */
export function numberOfTime(time: number, scale: number): number {
	const absolute = Math.abs(time);
	const unit = powers[scale]!;
	const seconds = Math.floor(absolute / unit);
	const clock = Math.trunc(seconds / 3600) * 10000 + (Math.trunc(seconds / 60) % 60) * 100 + (seconds % 60);
	const number = clock * unit + (absolute % unit);
	return time < 0 ? -number : number;
}
