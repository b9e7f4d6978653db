/**
 * Triggers of a table as one statement fires them: before and after each row that it writes.
 *
 * A BEFORE trigger may change the new row, and may replace a NULL that the column refuses.
 */
import type { Table } from "../../catalog/table.ts";
import type { TriggerRecord } from "../../catalog/record.ts";
import { invariant } from "../../errors/invariant.ts";
import { sequentially } from "../../async/sequential.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export interface RowTriggers {
	before(old: Row | undefined, row: Row | undefined): MaybePromise<void>;
	after(old: Row | undefined, row: Row | undefined): MaybePromise<void>;
}

export function hasTriggers({ record: { triggers } }: Table, event: TriggerRecord["event"]): boolean {
	return triggers?.some((each) => each.event === event) === true;
}

/** undefined: the table has no trigger of this event. */
export function rowTriggers(
	table: Table,
	event: TriggerRecord["event"],
	execution: Execution,
): RowTriggers | undefined {
	const { triggers: all = [] } = table.record;
	if (!hasTriggers(table, event)) {
		return undefined;
	}
	const { programs } = execution.session;
	invariant(programs !== undefined, "Rows are written by statements of a session.");
	const firing = (time: TriggerRecord["time"]): RowTriggers["before"] => {
		const triggers = all.filter((each) => each.event === event && each.time === time);
		return (old, row) =>
			sequentially(triggers, (trigger) => programs.fireTrigger(trigger, { table, old, new: row }, execution));
	};
	return { before: firing("before"), after: firing("after") };
}

/** Whether NULL in a NOT NULL column is refused only after the triggers. */
export function mayReplaceNull({ record: { triggers } }: Table, event: "insert" | "update"): boolean {
	return triggers?.some((each) => each.event === event && each.time === "before") === true;
}
