/**
 * AUTO_INCREMENT ids of one statement's rows, set aside as InnoDB does: as many as rows are expected, else in groups
 * that double.
 *
 * In: rows on their way, and whether they came to be. Out: ids in them, and which of them are told. Those left at the
 * end are lost. An id of a row that was left out is the next row's; an id given by hand leads on from there, within
 * the statement at once, for others where its row is written. It refuses to know what a table's ids are
 * (`auto-increment.ts`).
 *
 *     VALUES (NULL), (NULL), (NULL)    1 2 3     the next statement: 4
 *     SELECT of four rows              1 | 2 3 | 4 5 6 7         8
 */
import type { Column, Table } from "../../catalog/table.ts";
import { StaleStatement } from "../../store/read-states.ts";
import type { MaybePromise } from "../../store/store.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import type { Integer, Row } from "../../types/value.ts";
import { after, attempt } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";

const greatestGroup = 65_535;
const greatestDoubling = 16;

export class InsertIds {
	readonly #table: Table;
	readonly #column: Column | undefined;
	readonly #execution: Execution;
	readonly #expected: number;
	/** The next row's; 0: nobody knows. */
	#next: Integer = 0;
	/** Behind the last one set aside. */
	#end: Integer = 0;
	#groups = 0;
	/** Rows that the ids set aside were meant for and that are still to come. */
	#left = 0;
	/** What `#next` was before the row at hand, and the id made for it. */
	#before: Integer = 0;
	#made: Integer = 0;
	#firstGenerated: Integer = 0;
	#lastWritten: Integer = 0;

	/** `expected`: how many rows come; 0: nobody knows. */
	constructor(table: Table, execution: Execution, expected: number) {
		this.#table = table;
		this.#column = table.autoIncrementColumn;
		this.#execution = execution;
		this.#expected = expected;
	}

	/** Makes the row's id where none was given; says whether it did. */
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
	 * Another process took the id since the counter was read. Ids of rows that are written out follow each other, and
	 * clients count on it: where one is given already, the statement begins anew.
	 */
	giveOther(row: Row): MaybePromise<void> {
		if (this.#expected > 0 && this.#firstGenerated !== 0) {
			throw new StaleStatement();
		}
		return after(this.#execution.autoIncrement.refresh(this.#table), () =>
			after(this.#setAside(), () => void this.#take(row)),
		);
	}

	/** The row that `give` saw last did not come to be. */
	leaveOut(): void {
		this.#next = this.#made === 0 ? this.#before : this.#made;
	}

	/** A row is there whose id was given by hand. */
	pass(row: Row): MaybePromise<void> {
		return this.#column === undefined
			? undefined
			: this.#execution.autoIncrement.pass(this.#table, row[this.#column.offset] as Integer);
	}

	/** The row is there. */
	note(row: Row, isGenerated: boolean): void {
		if (this.#column !== undefined) {
			this.#lastWritten = row[this.#column.offset] as Integer;
			this.#firstGenerated = isGenerated && this.#firstGenerated === 0 ? this.#lastWritten : this.#firstGenerated;
		}
	}

	/** What LAST_INSERT_ID() is then; 0: no id was made. */
	get firstGenerated(): Integer {
		return this.#firstGenerated;
	}

	/** What the client is told; 0: there is none. */
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

	/** Where there are not as many left, one may be. */
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

/** NULL, and 0 unless the mode says otherwise: the id is to be made. */
export function isIdWanted(row: Row, column: Column, { mode }: Execution): boolean {
	const given = row[column.offset];
	return given === null || (given === 0 && !mode.noAutoValueOnZero);
}
