/**
 * Hidden ids for rows of tables without a primary key.
 *
 * In: tables. Out: ids that grow with every row and that no other process on the same store takes: their last digits
 * (to the base of `lanes`) are the process's own. Gaps do not matter, so nothing is written to count them.
 */
import type { Table } from "../../catalog/table.ts";
import { keyPartDecoder } from "../../store/encoding/key-part.ts";
import type { MaybePromise, Store } from "../../store/store.ts";
import type { Integer } from "../../types/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { hiddenKey, tableRange } from "./index-entry.ts";
import { lastKey } from "./last-key.ts";

/**
 * How many processes can draw ids at once without meeting often: who meets another's row draws again
 * (`table-writer.ts`).
 */
const lanes = 1024;

export class RowIds {
	readonly #store: Store;
	readonly #lane: number;
	/** The next id by table id, without the lane. */
	readonly #next = new Map<number, number>();

	constructor(store: Store, lane = Math.floor(Math.random() * lanes)) {
		this.#store = store;
		this.#lane = lane;
	}

	/** An id for a new row. */
	take(table: Table): MaybePromise<Integer> {
		const next = this.#next.get(table.id);
		if (next !== undefined) {
			return this.#taken(table, next);
		}
		return after(this.refresh(table), (first) => this.#taken(table, first));
	}

	/**
	 * Looks at the stored rows again: after a conflict, or where a row was met, another process may have the same lane.
	 */
	refresh(table: Table): MaybePromise<number> {
		return after(lastKey(this.#store, tableRange(table)), (key) => {
			const behind = key === undefined ? 1 : Math.floor(Number(rowIdOf(table, key)) / lanes) + 1;
			const next = Math.max(behind, this.#next.get(table.id) ?? 1);
			this.#next.set(table.id, next);
			return next;
		});
	}

	#taken(table: Table, next: number): Integer {
		this.#next.set(table.id, next + 1);
		return next * lanes + this.#lane;
	}
}

/** The id in the key of a row without a primary key. */
function rowIdOf(table: Table, key: string): Integer {
	const prefixLength = hiddenKey(table, 0).length - 1;
	return decode({ key, at: prefixLength }) as Integer;
}

const decode = keyPartDecoder("integer");
