/**
 * Row insertion with duplicate handling: error, IGNORE, REPLACE, or ON DUPLICATE KEY UPDATE; counts rows and ids.
 *
 * INSERT, REPLACE and LOAD DATA write through it.
 *
 * | outcome for one row               | counts as                                   |
 * |-----------------------------------|---------------------------------------------|
 * | written                           | 1                                           |
 * | REPLACE removed n rows            | n more                                      |
 * | ON DUPLICATE KEY UPDATE           | 2; unchanged 0, or 1 where found rows count |
 * | ... that rewrote it as it was     | 1, or 2 where found rows count              |
 * | IGNORE skipped it                 | 0                                           |
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import { Admission } from "../rows/admission.ts";
import { after } from "../../async/maybe-promise.ts";
import { duplicateEntry, duplicateWords } from "../write/duplicate-entry.ts";
import type { Execution } from "../execution.ts";
import { InsertIds } from "../auto-increment/insert-ids.ts";
import type { InsertPlan } from "./insert-plan.ts";
import type { DoneResult } from "../statement-result.ts";
import { referencesTo } from "../write/reference.ts";
import { mayReplaceNull, rowTriggers, type RowTriggers } from "../write/row-triggers.ts";
import { touchRow } from "../write/row-change.ts";
import { type Duplicate, type TableWriter, tableWriter } from "../write/table-writer.ts";
import { isLastUnique } from "../write/unique-order.ts";
import type { CheckRow } from "../write/view-check.ts";
import { retrying } from "../../async/suspension.ts";

/** How often an id that another process used is generated again. */
const maximumDraws = 8;

/** The part of a plan that complete rows need. */
export type InsertRunPlan = Pick<InsertPlan, "table" | "onDuplicate" | "ignore" | "updates" | "query"> &
	Partial<Pick<InsertPlan, "check">>;

/** Made once a statement. */
export class InsertRun {
	readonly #plan: InsertRunPlan;
	readonly #execution: Execution;
	readonly #writer: TableWriter;
	/** For values that ON DUPLICATE KEY UPDATE assigns. */
	#admission: Admission | undefined;
	readonly #hasIds: boolean;
	#copied = 0;
	#deleted = 0;
	#updated = 0;
	/** Rows that ON DUPLICATE KEY UPDATE found and left unchanged. */
	#unchanged = 0;
	/** Rows that were rewritten with the same values. */
	#rewritten = 0;
	readonly #ids: InsertIds;
	readonly #triggers: RowTriggers | undefined;
	/** Of NULLs that BEFORE triggers have left. */
	#nullCheck: Admission | undefined;

	/** `expected`: the number of rows to come; 0: unknown. */
	constructor(plan: InsertRunPlan, execution: Execution, expected = 0) {
		this.#plan = plan;
		this.#execution = execution;
		this.#writer = tableWriter(plan.table, execution, expected);
		this.#ids = new InsertIds(plan.table, execution, expected);
		this.#hasIds = plan.table.autoIncrementColumn !== undefined;
		this.#triggers = rowTriggers(plan.table, "insert", execution);
	}

