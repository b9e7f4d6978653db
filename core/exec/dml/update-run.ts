/**
 * Execution of one UPDATE's assignments: computes changed rows, writes them, counts matched and changed ones.
 *
 * Of several matches of one row the first counts. `update.ts` says in which order.
 */
import { Diagnostics } from "../../rules/diagnostics.ts";
import { recordWarning } from "../../rules/warned.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { after } from "../../async/maybe-promise.ts";
import { duplicateEntry, duplicateWords } from "../write/duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import type { StatementResult } from "../statement-result.ts";
import { mayReplaceNull, rowTriggers, type RowTriggers } from "../write/row-triggers.ts";
import { touchRow } from "../write/row-change.ts";
import { rowBytes } from "../spill/row-bytes.ts";
import type { RowForm } from "../spill/row-list.ts";
import { type Duplicate, type TableWriter, tableWriter } from "../write/table-writer.ts";
import type { TargetUpdate, UpdatePlan } from "./update-plan.ts";
import { ignoreViolation } from "../write/ignorable-violation.ts";

interface Writing extends TargetUpdate {
	readonly writer: TableWriter;
	/** Rows already changed: a join may find one several times. Undefined where each is found once. */
	readonly done: Set<Key> | undefined;
	readonly triggers: RowTriggers | undefined;
}

export interface RowChange {
	readonly writer: TableWriter;
	readonly key: Key;
	readonly before: Row;
	readonly row: Row;
}

/** Row format in memory: the writer's number, the key, the row before and the row after, of equal width. */
export function changeForm(writers: readonly TableWriter[]): RowForm<RowChange> {
	return {
		bytes: ({ key, before, row }) => key.length + rowBytes(before) + rowBytes(row),
		pack: ({ writer, key, before, row }) => [writers.indexOf(writer), key, ...before, ...row],
		unpack([writer, key, ...both]) {
			const half = both.length / 2;
			return {
				writer: writers[writer as number]!,
				key: key as Key,
				before: both.slice(0, half),
				row: both.slice(half),
			};
		},
	};
}

export function updateOutcome(
	matched: number,
	changed: number,
	{ foundRows, warningCount }: Execution,
): StatementResult {
	const info =
		matched === 1 && changed === 1 && warningCount === 0
			? infoOfOne
			: `Rows matched: ${matched}  Changed: ${changed}  Warnings: ${warningCount}`;
	return { kind: "ok", affectedRows: foundRows ? matched : changed, insertId: 0, info };
}

/** The usual case. */
const infoOfOne = "Rows matched: 1  Changed: 1  Warnings: 0";

const none: ReadonlySet<TableWriter> = new Set();

export class UpdateRun {
	readonly #writings: readonly Writing[];
	/** Writers of tables that are changed under two aliases: neither has the other's writes. */
	readonly #shared: ReadonlySet<TableWriter>;
	/** The only table, if nothing is joined and no row is found twice. */
	readonly #only: Writing | undefined;
	readonly #plan: UpdatePlan;
	readonly #execution: Execution;
	readonly #admission: Admission;
	/** Of tables with triggers. */
	readonly #triggered: readonly Writing[];
	#matched = 0;
	#changed = 0;

