/**
 * Hidden row ids for tables without a primary key, unique across processes without coordination.
 *
 * Ids increase; the last digits (base `lanes`) identify the process. Gaps are harmless, so no counter is stored.
 */
import type { Table } from "../../catalog/table.ts";
import { keyPartDecoder } from "../../store/encoding/key-part.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastStore } from "../../store/fast-store.ts";
import type { SeededChance } from "../../types/evaluation/seeded-chance.ts";
import type { Integer } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { RowIds } from "../execution.ts";
import { hiddenKey, tableRange } from "./index-entry.ts";
import { lastKey } from "./last-key.ts";

/**
 * Number of lanes: processes that can take ids at once with few collisions; on a collision another id is taken
 * (`table-writer.ts`).
 */
const lanes = 1024;

export class HiddenRowIds implements RowIds {
	readonly #store: FastStore;
	readonly #lane: number;
	/** The next id by table id, without the lane. */
	readonly #next = new Map<number, number>();

	/** `seeded`: decides the lane. */
	constructor(store: FastStore, seeded?: SeededChance) {
		this.#store = store;
		this.#lane = Math.floor((seeded?.copy().fraction() ?? Math.random()) * lanes);
	}

	/** Forgets the next ids, since the store has gone to another state. */
	forget(): void {
		this.#next.clear();
	}

	take(table: Table): MaybePromise<Integer> {
		const next = this.#next.get(table.id);
		if (next !== undefined) {
			return this.#taken(table, next);
		}
		return after(this.refresh(table), (first) => this.#taken(table, first));
	}

	/** Reads the stored rows again: after a collision another process may have the same lane. */
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

/** Returns the id in a hidden key. */
function rowIdOf(table: Table, key: string): Integer {
	const prefixLength = hiddenKey(table, 0).length - 1;
	return decode({ key, at: prefixLength }) as Integer;
}

const decode = keyPartDecoder("integer");
