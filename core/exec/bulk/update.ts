/**
 * Bulk UPDATE of one table's rows that keep their keys: patches stored rows as bytes, without row objects.
 *
 * Lower bound by a secondary index: `expected-rows.ts`.
 *
 * Why: see README.md. Measured: CPU time a row, 30,000 rows by an index, 5,000 a statement, third run in a process on
 * a busy machine: 7.5 us by the general path, 3.2 with this; first run 20.9 and 13.7.
 */
import type { Column, Index, Table } from "../../catalog/table.ts";
import { mayWait, eachSlot } from "../../plan/tree/tree-facts.ts";
import type { TargetPlan } from "../../plan/query/dml-target.ts";
import type { ChangeRun } from "../../store/page/change-run.ts";
import type { PendingWrites } from "../../store/transaction/pending-writes.ts";
import { type PatchRow, rowPatcher } from "../../store/encoding/row-patch.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { after } from "../../async/maybe-promise.ts";
import type { ColumnAssignment } from "../rows/column-assignment.ts";
import type { Execution } from "../execution.ts";
import { indexEntryKey } from "../rows/index-entry.ts";
import { blankRow } from "../row-source.ts";
import { columnDecoder, type DecodeColumns, rowCodec } from "../rows/row-codec.ts";
import { currentTimestamp } from "../rows/column-default.ts";
import { isInstant, storedTime } from "../rows/timestamp-column.ts";
import { mayRewriteNull } from "../write/row-change.ts";
import { relyOnDefinition } from "../write/written-table.ts";
import { eachFound, type FoundRows, type RowChanger } from "./found-rows.ts";
import { BlindEntries } from "./blind-entries.ts";
import { ExpectedRows } from "./expected-rows.ts";
import { bulkTarget } from "./target.ts";

interface UpdateCount {
	readonly matched: number;
	readonly changed: number;
}

export interface BulkUpdate {
	readonly expected: ExpectedRows;
	/** undefined: this run must use the general path. */
	run(execution: Execution): MaybePromise<UpdateCount> | undefined;
}

/** Facts of the plan. */
interface UpdateForm {
	readonly table: Table;
	readonly cells: readonly ColumnAssignment[];
	/** Indexes whose entries may move. */
	readonly indexes: readonly Index[];
	readonly decode: DecodeColumns;
	/** Offsets of the columns that are read or assigned, and of those assigned. */
	readonly known: readonly number[];
	readonly assigned: readonly number[];
	/** ON UPDATE columns that are not assigned: changed with the others. */
	readonly touched: readonly Column[];
	/** Offsets of the assigned and the touched columns. */
	readonly written: readonly number[];
	readonly patch: PatchRow;
	/** Reused for each row: the stored and the changed values. */
	readonly before: Row;
	readonly row: Row;
}

export function bulkUpdate(targets: TargetPlan, cells: readonly ColumnAssignment[]): BulkUpdate | undefined {
	const assigned = [...new Set(cells.map(({ column }) => column))];
	const columns = targets.tables[0]?.table.columns ?? [];
	const touched = columns.filter((column) => column.onUpdateNow && !assigned.includes(column));
	const target = bulkTarget(targets, false, [...assigned, ...touched]);
	const form = target && updateForm(target.table, cells, assigned, touched);
	if (target === undefined || form === undefined) {
		return undefined;
	}
	const expected = new ExpectedRows(target.estimate);
	return {
		expected,
		run(execution) {
			const found = target.find(execution, form.indexes.length > 0);
			return found === undefined
				? undefined
				: after(found, (rows) => {
						expected.note(rows.count);
						return new BulkUpdateRun(form, execution, rows.count).run(rows);
					});
		},
	};
}

