/**
 * Rows on their way into a table, and what a row in the way leads to.
 *
 * In: rows whose values are of their columns' types. Out: rows written, and how many; ids generated. A duplicate is an error, a
 * warning, a reason to remove the rows in the way, or to update the one that is. It refuses to know where rows come from:
 * INSERT, REPLACE and LOAD DATA write through it.
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
import { after } from "./answer.ts";
import { duplicateEntry, duplicateWords } from "./duplicate-entry.ts";
import type { Execution } from "./execution.ts";
import { type Draft, giveId, isIdWanted } from "./insert-draft.ts";
import type { InsertPlan } from "./insert-plan.ts";
import type { StatementOutcome } from "./outcome.ts";
import { touchRow } from "./row-change.ts";
import { type Duplicate, type TableWriter, tableWriter } from "./table-writer.ts";
import { isLastUnique } from "./unique-order.ts";
import type { CheckRow } from "./view-check.ts";
import { retrying } from "./waiting.ts";

/** How often a generated id that another process used is drawn anew. */
const maximumDraws = 8;

/** What its rows need of a plan once they are made. */
export type InsertRunPlan = Pick<InsertPlan, "table" | "onDuplicate" | "ignore" | "updates" | "query"> & Partial<Pick<InsertPlan, "check">>;

/** Made once a statement. */
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

	/** An id that was generated for a row that is not there: the next row has it. */
	#spareId: Integer | undefined;
	/** How many rows had a spare id: MySQL has taken one for each row. */
	#spared = 0;

	/** `expected`: how many rows will come, as far as is known. */
	constructor(plan: InsertRunPlan, execution: Execution, expected = 0) {
		this.#plan = plan;
		this.#execution = execution;
		this.#writer = tableWriter(plan.table, execution, expected);
		this.#admission = new Admission(execution, false, "zero");
	}

	/** At once where nothing is in the way. */
	write(draft: Draft): Answer<void> {
		const { check } = this.#plan;
		return check === undefined ? this.#put(draft) : after(this.#checked(draft.row, check), () => this.#put(draft));
	}

	/** Conditions may read generated columns. */
	#checked(row: Row, check: CheckRow): Answer<void> {
		this.#writer.generate(row);
		return retrying(() => check(row, this.#execution));
	}

	#put(draft: Draft): Answer<void> {
		const answer = this.#writer.insert(draft.row);
		if (answer === undefined) {
			this.#wrote(draft.row, draft.generated);
			return;
		}
		return this.#writeAround(draft, answer);
	}

	/** Generates the row's id where none was given; says whether it did. */
	giveId(row: Row): Answer<boolean> {
		const spare = this.#spareId;
		const column = this.#plan.table.autoIncrementColumn;
		if (spare === undefined || column === undefined) {
			return giveId(row, this.#plan.table, this.#execution);
		}
		if (!isIdWanted(row, column, this.#execution)) {
			// What is given by hand leads on from there.
			this.#spareId = (row[column.offset] as Integer) >= spare ? undefined : spare;
			return giveId(row, this.#plan.table, this.#execution);
		}
		this.#spareId = undefined;
		this.#spared++;
		row[column.offset] = spare;
		return true;
	}

	/** After the last row: ids are taken for as many rows as wanted one, whether they are there or not. */
	close(): Answer<void> {
		const { table } = this.#plan;
		return this.#spared === 0 ? undefined : after(this.#execution.autoIncrement.take(table, this.#spared), () => undefined);
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
				this.#spare(draft);
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

	/** The row was left out, or another updated instead. */
	#spare({ row, generated }: Draft): void {
		const column = this.#plan.table.autoIncrementColumn;
		if (generated && column !== undefined && this.#plan.onDuplicate !== "replace") {
			this.#spareId = row[column.offset] as Integer;
		}
	}

	/** Deals with the row in the way; true: try again. */
	async #resolve(duplicate: Duplicate, row: Row): Promise<boolean> {
		switch (this.#plan.onDuplicate) {
			case "replace":
				return this.#replace(duplicate, row);
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

	/** The same row again changes nothing where its last unique key is what it meets; else it is removed like any other. */
	async #replace({ key, index }: Duplicate, row: Row): Promise<boolean> {
		const there = await this.#writer.read(key);
		if (there === undefined) {
			return true;
		}
		if (isLastUnique(index, this.#plan.table) && there.every((value, at) => value === row[at])) {
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
		if (this.#plan.check !== undefined) {
			await this.#checked(changed, this.#plan.check);
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
			await this.#execution.autoIncrement.pass(table, this.#lastWritten);
		}
	}
}