	constructor(plan: UpdatePlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		const defersNull = plan.updates.some(({ target }) => mayReplaceNull(target.table, "update"));
		this.#admission = new Admission(execution, false, "refused", defersNull);
		const { scope, node } = plan.targets;
		const findsOnce =
			node.kind === "table" &&
			(node.access.kind === "scan" || node.access.ranges.length === 1) &&
			scope.tables.length === 1 &&
			plan.updates[0]?.target.firstSlot === 0 &&
			plan.check === undefined;
		this.#writings = plan.updates.map(({ target, cells, columns }) => ({
			target,
			cells,
			columns,
			writer: tableWriter(target.table, execution),
			done: findsOnce ? undefined : new Set<Key>(),
			triggers: rowTriggers(target.table, "update", execution),
		}));
		this.#triggered = this.#writings.filter(({ triggers }) => triggers !== undefined);
		this.#only = findsOnce ? this.#writings[0] : undefined;
		this.#shared =
			this.#writings.length === 1
				? none
				: new Set(
						this.#writings
							.filter((one) => this.#writings.some((other) => other !== one && other.target.table === one.target.table))
							.map(({ writer }) => writer),
					);
	}

	get writers(): readonly TableWriter[] {
		return this.#writings.map(({ writer }) => writer);
	}

	/** Computes the changes of the rows in one joined row. */
	assign(found: Row, keep: (change: RowChange) => void): void {
		this.#execution.rowNumber = this.#matched + 1;
		if (this.#only !== undefined) {
			this.#assignOnly(this.#only, found, keep);
			return;
		}
		const row = [...found];
		const changes = this.#writings.flatMap((writing) => this.#assignTo(writing, found, row));
		if (this.#plan.check !== undefined) {
			// Conditions may read generated columns.
			for (const {
				writing: {
					writer,
					target: { firstSlot },
				},
				change,
			} of changes) {
				writer.generate(change.row);
				change.row.forEach((value, at) => {
					row[firstSlot + at] = value;
				});
			}
		}
		if (changes.length > 0 && !this.#mayStand(row)) {
			return;
		}
		if (this.#shared.size > 0) {
			changes.sort((one, other) => one.writing.target.firstSlot - other.writing.target.firstSlot);
		}
		for (const { writing, change } of changes) {
			writing.done?.add(change.key);
			this.#matched++;
			if (this.#isKept(writing, change.before, change.row)) {
				keep(change);
			}
		}
	}

	/** With triggers all rows are: a trigger may change them yet. */
	#isKept({ target, columns, triggers }: Writing, before: Row, row: Row): boolean {
		return triggers !== undefined || touchRow(target.table, before, row, columns, this.#execution) === "changed";
	}

	/** False where a view's CHECK OPTION fails under IGNORE. */
	#mayStand(row: Row): boolean {
		const { check, ignore } = this.#plan;
		if (check === undefined) {
			return true;
		}
		try {
			check(row, this.#execution);
			return true;
		} catch (failure) {
			if (!ignore) {
				throw failure;
			}
			ignoreViolation(failure, this.#execution);
			return false;
		}
	}

	/** Fast path without a join: each row is found once, and is all of the tuple but the key. */
	#assignOnly(writing: Writing, found: Row, keep: (change: RowChange) => void): void {
		const { writer, cells, target } = writing;
		const row = found.slice();
		for (const { column, compute } of cells) {
			row[column.offset] = this.#admission.admit(column, compute(row, this.#execution));
		}
		this.#matched++;
		if (this.#isKept(writing, found, row)) {
			keep({ writer, key: found[target.keySlot] as Key, before: found, row });
		}
	}

	/** `whole` collects the assignments to all tables. */
	#assignTo(writing: Writing, found: Row, whole: Row): { readonly writing: Writing; readonly change: RowChange }[] {
		const { table, firstSlot, keySlot } = writing.target;
		const key = found[keySlot] as Key | null;
		if (key === null || writing.done?.has(key) === true) {
			return [];
		}
		const end = firstSlot + table.columns.length;
		const before = found.slice(firstSlot, end);
		const row = this.#writings.length === 1 ? whole : [...found];
		for (const { column, compute } of writing.cells) {
			const slot = firstSlot + column.offset;
			row[slot] = this.#admission.admit(column, compute(row, this.#execution));
			whole[slot] = row[slot] as Value;
		}
		return [{ writing, change: { writer: writing.writer, key, before, row: row.slice(firstSlot, end) } }];
	}

	write(change: RowChange): MaybePromise<void> {
		const writing =
			this.#triggered.length === 0 ? undefined : this.#triggered.find(({ writer }) => writer === change.writer);
		return writing === undefined ? this.#writeRow(change) : this.#writeTriggered(writing, change);
	}

	#writeTriggered({ triggers, target, columns }: Writing, change: RowChange): MaybePromise<void> {
		const { before, row } = change;
		// Both are slots of a wider tuple where one table is changed.
		const old = before.slice(0, target.table.columns.length);
		const now = row.slice(0, target.table.columns.length);
		return after(triggers?.before(old, now), () => {
			this.#admission.settleNulls(target.table.columns, now);
			const changed = { ...change, before: old, row: now };
			const isChanged = touchRow(target.table, old, now, columns, this.#execution) === "changed";
			return after(isChanged ? this.#writeRow(changed) : undefined, () => triggers?.after(old, now));
		});
	}

	#writeRow({ writer, key, before, row }: RowChange): MaybePromise<void> {
		const answer = this.#shared.has(writer)
			? this.#writeOver(writer, key, before, row)
			: writer.update(before, key, row);
		return answer instanceof Promise
			? answer.then((duplicate) => this.#count(duplicate, row))
			: this.#count(answer, row);
	}

	/** Columns that this change does not assign keep another change's values. */
	#writeOver(writer: TableWriter, key: Key, before: Row, row: Row): MaybePromise<Duplicate | undefined> {
		return after(writer.read(key), (there) =>
			there === undefined
				? undefined
				: writer.update(
						there,
						key,
						there.map((value, at) => (row[at] === before[at] ? value : row[at]!)),
					),
		);
	}

	get matched(): number {
		return this.#matched;
	}

	outcome(): StatementResult {
		return updateOutcome(this.#matched, this.#changed, this.#execution);
	}

	#count(duplicate: Duplicate | undefined, row: Row): void {
		if (duplicate === undefined) {
			this.#changed++;
		} else if (this.#plan.ignore) {
			this.#warn(duplicate, row);
		} else {
			throw duplicateEntry(duplicate.index, row, this.#execution);
		}
	}

	#warn({ index }: Duplicate, row: Row): void {
		const words = this.#execution.book.ask(Diagnostics).ignoredDuplicate();
		if (words === undefined) {
			this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(index, row, this.#execution));
		} else {
			recordWarning(words, this.#execution);
		}
	}
}