function updateForm(
	table: Table,
	cells: readonly ColumnAssignment[],
	assigned: readonly Column[],
	touched: readonly Column[],
): UpdateForm | undefined {
	const written = [...assigned, ...touched];
	const indexes = table.indexes.filter(({ parts }) => parts.some(({ column }) => written.includes(column)));
	const isPlain =
		!assigned.some(isInstant) &&
		!(touched.length > 0 && assigned.some(mayRewriteNull)) &&
		!indexes.some((index) => index.primary || index.unique || index.parts.some(({ column }) => isInstant(column)));
	if (!isPlain || cells.some(({ bound }) => bound !== undefined && mayWait(bound))) {
		return undefined;
	}
	const slots = new Set<number>(
		[...written, ...indexes.flatMap(({ parts }) => parts.map(({ column }) => column))].map(({ offset }) => offset),
	);
	for (const { bound } of cells) {
		if (bound !== undefined) {
			eachSlot(bound, (slot) => slots.add(slot));
		}
	}
	const known = table.columns.filter(({ offset }) => slots.has(offset));
	const offsets = known.map(({ offset }) => offset);
	const writtenOffsets = written.map(({ offset }) => offset);
	return {
		table,
		cells,
		indexes,
		known: offsets,
		assigned: assigned.map(({ offset }) => offset),
		touched,
		written: writtenOffsets,
		decode: columnDecoder(known, offsets),
		patch: rowPatcher(table.columns, written, writtenOffsets),
		before: blankRow(table.columns.length),
		row: blankRow(table.columns.length),
	};
}

class BulkUpdateRun implements RowChanger {
	readonly #form: UpdateForm;
	readonly #execution: Execution;
	readonly #admission: Admission;
	readonly #writes: PendingWrites;
	readonly #entries: BlindEntries;
	/** Values of the touched columns, as stored. */
	readonly #now: readonly Value[];
	#matched = 0;
	#changed = 0;

	constructor(form: UpdateForm, execution: Execution, count: number) {
		this.#form = form;
		this.#execution = execution;
		this.#admission = new Admission(execution, false, "refused");
		this.#writes = execution.transaction.prepare();
		this.#entries = new BlindEntries(this.#writes, form.table, form.indexes, count);
		this.#now = form.touched.map((column) => {
			const value = currentTimestamp(column.type, execution);
			return isInstant(column) ? storedTime(value, column.type.scale, execution) : value;
		});
	}

	run(found: FoundRows): MaybePromise<UpdateCount> {
		return after(eachFound(found.rows, this, this.#execution), () => {
			this.#writes.runs.push(...found.rows);
			this.#writes.finish();
			if (this.#changed > 0) {
				relyOnDefinition(this.#form.table, this.#execution);
			}
			return { matched: this.#matched, changed: this.#changed };
		});
	}

	change(run: ChangeRun, at: number): void {
		const { cells, decode, known, before, row, assigned } = this.#form;
		const execution = this.#execution;
		execution.rowNumber = ++this.#matched;
		decode(run.bytes, before, execution, run.seenStarts[at]!);
		for (let next = 0; next < known.length; next++) {
			row[known[next]!] = before[known[next]!]!;
		}
		for (let next = 0; next < cells.length; next++) {
			const { column, compute } = cells[next]!;
			row[column.offset] = this.#admission.admit(column, compute(row, execution));
		}
		for (let next = 0; next < assigned.length; next++) {
			if (row[assigned[next]!] !== before[assigned[next]!]) {
				this.#keep(run, at);
				return;
			}
		}
	}

	#keep(run: ChangeRun, at: number): void {
		const { table, indexes, before, row, patch, touched } = this.#form;
		for (let next = 0; next < touched.length; next++) {
			row[touched[next]!.offset] = this.#now[next]!;
		}
		const end = patch(run.area, run.seenStarts[at]!, run.seenEnds[at]!, row, run);
		run.write(at, end < 0 ? this.#encode(run, at) : end);
		this.#changed++;
		if (indexes.length === 0) {
			return;
		}
		const key = run.keys.key(at);
		for (let next = 0; next < indexes.length; next++) {
			const old = indexEntryKey(table, indexes[next]!, before, key, null);
			const now = indexEntryKey(table, indexes[next]!, row, key, null);
			if (old !== now) {
				this.#entries.remove(next, old);
				this.#entries.put(next, now);
			}
		}
	}

	/** Encodes the whole row; returns its end. */
	#encode(run: ChangeRun, at: number): number {
		const { table, written, row } = this.#form;
		const codec = rowCodec(table);
		const whole = codec.decodeStored(run.seen(at));
		for (const offset of written) {
			whole[offset] = row[offset]!;
		}
		const bytes = codec.encodeStored(whole);
		const start = run.reserve(bytes.length);
		run.bytes.set(bytes, start);
		return start + bytes.length;
	}
}
