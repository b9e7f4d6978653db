/**
 * Assignment to DATE, TIME, DATETIME and TIMESTAMP columns, checked by `sql_mode`.
 *
 * 1292 in strict mode, else 1265 or 1264 and a zero or clipped value. A time of day that a DATE cannot store is a
 * note.
 */
import { identity, type Converter } from "../convert/converter.ts";
import { kindOf } from "../convert/convert-temporal.ts";
import { dateOfSeconds, secondsOf } from "../temporal/datetime.ts";
import { dayOf, daysInMonth, isWholeDate, lenientDates, monthOf, yearOf } from "../temporal/date.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { fault, shown } from "../print/fault.ts";
import { temporalReader, type TemporalReading } from "../convert/temporal-reading.ts";
import { clampTime } from "../temporal/time.ts";
import { epochSecondsOf, greatestTimestamp } from "../temporal/timezone.ts";
import type { SqlType } from "../value/type.ts";
import type { Integer, Value } from "../value/value.ts";

export function assignTemporal(from: SqlType, to: SqlType, columnName: string): Converter {
	if (from.name === "null" || (from.name === "time" && to.name === "time" && from.scale === to.scale)) {
		return identity;
	}
	const read = temporalReader(from, to);
	const same = from.name === to.name && from.scale === to.scale;
	const isTimestamp = to.name === "timestamp";
	return (value, evaluation) => {
		if (value === null || (same && isWhole(value as Integer, to))) {
			return value;
		}
		const reading = read(value, to.name === "time" ? lenientDates : evaluation.mode, evaluation);
		const judged = isTimestamp ? judgeTimestamp(reading, to.scale, evaluation) : reading;
		if (judged.fault !== null) {
			complain(judged, value, from, to, columnName, evaluation);
		} else if (judged.lost && to.name === "date") {
			evaluation.warn("Note", "dataTruncated", columnName, evaluation.rowNumber);
		}
		if (judged.value === null) {
			return 0;
		}
		return to.name === "time" ? clampTime(judged.value as number, to.scale) : judged.value;
	};
}

/** True for a date without zeros, which every mode accepts. */
function isWhole(value: Integer, type: SqlType): boolean {
	return isWholeDate(type.name === "date" ? (value as number) : dateOfSeconds(secondsOf(value, type.scale)));
}

/**
 * A TIMESTAMP is zero or an instant from 1970-01-01 00:00:01 to 2038-01-19 03:14:07 UTC on an existing day, even
 * under ALLOW_INVALID_DATES.
 */
function judgeTimestamp(reading: TemporalReading, scale: number, evaluation: Evaluation): TemporalReading {
	if (reading.value === null || reading.value === 0) {
		return reading;
	}
	const seconds = secondsOf(reading.value, scale);
	const date = dateOfSeconds(seconds);
	if (monthOf(date) === 0 || dayOf(date) === 0 || dayOf(date) > daysInMonth(yearOf(date), monthOf(date))) {
		return { value: null, fault: "truncated", lost: false };
	}
	const epochSeconds = epochSecondsOf(seconds, (at) => evaluation.offsetSeconds(at));
	return epochSeconds >= 1 && epochSeconds <= greatestTimestamp
		? reading
		: { value: null, fault: "outOfRange", lost: false };
}

function complain(
	{ fault: wrong }: TemporalReading,
	value: Value,
	from: SqlType,
	to: SqlType,
	columnName: string,
	evaluation: Evaluation,
): void {
	if (evaluation.strictWrite) {
		fault(evaluation, "incorrectColumnValue", kindOf(to), shown(value, from), columnName, evaluation.rowNumber);
	}
	fault(evaluation, wrong === "truncated" ? "dataTruncated" : "outOfRange", columnName, evaluation.rowNumber);
}