	/** Generates the row's id where it has none, and writes it; synchronous where there is no duplicate. */
	write(row: Row): MaybePromise<void> {
		return this.#triggers === undefined
			? this.#writeRow(row)
			: after(this.#triggers.before(undefined, row), () => {
					this.#settleNulls(row);
					return this.#writeRow(row);
				});
	}

	#settleNulls(row: Row): void {
		this.#nullCheck ??= new Admission(this.#execution, !this.#plan.ignore);
		this.#nullCheck.settleNulls(this.#plan.table.columns, row);
	}

	#writeRow(row: Row): MaybePromise<void> {
		const given = this.#hasIds ? this.#ids.give(row) : false;
		return given instanceof Promise
			? given.then((isGenerated) => this.#judge(row, isGenerated))
			: this.#judge(row, given);
	}

	#judge(row: Row, isGenerated: boolean): MaybePromise<void> {
		const { check } = this.#plan;
		return check === undefined
			? this.#put(row, isGenerated)
			: after(this.#checked(row, check), () => this.#put(row, isGenerated));
	}

	/** Conditions may read generated columns. */
	#checked(row: Row, check: CheckRow): MaybePromise<void> {
		this.#writer.generate(row);
		return retrying(() => check(row, this.#execution));
	}

	#put(row: Row, isGenerated: boolean): MaybePromise<void> {
		const answer = this.#writer.insert(row);
		return answer === undefined ? this.#wrote(row, isGenerated) : this.#writeAround(row, isGenerated, answer);
	}

	async #writeAround(row: Row, isGenerated: boolean, first: MaybePromise<Duplicate | undefined>): Promise<void> {
		const { table } = this.#plan;
		if (!isGenerated && this.#hasIds && this.#plan.query !== undefined && (await first) !== undefined) {
			// An id given by a query advances the counter, whatever happens to its row.
			await this.#ids.pass(row);
		}
		for (let draw = 1, answer = first; ; draw++, answer = this.#writer.insert(row)) {
			const duplicate = answer instanceof Promise ? await answer : answer;
			if (duplicate === undefined) {
				return this.#wrote(row, isGenerated);
			}
			const { column } = duplicate.index.parts[0];
			const isExchanged = isGenerated && this.#execution.autoIncrement.isRequested !== true;
			if (isExchanged && draw < maximumDraws && column === table.autoIncrementColumn) {
				await this.#ids.giveOther(row);
			} else if (!(await this.#resolve(duplicate, row))) {
				this.#leftOut();
				return;
			}
		}
	}

	/** Rows written, rows that REPLACE removed, the first generated id (0: none). */
	get counts(): { readonly copied: number; readonly deleted: number; readonly firstGenerated: Integer } {
		return { copied: this.#copied, deleted: this.#deleted, firstGenerated: this.#ids.firstGenerated };
	}

	outcome(records: number): DoneResult {
		const { firstGenerated, insertId } = this.#ids;
		const isMany = this.#plan.query !== undefined || records > 1;
		return {
			kind: "ok",
			affectedRows:
				this.#copied +
				this.#deleted +
				this.#updated * 2 +
				this.#rewritten +
				(this.#execution.foundRows ? this.#unchanged + this.#rewritten : 0),
			insertId,
			info: isMany ? this.#info(records) : "",
			generatedId: firstGenerated === 0 ? undefined : firstGenerated,
		};
	}

	#info(records: number): string {
		const duplicates = this.#plan.onDuplicate === "ignore" ? records - this.#copied : this.#deleted + this.#updated;
		return `Records: ${records}  Duplicates: ${duplicates}  Warnings: ${this.#execution.warningCount}`;
	}

	#wrote(row: Row, isGenerated: boolean): MaybePromise<void> {
		this.#copied++;
		this.#ids.note(row, isGenerated);
		const passed = isGenerated ? undefined : this.#ids.pass(row);
		return this.#triggers === undefined ? passed : after(passed, () => this.#triggers?.after(undefined, row));
	}

	/** The row was skipped, or another updated instead. */
	#leftOut(): void {
		if (this.#hasIds && this.#plan.onDuplicate !== "replace") {
			this.#ids.leaveOut();
		}
	}

	/** Handles the duplicate; returns true to try again. */
	async #resolve(duplicate: Duplicate, row: Row): Promise<boolean> {
		switch (this.#plan.onDuplicate) {
			case "replace":
				return this.#replace(duplicate, row);
			case "update":
				await this.#update(duplicate.key, row);
				return false;
			case "ignore":
				this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(duplicate.index, row, this.#execution));
				return false;
			default:
				throw duplicateEntry(duplicate.index, row, this.#execution);
		}
	}

	/** Whether no foreign key refers to the table, checked or not, and no trigger looks at removed rows. */
	#isUnreferenced(): boolean {
		const { table } = this.#plan;
		if (rowTriggers(table, "delete", this.#execution) !== undefined) {
			return false;
		}
		return referencesTo(table, this.#execution.schema).length === 0;
	}

	/**
	 * An equal row changes nothing where the duplicate is in the last unique key and no foreign key refers to the
	 * table; else it is removed like any other.
	 */
	async #replace({ key, index }: Duplicate, row: Row): Promise<boolean> {
		const there = await this.#writer.read(key);
		if (there === undefined) {
			return true;
		}
		if (
			this.#isUnreferenced() &&
			isLastUnique(index, this.#plan.table) &&
			there.every((value, at) => value === row[at])
		) {
			await this.#wrote(row, false);
			return false;
		}
		const triggers = rowTriggers(this.#plan.table, "delete", this.#execution);
		await triggers?.before(there, undefined);
		await this.#writer.remove(there, key);
		await triggers?.after(there, undefined);
		this.#deleted++;
		return true;
	}

	/** Returns the existing row after the assignments, each of which reads the results of those before it. */
	#assigned(there: Row, row: Row): Row {
		const both = [...there, ...row];
		this.#admission ??= new Admission(this.#execution, false, "zero", mayReplaceNull(this.#plan.table, "update"));
		for (const { column, compute } of this.#plan.updates) {
			both[column.offset] = this.#admission.admit(column, compute(both, this.#execution));
		}
		return both.slice(0, there.length);
	}

	async #update(key: Key, row: Row): Promise<void> {
		const { table, updates } = this.#plan;
		const there = (await this.#writer.read(key)) ?? row;
		const changed = await retrying(() => this.#assigned(there, row));
		const triggers = rowTriggers(table, "update", this.#execution);
		await triggers?.before(there, changed);
		if (triggers !== undefined) {
			this.#settleNulls(changed);
		}
		const touch = touchRow(
			table,
			there,
			changed,
			updates.map(({ column }) => column),
			this.#execution,
		);
		if (touch !== "changed") {
			this.#unchanged += touch === "same" ? 1 : 0;
			this.#rewritten += touch === "rewritten" ? 1 : 0;
			await triggers?.after(there, changed);
			return;
		}
		if (this.#plan.check !== undefined) {
			await this.#checked(changed, this.#plan.check);
		}
		const duplicate = await this.#writer.update(there, key, changed);
		if (duplicate !== undefined) {
			if (!this.#plan.ignore) {
				throw duplicateEntry(duplicate.index, changed, this.#execution);
			}
			this.#execution.warn("Warning", "duplicateEntry", ...duplicateWords(duplicate.index, changed, this.#execution));
			return;
		}
		this.#updated++;
		this.#ids.note(changed, false);
		await this.#ids.pass(changed);
		await triggers?.after(there, changed);
	}
}
