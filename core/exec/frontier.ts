/**
 * The key behind which a table has no rows: rows that come in order are written without looking whether they are there.
 *
 * In: a table, a transaction, keys of new rows. Out: whether a key is behind all others, in which case the row must be written.
 * A load of a million rows in order looks once instead of a million times; statements of a few rows never ask. It refuses to
 * write.
 */
import type { Table } from "../catalog/table.ts";
import type { Key } from "../store/store.ts";
import type { Transaction } from "../store/transaction.ts";
import { tableRange } from "./index-entry.ts";

/** So many rows are looked up one by one before the table's end is looked for. */
const rowsBefore = 16;

export class Frontier {
	readonly #table: Table;
	readonly #transaction: Transaction;
	#last: Key | undefined;
	#asked = 0;

	constructor(table: Table, transaction: Transaction) {
		this.#table = table;
		this.#transaction = transaction;
	}

	/** True: no row has this key, nor a greater one; from now on this one does. */
	passes(key: Key): boolean {
		if (this.#last === undefined) {
			this.#asked++;
			if (this.#asked !== rowsBefore) {
				return false;
			}
			this.#last = this.#find();
		}
		if (this.#last === undefined || key <= this.#last) {
			return false;
		}
		this.#last = key;
		return true;
	}

	/** Undefined: the store answers late, or there is no row. */
	#find(): Key | undefined {
		const scan = this.#transaction.scan({ ...tableRange(this.#table), reverse: true, limit: 1 });
		const answer = scan.next();
		if (answer instanceof Promise) {
			void answer.finally(() => scan.close());
			return undefined;
		}
		scan.close();
		return answer?.[0]?.key;
	}
}
