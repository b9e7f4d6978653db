/**
 * COUNT(*) of a whole table from the stored row count.
 *
 * Applies to a node of one group over all rows of a table.
 *
 * Why: one read of the store whatever the table's size. Measured: 3 us instead of 66 ms for 200,000 rows.
 */
import type { Table } from "../../catalog/table.ts";
import { rowCountKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator } from "../execution.ts";
import { OpenedSource, sourceOf, type RowSource } from "../row-source.ts";
import type { GroupAggregate } from "../../plan/tree/bound-expression.ts";
import type { Group } from "../../plan/tree/query-plan.ts";

/** `general`: counts rows, for a transaction whose own changes are based on a newer state than its snapshot. */
export function countedTable(
	{ input, keys, aggregates }: Group,
	execution: Execution,
	general: () => Operator,
): Operator | undefined {
	if (input.kind !== "table" || keys.length > 0 || aggregates.length === 0 || !aggregates.every(countsRows)) {
		return undefined;
	}
	const isWhole =
		input.access.kind === "scan" &&
		input.condition === undefined &&
		input.lock === undefined &&
		input.columns.length === 0 &&
		!input.withKey;
	if (!isWhole) {
		return undefined;
	}
	const key = rowCountKey((input.source.table as Table).id);
	const counted = (base: Row): MaybePromise<Row[] | undefined> =>
		after(execution.transaction.total(key), (count) => (count === undefined ? undefined : [rowOf(base, count)]));
	const rowOf = (base: Row, count: number): Row => {
		const row = base.slice();
		for (const { slot } of aggregates) {
			row[slot] = count;
		}
		return row;
	};
	const open = (base: Row): RowSource =>
		new OpenedSource(
			() => after(counted(base), (rows) => (rows === undefined ? general().open(base) : sourceOf(rows))),
			sourceOf([]),
		);
	return { open, all: counted };
}

/** COUNT(*), or COUNT of a non-NULL constant. */
function countsRows({ name, operands, distinct }: GroupAggregate): boolean {
	return (
		name === "count" && !distinct && operands.every((operand) => operand.kind === "constant" && operand.value !== null)
	);
}
