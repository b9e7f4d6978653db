/**
 * AUTO_INCREMENT ids of one statement, reserved as InnoDB does: as many as rows are expected, else in doubling
 * groups.
 *
 * Ids left at the end are lost. The id of a skipped row goes to the next row; an explicit id advances the counter,
 * within the statement at once, for others when its row is written. `auto-increment/` holds the table's counter.
 *
 *     VALUES (NULL), (NULL), (NULL)    1 2 3     the next statement: 4
 *     SELECT of four rows              1 | 2 3 | 4 5 6 7         8
 */
import type { Column, Table } from "../../catalog/table.ts";
import { StaleStatement } from "../../store/read-states.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import type { Integer, Row } from "../../types/value/value.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";

const greatestGroup = 65_535;
const greatestDoubling = 16;

export class InsertIds {
	readonly #table: Table;
	readonly #column: Column | undefined;
	readonly #execution: Execution;
	readonly #expected: number;
	/** The next row's id; 0: unknown. */
	#next: Integer = 0;
	/** The id behind the last reserved one. */
	#end: Integer = 0;
	#groups = 0;
	/** Rows still to come for which ids were reserved. */
	#left = 0;
	/** `#next` before the current row, and the id generated for it. */
	#before: Integer = 0;
	#made: Integer = 0;
	#firstGenerated: Integer = 0;
	#lastWritten: Integer = 0;

	/** `expected`: the number of rows to come; 0: unknown. */
	constructor(table: Table, execution: Execution, expected: number) {
		this.#table = table;
		this.#column = table.autoIncrementColumn;
		this.#execution = execution;
		this.#expected = expected;
	}

	/** Generates the row's id where none was given; returns whether it did. */
	give(row: Row): MaybePromise<boolean> {
		if (this.#column === undefined) {
			return false;
		}
		this.#before = this.#next;
		this.#made = 0;
		this.#left -= this.#left > 0 ? 1 : 0;
		if (!isIdWanted(row, this.#column, this.#execution)) {
			const given = row[this.#column.offset] as Integer;
			if (this.#next !== 0 && given >= this.#next) {
				this.#next = addIntegers(given, 1);
			}
			return false;
		}
		const aside = this.#next === 0 || this.#next >= this.#end ? this.#setAside() : undefined;
		return aside === undefined ? this.#take(row) : aside.then(() => this.#take(row));
	}

	/**
	 * Another process used the id since the counter was read. Clients rely on consecutive ids of the rows of VALUES:
	 * where one is given already, the statement starts again.
	 */
	giveOther(row: Row): MaybePromise<void> {
		if (this.#expected > 0 && this.#firstGenerated !== 0) {
			throw new StaleStatement();
		}
		return after(this.#execution.autoIncrement.refresh(this.#table), () =>
			after(this.#setAside(), () => void this.#take(row)),
		);
	}

	/** The last row of `give` was not written. */
	leaveOut(): void {
		this.#next = this.#made === 0 ? this.#before : this.#made;
	}

	/** A row with an explicit id was written. */
	pass(row: Row): MaybePromise<void> {
		return this.#column === undefined
			? undefined
			: this.#execution.autoIncrement.pass(this.#table, row[this.#column.offset] as Integer);
	}

	note(row: Row, isGenerated: boolean): void {
		if (this.#column !== undefined) {
			this.#lastWritten = row[this.#column.offset] as Integer;
			this.#firstGenerated = isGenerated && this.#firstGenerated === 0 ? this.#lastWritten : this.#firstGenerated;
		}
	}

	/** The value of LAST_INSERT_ID(); 0: no id was generated. */
	get firstGenerated(): Integer {
		return this.#firstGenerated;
	}

	/** The insert id of the OK packet; 0: none. */
	get insertId(): Integer {
		return this.#firstGenerated === 0 ? this.#lastWritten : this.#firstGenerated;
	}

	#take(row: Row): true {
		row[this.#column!.offset] = this.#next;
		this.#made = this.#next;
		this.#next = addIntegers(this.#next, 1);
		return true;
	}

	#setAside(): MaybePromise<void> {
		const { autoIncrement, transaction } = this.#execution;
		const wanted = autoIncrement.isSingle === true ? 1 : this.#wanted();
		this.#groups++;
		const key = autoIncrement.relied?.(this.#table);
		const relied = key === undefined ? undefined : transaction.rely(key);
		return relied instanceof Promise ? relied.then(() => this.#takeAside(wanted)) : this.#takeAside(wanted);
	}

	/** Reserves a single id where too few are left. */
	#takeAside(wanted: number): MaybePromise<void> {
		return wanted === 1
			? this.#takeMany(1)
			: attempt(
					() => this.#takeMany(wanted),
					() => this.#takeMany(1),
				);
	}

	#takeMany(count: number): MaybePromise<void> {
		const first = this.#execution.autoIncrement.take(this.#table, count);
		return first instanceof Promise ? first.then((taken) => this.#keep(taken, count)) : this.#keep(first, count);
	}

	#keep(first: Integer, count: number): void {
		this.#next = first;
		this.#end = addIntegers(first, count);
		this.#left = count;
	}

	#wanted(): number {
		if (this.#left > 0) {
			return this.#left;
		}
		return this.#groups === 0 && this.#expected > 0
			? this.#expected
			: Math.min(2 ** Math.min(this.#groups, greatestDoubling), greatestGroup);
	}
}

/** Whether an id is to be generated: for NULL, and for 0 unless the SQL mode says otherwise. */
export function isIdWanted(row: Row, column: Column, { mode }: Execution): boolean {
	const given = row[column.offset];
	return given === null || (given === 0 && !mode.noAutoValueOnZero);
}
