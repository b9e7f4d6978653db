/**
 * Many rows in memory, found by key: all of it as bytes.
 *
 * In: keys and rows. Out: the rows of a key in the order they came. It refuses to spill (`lookup-table.ts` does), and
 * to know what keys are made of.
 *
 *     key, as bytes ──► number ──► firsts[number] ──► row 7 ──► nexts[7] ──► row 9 ──► -1: no more
 *                                  lasts[number]  ────────────────────────────► 9
 *
 * Why: of 300,000 rows joined by a text a Map of arrays of rows made waits of 7 ms, since the garbage collector
 * copies what lives on.
 */
import type { Row, Value } from "../../types/value.ts";
import { KeyNumbers } from "./key-numbers.ts";
import { NumberList } from "./number-list.ts";
import { NumberedRows } from "./numbered-rows.ts";

export class PackedTable {
	readonly #keys = new KeyNumbers();
	/** By number of a key: its first row and its last; -1: it has none. */
	readonly #firsts = new NumberList();
	readonly #lasts = new NumberList();
	readonly #rows = new NumberedRows();
	/** By number of a row: the next row of its key. */
	readonly #nexts = new NumberList();

	get bytes(): number {
		return this.#keys.bytes + this.#firsts.bytes + this.#lasts.bytes + this.#rows.bytes + this.#nexts.bytes;
	}

	/** Nobody asks any more. */
	close(): void {
		for (const part of [this.#keys, this.#firsts, this.#lasts, this.#rows, this.#nexts]) {
			part.close();
		}
	}

	/** A key, which may have no rows. */
	mark(key: Value): number {
		const number = this.#keys.number(key);
		if (number === this.#firsts.length) {
			this.#firsts.push(-1);
			this.#lasts.push(-1);
		}
		return number;
	}

	add(key: Value, row: Row): void {
		const number = this.mark(key);
		const at = this.#rows.add(row);
		this.#nexts.push(-1);
		const last = this.#lasts.at(number);
		if (last < 0) {
			this.#firsts.set(number, at);
		} else {
			this.#nexts.set(last, at);
		}
		this.#lasts.set(number, at);
	}

	has(key: Value): boolean {
		return this.#keys.find(key) >= 0;
	}

	/** All rows of a key; undefined: they are more than so many. */
	few(key: Value, most: number): readonly Row[] | undefined {
		const rows: Row[] = [];
		const number = this.#keys.find(key);
		for (let at = number < 0 ? -1 : this.#firsts.at(number); at >= 0; at = this.#nexts.at(at)) {
			if (rows.push(this.#rows.row(at)) > most) {
				return undefined;
			}
		}
		return rows;
	}

	*rows(key: Value): Generator<Row> {
		const number = this.#keys.find(key);
		for (let at = number < 0 ? -1 : this.#firsts.at(number); at >= 0; at = this.#nexts.at(at)) {
			yield this.#rows.row(at);
		}
	}

	/** Each row with its key, in the order of the keys' first rows; a key that has no rows with none. */
	*entries(): Generator<[Value, Row]> {
		for (let number = 0; number < this.#keys.count; number++) {
			const key = this.#keys.key(number);
			let at = this.#firsts.at(number);
			if (at < 0) {
				yield [key, []];
			}
			for (; at >= 0; at = this.#nexts.at(at)) {
				yield [key, this.#rows.row(at)];
			}
		}
	}
}
