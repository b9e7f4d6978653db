/**
 * INSERT and REPLACE: rows written, or what a row in the way leads to.
 *
 * In: a plan. Out: rows written, and how many; ids generated. A duplicate is an error, a warning, a reason to remove
 * the rows in the way, or to update the one that is. It refuses to know how values are made (`insert-draft.ts`).
 *
 * | outcome for one row               | counts as                                   |
 * |-----------------------------------|---------------------------------------------|
 * | written                           | 1                                           |
 * | REPLACE removed n rows            | n more                                      |
 * | ON DUPLICATE KEY UPDATE           | 2; unchanged 0, or 1 where found rows count |
 * | IGNORE left it out                | 0                                           |
 */
import type { Answer, Key } from "../store/store.ts";
import type { Integer, Row } from "../types/value.ts";
import { Admission } from "./admission.ts";
import { after, attempt } from "./answer.ts";
import { duplicateEntry, duplicateWords } from "./duplicate-entry.ts";
import type { Execution } from "./execution.ts";
import { countOfValues, type Draft, draftOne, draftRows, giveId } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import type { StatementOutcome } from "./outcome.ts";
import { touchRow } from "./row-change.ts";
import { type Duplicate, type TableWriter, tableWriter } from "./table-writer.ts";
import { leaveOut } from "./violation.ts";
import { retrying } from "./waiting.ts";

/** How often a generated id that another process used is drawn anew. */
const maximumDraws = 8;

export function insert(plan: InsertPlan, execution: Execution): Answer<StatementOutcome> {
	return !plan.ignore && countOfValues(plan, execution) === 1 ? insertOne(plan, execution) : insertAll(plan, execution);
}

/** One row of VALUES: at once where nothing is in its way. */
function insertOne(plan: InsertPlan, execution: Execution): Answer<StatementOutcome> {
	return after(draftOne(plan, execution), (draft) => {
		const run = new InsertRun(plan, execution);
		return after(run.write(draft), () => run.outcome(1));
	});
}

async function insertAll(plan: InsertPlan, execution: Execution): Promise<StatementOutcome> {
	const drafts = await draftRows(plan, execution);
	const run = new InsertRun(plan, execution);
	let at = 0;
	for (const batch of drafts.batches()) {
		if (at > 0) {
			await execution.giveWay();
		}
		for (const draft of batch) {
			execution.rowNumber = ++at;
			const written = plan.ignore ? attempt(() => run.write(draft), (failure) => leaveOut(failure, execution)) : run.write(draft);
			if (written instanceof Promise) {
				await written;
			}
		}
	}
	drafts.close();
	return run.outcome(at);
}

/** What its rows need of a plan once they are made. */
export type InsertRunPlan = Pick<InsertPlan, "table" | "onDuplicate" | "ignore" | "updates" | "query">;

/** Rows going into a table; LOAD DATA's too. */
export class InsertRun {
	readonly #plan: InsertRunPlan;
	readonly #execution: Execution;
	readonly #writer: TableWriter;
	readonly #admission: Admission;
	#copied = 0;
	#deleted = 0;
	#updated = 0;
	/** Found by ON DUPLICATE KEY UPDATE and left as they were. */
	#unchanged = 0;
	#firstGenerated: Integer = 0;
	#lastWritten: Integer = 0;

	constructor(plan: InsertRunPlan, execution: Execution) {
		this.#plan = plan;
		this.#execution = execution;
		this.#writer = tableWriter(plan.table, execution);
		this.#admission = new Admission(execution, false);
	}

	/** At once where nothing is in the way. */
	write(draft: Draft): Answer<void> {
		const answer = this.#writer.insert(draft.row);
		if (answer === undefined) {
			this.#wrote(draft.row, draft.generated);
			return;
		}
		return this.#writeAround(draft, answer);
	}

