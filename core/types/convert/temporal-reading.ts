/**
 * Parses a value of any type as a DATE, TIME, DATETIME or TIMESTAMP, and reports faults and lost parts.
 *
 * Both types are chosen once. CAST (`convert-temporal.ts`) and assignment (`assign-temporal.ts`) turn the report into
 * warnings and errors.
 */
import { treeOf } from "../json/json-text.ts";
import {
	dateFault,
	dateOfDayNumber,
	dayNumberOf,
	dayOf,
	isWholeDate,
	monthOf,
	packDate,
	yearOf,
	type DateMode,
} from "../temporal/date.ts";
import {
	dateOfSeconds,
	datetimeOfDate,
	microsecondOf,
	packSeconds,
	rescaleDatetime,
	roundedDatetime,
	secondOfDay,
	secondsOf,
	secondsPerDay,
} from "../temporal/datetime.ts";
import {
	parseDatetimeNumber,
	parseDatetimeText,
	type ParsedDatetime,
	type TemporalFault,
} from "../temporal/datetime-text.ts";
import { decimalFromDouble, rescaleDecimal } from "../numeric/decimal.ts";
import { readableDigits } from "../numeric/digits.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { absoluteInteger } from "../numeric/integer.ts";
import { printer } from "../print/print.ts";
import { parseTimeNumber, parseTimeText, type ParsedTime } from "../temporal/time-text.ts";
import { rescaleTime, timeOfMicroseconds } from "../temporal/time.ts";
import { localSeconds } from "../temporal/timezone.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import type { ByteString, Integer, Value } from "../value/value.ts";

export interface TemporalReading {
	readonly value: Integer | null;
	readonly fault: TemporalFault | null;
	/** A date, or a time of day other than midnight, was cut off. */
	readonly lost: boolean;
}

type TemporalReader = (value: Value, mode: DateMode, evaluation: Evaluation) => TemporalReading;

const none = (fault: TemporalFault): TemporalReading => ({ value: null, fault, lost: false });

export function temporalReader(from: SqlType, to: SqlType): TemporalReader {
	switch (familyOf(from)) {
		case "integer":
		case "bit":
		case "decimal":
		case "float":
			return numberReader(to, from);
		case "temporal":
			return movedReader(from, to);
		case "json": {
			const read = textReader(to);
			return (value, mode) => {
				const tree = treeOf(value as ByteString);
				const text =
					tree.kind === "string"
						? tree.value
						: tree.kind === "date" || tree.kind === "time" || tree.kind === "datetime"
							? tree.text
							: undefined;
				return text === undefined ? none("truncated") : read(text, mode);
			};
		}
		default: {
			const read = textReader(to);
			const print = printer(from);
			const readable = readableDigits(from);
			return (value, mode) => read(readable(print(value)), mode);
		}
	}
}

function textReader(to: SqlType): (text: ByteString, mode: DateMode) => TemporalReading {
	return to.name === "time"
		? (text) => ofTime(parseTimeText(text), to.scale)
		: (text, mode) => ofDatetime(parseDatetimeText(text, mode), to);
}

/** Parses numbers by their digits: YYYYMMDD, hhmmss and the like, with a fraction. */
function numberReader(to: SqlType, from: SqlType): TemporalReader {
	const partsOf = numberParts(from);
	return (value, mode) => {
		const { negative, whole, microsecond } = partsOf(value);
		if (to.name === "time") {
			return ofTime(parseTimeNumber(whole, microsecond, negative), to.scale);
		}
		return negative ? none("truncated") : ofDatetime(parseDatetimeNumber(whole, microsecond, mode), to);
	};
}

/** A number as digits of a date or time and of its fraction. */
interface NumberParts {
	readonly negative: boolean;
	readonly whole: number;
	readonly microsecond: number;
}

/** Returns a function that splits values of a numeric type or BIT. */
export function numberParts(from: SqlType): (value: Value) => NumberParts {
	const family = familyOf(from);
	const scale = family === "float" ? 6 : family === "decimal" ? from.scale : 0;
	return (value) => {
		const unscaled = family === "float" ? decimalFromDouble(value as number, 6) : (value as Integer);
		const micros = BigInt(rescaleDecimal(absoluteInteger(unscaled), scale, 6));
		return { negative: unscaled < 0, whole: Number(micros / 1000000n), microsecond: Number(micros % 1000000n) };
	};
}

