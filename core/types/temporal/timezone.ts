/**
 * Time zones: the offset from UTC at an instant, and the instant of a local time.
 *
 * Accepts `'+02:00'`, `'SYSTEM'` and `'Europe/Vienna'`. Offsets of named zones come from the runtime (Intl) and are
 * cached by the half hour, since no clock change happens within one.
 */
import { dayNumber } from "./date.ts";
import { linearSeconds, packedSeconds, secondsPerDay } from "./datetime.ts";

export interface TimeZone {
	/** As `@@time_zone` prints it. */
	readonly name: string;
	/** Returns the seconds east of UTC at an instant in seconds since 1970 UTC. */
	offsetSeconds(epochSeconds: number): number;
}

/** Seconds from day 0 to 1970-01-01. */
const epochStart = dayNumber(1970, 1, 1) * secondsPerDay;

/** Maximum of TIMESTAMP: 2038-01-19 03:14:07 UTC. */
export const greatestTimestamp = 2147483647;

const zones = new Map<string, TimeZone>();

/** Returns a zone by name, or undefined. */
export function timeZoneNamed(name: string): TimeZone | undefined {
	const known = zones.get(name);
	if (known !== undefined) {
		return known;
	}
	const zone = name.toUpperCase() === "SYSTEM" ? systemZone() : (offsetZone(name) ?? namedZone(name));
	if (zone !== undefined) {
		zones.set(name, zone);
	}
	return zone;
}

function systemZone(): TimeZone {
	return { name: "SYSTEM", offsetSeconds: (epochSeconds) => new Date(epochSeconds * 1000).getTimezoneOffset() * -60 };
}

/** `+13:00` is the largest offset, `-12:59` the smallest. Any number of digits does, as in `+0:0`. */
function offsetZone(name: string): TimeZone | undefined {
	const parts = /^(?=.{4})([+-])(\d*):(\d+)$/.exec(name);
	if (parts === null) {
		return undefined;
	}
	const [hours, minutes] = [Number(parts[2]), Number(parts[3])];
	const sum = (parts[1] === "+" ? 1 : -1) * (hours * 60 + minutes);
	if (minutes > 59 || sum > 13 * 60 || sum <= -13 * 60) {
		return undefined;
	}
	const offset = sum * 60 + 0;
	const digits = (amount: number): string => String(amount).padStart(2, "0");
	return { name: `${sum < 0 ? "-" : "+"}${digits(hours)}:${digits(minutes)}`, offsetSeconds: () => offset };
}

function namedZone(name: string): TimeZone | undefined {
	if (!/^[a-z]/i.test(name)) {
		return undefined;
	}
	let format: Intl.DateTimeFormat;
	try {
		format = new Intl.DateTimeFormat("en-US", {
			timeZone: name,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
	} catch {
		return undefined;
	}
	const cache = new Map<number, number>();
	return {
		name,
		offsetSeconds(epochSeconds) {
			const slot = Math.floor(epochSeconds / 1800);
			let offset = cache.get(slot);
			if (offset === undefined) {
				offset = offsetAt(format, slot * 1800);
				if (cache.size > 10000) {
					cache.clear();
				}
				cache.set(slot, offset);
			}
			return offset;
		},
	};
}

function offsetAt(format: Intl.DateTimeFormat, epochSeconds: number): number {
	const parts: Record<string, number> = {};
	for (const { type, value } of format.formatToParts(epochSeconds * 1000)) {
		parts[type] = Number(value);
	}
	const local = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000;
	return local - epochSeconds;
}

/** Returns the packed seconds (see `datetime.ts`) of an instant in a zone; null outside of year 0 to 9999. */
export function localSeconds(epochSeconds: number, offsetSeconds: TimeZone["offsetSeconds"]): number | null {
	return packedSeconds(epochStart + epochSeconds + offsetSeconds(epochSeconds));
}

/**
 * Returns the instant of a local time, given in packed seconds. The earlier of two; for a local time that a clock
 * change skips, the instant of the change.
 */
export function epochSecondsOf(packed: number, offsetSeconds: TimeZone["offsetSeconds"]): number {
	const wall = linearSeconds(packed) - epochStart;
	const before = offsetSeconds(wall - secondsPerDay);
	const after = offsetSeconds(wall + secondsPerDay);
	const early = wall - before;
	if (before === after || offsetSeconds(early) === before) {
		return early;
	}
	const late = wall - after;
	return offsetSeconds(late) === after ? late : leapBetween(late, early, offsetSeconds);
}

/** Returns the first instant with the offset of `to`, by binary search. */
function leapBetween(from: number, to: number, offsetSeconds: TimeZone["offsetSeconds"]): number {
	const target = offsetSeconds(to);
	let low = from;
	let high = to;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (offsetSeconds(middle) === target) {
			high = middle;
		} else {
			low = middle;
		}
	}
	return high;
}
