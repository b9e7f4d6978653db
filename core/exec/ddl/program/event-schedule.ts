/**
 * Schedule of an event as it is defined: its expressions evaluated once, its times compared with now.
 */
import { countedUnit } from "../../../catalog/event.ts";
import type { StoredSchedule } from "../../../catalog/record.ts";
import { sqlError } from "../../../errors/catalogue.ts";
import { emptyScope } from "../../../plan/bind/scope.ts";
import { bindExpression } from "../../../plan/bind/bind-expression.ts";
import { compile } from "../../../plan/compile/compile.ts";
import type { RequiredPrivileges } from "../../../plan/tree/required-privileges.ts";
import type { Planning } from "../../../plan/tree/planning.ts";
import type { DataType } from "../../../sql/tree/data-type.ts";
import type { EventSchedule, EventStatus } from "../../../sql/tree/event.ts";
import type { Expression } from "../../../sql/tree/expression.ts";
import { retrying } from "../../../async/suspension.ts";
import { after, type MaybePromise } from "../../../async/maybe-promise.ts";
import { dayOf, monthOf } from "../../../types/temporal/date.ts";
import { dateOfDatetime } from "../../../types/temporal/datetime.ts";
import {
	hasFraction,
	type IntervalUnit,
	isCompound,
	isIntervalUnit,
	parseInterval,
} from "../../../types/temporal/interval.ts";
import { epochSecondsOf, greatestTimestamp } from "../../../types/temporal/timezone.ts";
import { invariant } from "../../../errors/invariant.ts";
import type { ByteString, Value } from "../../../types/value/value.ts";
import type { Execution } from "../../execution.ts";
import { silentEvaluation } from "../../rows/silent-evaluation.ts";
import { hasSubquery } from "../../../plan/tree/tree-facts.ts";

/** The longest interval, in the unit's last field. */
const greatestAmount = 1_000_000_000;

interface Place {
	readonly execution: Execution;
	readonly planning: Planning;
}

/** Throws 1525, 1542, 1543, and 1235 for microseconds. */
export function evaluateSchedule(schedule: EventSchedule, place: Place): MaybePromise<StoredSchedule> {
	if (schedule.kind === "at") {
		return after(timeOf(schedule.at, "AT", place), (at) => ({ kind: "at", at }));
	}
	const { unit, starts, ends } = schedule;
	invariant(isIntervalUnit(unit), "The parser reads units of intervals.");
	if (hasFraction(unit)) {
		throw sqlError("notSupportedYet", "MICROSECOND");
	}
	const began = Math.floor(place.execution.nowMicroseconds / 1e6);
	return after(amountOf(schedule.amount, unit, place), (amount) =>
		after(starts === undefined ? began : timeOf(starts, "STARTS", place), (from) =>
			after(ends === undefined ? null : timeOf(ends, undefined, place), (until) => {
				if (until !== null && until <= from) {
					throw sqlError("eventEndsBeforeStarts");
				}
				return { kind: "every", amount, unit, starts: from, ends: until };
			}),
		),
	);
}

/**
 * Returns the status of an event as it is defined: one that can never run again is disabled, with a note. `gone`: it
 * is not to be preserved, the caller answers with this error.
 */
export function statusOnDefinition(
	schedule: StoredSchedule,
	preserve: boolean,
	status: EventStatus,
	execution: Execution,
): EventStatus | "gone" {
	const last = schedule.kind === "at" ? schedule.at : schedule.ends;
	if (last === null || last >= Math.floor(execution.nowMicroseconds / 1e6)) {
		return status;
	}
	if (!preserve) {
		return "gone";
	}
	if (status !== "ENABLED") {
		return status;
	}
	execution.warn("Note", "eventTimePast");
	return "DISABLED";
}

function amountOf(amount: Expression, unit: IntervalUnit, place: Place): MaybePromise<number> {
	const read = isCompound(unit) ? textType : integerType;
	return after(cast(amount, read, place), (value) => {
		if (value === null) {
			return refuse(amount, "INTERVAL", place);
		}
		const counted = isCompound(unit) ? compoundAmount(String(value), unit) : Number(value);
		if (counted === null || counted <= 0 || counted > greatestAmount) {
			throw sqlError("eventIntervalRefused");
		}
		return counted;
	});
}

/** An amount of several fields, counted in the last. */
function compoundAmount(text: ByteString, unit: IntervalUnit): number | null {
	const interval = parseInterval(text, unit);
	const one = parseInterval("1", countedUnit(unit));
	invariant(one !== null, "One number is an amount of a simple unit.");
	return interval && (one.months > 0 ? interval.months / one.months : interval.seconds / one.seconds);
}

/** `clause` undefined: ENDS, whose wrong values are error 1543. */
function timeOf(time: Expression, clause: "AT" | "STARTS" | undefined, place: Place): MaybePromise<number> {
	const { execution } = place;
	return after(cast(time, datetimeType, place), (value) => {
		const datetime = value === null ? 0 : Number(value);
		const date = dateOfDatetime(datetime, 0);
		const seconds =
			monthOf(date) === 0 || dayOf(date) === 0 ? 0 : epochSecondsOf(datetime, (at) => execution.offsetSeconds(at));
		if (seconds > 0 && seconds <= greatestTimestamp) {
			return seconds;
		}
		if (clause === undefined) {
			throw sqlError("eventEndsBeforeStarts");
		}
		return refuse(time, clause, place);
	});
}

function refuse(wrong: Expression, clause: string, place: Place): MaybePromise<never> {
	return after(cast(wrong, textType, place), (value) => {
		throw sqlError("wrongValue", clause, value === null ? "NULL" : String(value));
	});
}

const datetimeType: DataType = { name: "datetime", unsigned: false, zerofill: false };
const integerType: DataType = { name: "bigint", unsigned: false, zerofill: false };
const textType: DataType = { name: "char", unsigned: false, zerofill: false };

function cast(operand: Expression, type: DataType, { planning, execution }: Place): MaybePromise<Value> {
	const needs: RequiredPrivileges[] = [];
	const bound = bindExpression({ kind: "cast", operand, type }, emptyScope(), { ...planning, needs }, "field list");
	if (needs.length > 0 || hasSubquery(bound)) {
		throw sqlError("notSupportedYet", "Usage of subqueries or stored function calls as part of this statement");
	}
	const compiled = compile(bound);
	const silent = silentEvaluation(execution, () => {});
	return retrying(() => compiled([], silent));
}