function ofTime({ microseconds, fault, fromDatetime }: ParsedTime, scale: number): TemporalReading {
	return { value: microseconds === null ? null : timeOfMicroseconds(microseconds, scale), fault, lost: fromDatetime };
}

function ofDatetime({ fields, fault }: ParsedDatetime, to: SqlType): TemporalReading {
	if (fields === null) {
		return none(fault ?? "truncated");
	}
	const date = packDate(fields.year, fields.month, fields.day);
	if (to.name === "date") {
		return { value: date, fault, lost: fields.hour + fields.minute + fields.second + fields.microsecond > 0 };
	}
	const seconds = packSeconds(date, fields.hour, fields.minute, fields.second);
	return moment(seconds, fields.microsecond, to.scale, fault);
}

function moment(seconds: number, microsecond: number, scale: number, fault: TemporalFault | null): TemporalReading {
	const value = roundedDatetime(seconds, microsecond, scale);
	return value === null ? none("outOfRange") : { value, fault, lost: false };
}

/** Returns the fault that an existing date has under a mode. */
function modeFault(date: number, mode: DateMode): TemporalFault | null {
	return isWholeDate(date) && date !== 0 ? null : dateFault(yearOf(date), monthOf(date), dayOf(date), mode);
}

/**
 * Returns the packed value of another temporal type, or null beyond the year 9999. TIME is read as a time of the
 * current day.
 */
export function movedTemporal(from: SqlType, to: SqlType): (value: Value, evaluation: Evaluation) => Integer | null {
	const { scale } = to;
	if (from.name === "time") {
		if (to.name === "time") {
			return (value) => rescaleTime(value as number, from.scale, scale);
		}
		return (value, evaluation) => {
			const { seconds, microsecond } = momentOfTime(value as number, from.scale, evaluation);
			return to.name === "date" ? dateOfSeconds(seconds) : roundedDatetime(seconds, microsecond, scale);
		};
	}
	if (from.name === "date") {
		return to.name === "date"
			? (value) => value as number
			: to.name === "time"
				? () => 0
				: (value) => datetimeOfDate(value as number, scale);
	}
	if (to.name === "date") {
		return (value) => dateOfSeconds(secondsOf(value as Integer, from.scale));
	}
	if (to.name === "time") {
		return (value) =>
			timeOfMicroseconds(
				secondOfDay(secondsOf(value as Integer, from.scale)) * 1e6 + microsecondOf(value as Integer, from.scale),
				scale,
			);
	}
	return (value) => rescaleDatetime(value as Integer, from.scale, scale);
}

/** Adds a time to the day on which the statement started; a negative or long one gives another day. */
function momentOfTime(
	time: number,
	scale: number,
	evaluation: Evaluation,
): { readonly seconds: number; readonly microsecond: number } {
	const epochSeconds = Math.floor(evaluation.nowMicroseconds / 1e6);
	const today = dateOfSeconds(localSeconds(epochSeconds, (at) => evaluation.offsetSeconds(at)) ?? 0);
	const microseconds = rescaleTime(time, scale, 6);
	const days = Math.floor(microseconds / (secondsPerDay * 1e6));
	const inDay = microseconds - days * secondsPerDay * 1e6;
	const date = dateOfDayNumber(dayNumberOf(today) + days);
	return { seconds: date * secondsPerDay + Math.floor(inDay / 1e6), microsecond: inDay % 1e6 };
}

function movedReader(from: SqlType, to: SqlType): TemporalReader {
	const move = movedTemporal(from, to);
	const dropsTime = to.name === "date" && from.name !== "date";
	const dropsDate = to.name === "time" && from.name !== "time";
	return (value, mode, evaluation) => {
		const moved = move(value, evaluation);
		if (moved === null) {
			return none("outOfRange");
		}
		const seconds = from.name === "date" ? (value as number) * secondsPerDay : secondsOf(value as Integer, from.scale);
		const fault = from.name === "time" || to.name === "time" ? null : modeFault(dateOfSeconds(seconds), mode);
		const lost =
			dropsDate ||
			(dropsTime && (from.name === "time" || secondOfDay(seconds) + microsecondOf(value as Integer, from.scale) > 0));
		return fault === null ? { value: moved, fault, lost } : none(fault);
	};
}
