/**
 * AUTO_INCREMENT ids of one statement (`exec/auto-increment/insert-ids.ts`) where another process takes one
 * meanwhile.
 */
import test from "ava";
import type { Column, Table } from "../../../core/catalog/table.ts";
import type { Execution } from "../../../core/exec/execution.ts";
import { InsertIds } from "../../../core/exec/auto-increment/insert-ids.ts";
import { StaleStatement } from "../../../core/store/read-states.ts";
import type { Row } from "../../../core/types/value/value.ts";

const column = { offset: 0 } as Column;
const table = { autoIncrementColumn: column } as Table;

/** Ids of rows without one, from 5 on; from 20 on once the counter was read again. */
function idsOf(expected: number): { ids: InsertIds; next: () => Row } {
	let next = 5;
	const autoIncrement = {
		take: (_table: Table, count: number) => {
			next += count;
			return next - count;
		},
		refresh: () => (next = 20),
	};
	const ids = new InsertIds(
		table,
		{ autoIncrement, mode: { noAutoValueOnZero: false } } as unknown as Execution,
		expected,
	);
	return {
		ids,
		next: () => {
			const row: Row = [null];
			ids.give(row);
			return row;
		},
	};
}

test("the first row takes another id, and the others follow it", (t) => {
	const { ids, next } = idsOf(3);
	const first = next();
	ids.giveOther(first);
	ids.note(first, true);
	t.deepEqual([first, next(), next()], [[20], [21], [22]]);
	t.is(ids.insertId, 20);
});

test("once a row of VALUES has its id, the statement starts again, since the next could not follow it", (t) => {
	const { ids, next } = idsOf(3);
	ids.note(next(), true);
	const second = next();
	t.throws(() => ids.giveOther(second), { instanceOf: StaleStatement });
});

test("rows of INSERT ... SELECT take the next free ids", (t) => {
	const { ids, next } = idsOf(0);
	ids.note(next(), true);
	const second = next();
	ids.giveOther(second);
	t.deepEqual(second, [20]);
});
