/**
 * Current date and time: the time at which the statement began, in the session's zone or in UTC.
 *
 * Only SYSDATE reads the clock itself.
 *
 * | name                                        | result      | source (MySQL 5.7 manual)   |
 * |---------------------------------------------|-------------|-----------------------------|
 * | now, current_timestamp, localtime, localtimestamp | datetime | 12.7 Date and Time Functions |
 * | sysdate, utc_timestamp                      | datetime    | 12.7                        |
 * | curdate, current_date, utc_date             | date        | 12.7                        |
 * | curtime, current_time, utc_time             | time        | 12.7                        |
 */
import { nowMs } from "../../async/timers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { dateOfSeconds, joinDatetime, secondOfDay } from "../../types/temporal/datetime.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { unitsPerSecond } from "../../types/temporal/time.ts";
import { localSeconds } from "../../types/temporal/timezone.ts";
import { define, named, type Resolve } from "../definition/definition.ts";
import type { FunctionDefinition, Operand } from "../definition/function.ts";
import { datetimeType, dateType, timeType } from "../definition/result.ts";

/** Packed local seconds of the zone, with microseconds. */
interface Reading {
	readonly seconds: number;
	readonly microsecond: number;
}

type Clock = (evaluation: Evaluation) => Reading;

function readingOf(microseconds: number, offsetSeconds: (epochSeconds: number) => number): Reading {
	const epochSeconds = Math.floor(microseconds / 1e6);
	return { seconds: localSeconds(epochSeconds, offsetSeconds) ?? 0, microsecond: microseconds - epochSeconds * 1e6 };
}

const utc = () => 0;
const local: Clock = (evaluation) => readingOf(evaluation.nowMicroseconds, (at) => evaluation.offsetSeconds(at));
const universal: Clock = (evaluation) => readingOf(evaluation.nowMicroseconds, utc);
const immediate: Clock = (evaluation) =>
	readingOf(evaluation.session.clock?.() ?? nowMs() * 1000, (at) => evaluation.offsetSeconds(at));

function digitsOf(operand: Operand | undefined, name: string): number {
	const digits = Number(operand?.constant ?? 0);
	if (digits < 0 || digits > 6) {
		throw sqlError("precisionTooBig", digits, name, 6);
	}
	return digits;
}

function fractionOf({ microsecond }: Reading, scale: number): number {
	return Math.floor(microsecond / unitsPerSecond(6 - scale));
}

function datetimeBy(name: string, clock: Clock, volatile = false): Resolve {
	return ([digits]) => {
		const scale = digitsOf(digits, name);
		return {
			type: datetimeType(scale),
			nullable: false,
			...(volatile ? { volatile } : { statementConstant: true }),
			evaluate: (evaluation) => {
				const reading = clock(evaluation);
				return joinDatetime(reading.seconds, fractionOf(reading, scale), scale);
			},
		};
	};
}

function dateBy(clock: Clock): Resolve {
	return () => ({
		type: dateType,
		nullable: false,
		statementConstant: true,
		evaluate: (evaluation) => dateOfSeconds(clock(evaluation).seconds),
	});
}

function timeBy(name: string, clock: Clock): Resolve {
	return ([digits]) => {
		const scale = digitsOf(digits, name);
		return {
			type: timeType(scale),
			nullable: false,
			statementConstant: true,
			evaluate: (evaluation) => {
				const reading = clock(evaluation);
				return secondOfDay(reading.seconds) * unitsPerSecond(scale) + fractionOf(reading, scale);
			},
		};
	};
}

export const dateClock: readonly FunctionDefinition[] = [
	...named(["now", "current_timestamp", "localtime", "localtimestamp"], 0, 1, datetimeBy("now", local)),
	define("utc_timestamp", 0, 1, datetimeBy("utc_timestamp", universal)),
	define("sysdate", 0, 1, datetimeBy("sysdate", immediate, true)),
	...named(["curdate", "current_date"], 0, 0, dateBy(local)),
	define("utc_date", 0, 0, dateBy(universal)),
	...named(["curtime", "current_time"], 0, 1, timeBy("curtime", local)),
	define("utc_time", 0, 1, timeBy("utc_time", universal)),
];