	async #writeAround(draft: Draft, first: Answer<Duplicate | undefined>): Promise<void> {
		const { row } = draft;
		const { table } = this.#plan;
		for (let draw = 1, answer = first; ; draw++, answer = this.#writer.insert(row)) {
			const duplicate = answer instanceof Promise ? await answer : answer;
			if (duplicate === undefined) {
				this.#wrote(row, draft.generated);
				return;
			}
			const { column } = duplicate.index.parts[0];
			if (draft.generated && draw < maximumDraws && column === table.autoIncrementColumn) {
				// Another process took the id since the counter was read.
				await this.#execution.autoIncrement.refresh(table);
				row[column.offset] = null;
				await giveId(row, table, this.#execution);
			} else if (!(await this.#resolve(duplicate, row))) {
				return;
			}
		}
	}

	/** Rows written, rows that REPLACE removed, the first id that was generated (0: none). */
	get counts(): { readonly copied: number; readonly deleted: number; readonly firstGenerated: Integer } {
		return { copied: this.#copied, deleted: this.#deleted, firstGenerated: this.#firstGenerated };
	}

	outcome(records: number): StatementOutcome {
		const { table } = this.#plan;
		const duplicates = this.#plan.onDuplicate === "ignore" ? records - this.#copied : this.#deleted + this.#updated;
		const info = `Records: ${records}  Duplicates: ${duplicates}  Warnings: ${this.#execution.warningCount}`;
		const isMany = this.#plan.query !== undefined || records > 1;
		const hasId = this.#firstGenerated !== 0;
		return {
			kind: "ok",
			affectedRows: this.#copied + this.#deleted + this.#updated * 2 + (this.#execution.foundRows ? this.#unchanged : 0),
			insertId: hasId ? this.#firstGenerated : table.autoIncrementColumn === undefined ? 0 : this.#lastWritten,
			info: isMany ? info : "",
			...(hasId ? { generatedId: this.#firstGenerated } : {}),
		};
	}

	#wrote(row: Row, generated: boolean): void {
		this.#copied++;
		const column = this.#plan.table.autoIncrementColumn;
		if (column !== undefined) {
			this.#lastWritten = row[column.offset] as Integer;
			if (generated && this.#firstGenerated === 0) {
				this.#firstGenerated = this.#lastWritten;
			}
		}
	}

	/** Deals with the row in the way; true: try again. */
	async #resolve(duplicate: Duplicate, row: Row): Promise<boolean> {
		switch (this.#plan.onDuplicate) {
			case "replace":
				return this.#replace(duplicate.key, row);
			case "update":
				await this.#update(duplicate.key, row);
				return false;
			case "ignore":
				this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(duplicate.index, row));
				return false;
			default:
				throw duplicateEntry(duplicate.index, row);
		}
	}

	async #replace(key: Key, row: Row): Promise<boolean> {
		const there = await this.#writer.read(key);
		if (there === undefined) {
			return true;
		}
		if (there.every((value, at) => value === row[at])) {
			this.#wrote(row, false);
			return false;
		}
		await this.#writer.remove(there, key);
		this.#deleted++;
		return true;
	}

	/** The existing row as the assignments make it, each seeing those before it. */
	#assigned(there: Row, row: Row): Row {
		const both = [...there, ...row];
		for (const { column, compute } of this.#plan.updates) {
			both[column.offset] = this.#admission.admit(column, compute(both, this.#execution));
		}
		return both.slice(0, there.length);
	}

	async #update(key: Key, row: Row): Promise<void> {
		const { table, updates } = this.#plan;
		const there = (await this.#writer.read(key)) ?? row;
		const changed = await retrying(() => this.#assigned(there, row));
		if (!touchRow(table, there, changed, updates.map(({ column }) => column), this.#execution)) {
			this.#unchanged++;
			return;
		}
		const duplicate = await this.#writer.update(there, key, changed);
		if (duplicate !== undefined) {
			if (!this.#plan.ignore) {
				throw duplicateEntry(duplicate.index, changed);
			}
			this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(duplicate.index, changed));
			return;
		}
		this.#updated++;
		const column = table.autoIncrementColumn;
		if (column !== undefined) {
			this.#lastWritten = changed[column.offset] as Integer;
		}
	}
}
