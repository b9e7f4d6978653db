/**
 * Parses intervals (`interval 3 day`) and units, as distinct from calls of INTERVAL(a, b, ...).
 */
import type { Interval } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";

const simpleUnits = ["microsecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];

const units = new Set([
	...simpleUnits,
	"day_hour",
	"day_microsecond",
	"day_minute",
	"day_second",
	"hour_microsecond",
	"hour_minute",
	"hour_second",
	"minute_microsecond",
	"minute_second",
	"second_microsecond",
	"year_month",
]);

const oldUnits = new Map(simpleUnits.map((unit) => [`sql_tsi_${unit}`, unit]));

/** Whether an interval follows; only a call of INTERVAL() has a comma in its parentheses. */
export function isInterval(cursor: Cursor): boolean {
	if (!cursor.is("interval")) {
		return false;
	}
	if (cursor.wordAhead(1) !== "(" || cursor.wordAhead(2) === "select") {
		return true;
	}
	let depth = 0;
	for (let ahead = 1; ; ahead++) {
		const word = cursor.wordAhead(ahead);
		if (word === "(") {
			depth++;
		} else if (word === ")") {
			depth--;
		}
		const isOver = depth === 0 || cursor.kindAhead(ahead) === 0;
		if (isOver || (word === "," && depth === 1)) {
			return isOver;
		}
	}
}

export function interval(cursor: Cursor): Interval {
	cursor.expect("interval");
	const amount = cursor.expression();
	return { kind: "interval", amount, unit: unit(cursor) };
}

/** Any unit, for INTERVAL and EXTRACT. */
export function unit(cursor: Cursor): string {
	if (units.has(cursor.word)) {
		const word = cursor.word;
		cursor.at++;
		return word;
	}
	return oldUnit(cursor) ?? cursor.fail();
}

/** A single-field unit, for TIMESTAMPADD and the like. */
export function simpleUnit(cursor: Cursor): string {
	return cursor.acceptOneOf(...simpleUnits) ?? oldUnit(cursor) ?? cursor.fail();
}

function oldUnit(cursor: Cursor): string | undefined {
	const unit = oldUnits.get(cursor.written.toLowerCase());
	if (unit !== undefined) {
		cursor.at++;
	}
	return unit;
}
