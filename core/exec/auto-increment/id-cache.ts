/**
 * AUTO_INCREMENT counters that reserve ids in batches per process.
 *
 * The end of the last batch is stored, so a reserved id is never given to another process or after a restart.
 *
 *     counter   autoIncrementKey(table)   the last reserved id, as a decimal counter
 */
import { decodeStoredValue } from "../../catalog/record.ts";
import type { Table } from "../../catalog/table.ts";
import { autoIncrementKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastStore } from "../../store/fast-store.ts";
import { addIntegers } from "../../types/numeric/integer.ts";
import type { Integer } from "../../types/value/value.ts";
import { readNewest } from "../../store/newest-state.ts";
import { after } from "../../async/maybe-promise.ts";
import type { AutoIncrement, KeptCounts } from "../execution.ts";

/** The last id used, and the last one reserved. */
interface Batch {
	readonly used: Integer;
	readonly end: Integer;
}

const nothing: Batch = { used: 0, end: 0 };

export class IdCache implements AutoIncrement {
	readonly isSingle = true;
	readonly #store: FastStore;
	readonly #size: number;
	#batches = new Map<number, Batch>();

	constructor(store: FastStore, size: number) {
		this.#store = store;
		this.#size = size;
	}

	keepCounts(): KeptCounts {
		return { kind: "batches", maps: [new Map(this.#batches)] };
	}

	adoptCounts({ kind, maps }: KeptCounts): void {
		const [batches] = (kind === "batches" ? maps : []) as readonly ReadonlyMap<number, Batch>[];
		this.#batches = new Map(batches);
	}

	/** Several ids are consecutive: the rest of a batch is used if the next batch follows it. */
	take(table: Table, count: number): MaybePromise<Integer> {
		const { used, end } = this.#of(table);
		const last = addIntegers(used, count);
		if (used !== end && last <= end) {
			this.#batches.set(table.id, { used: last, end });
			return addIntegers(used, 1);
		}
		const next = (stored: Integer): Batch => ({
			used: stored === end ? used : stored,
			end: addIntegers(stored, Math.max(this.#size, count)),
		});
		return after(this.#setAside(table, next), (batch) => {
			this.#batches.set(table.id, { used: addIntegers(batch.used, count), end: batch.end });
			return addIntegers(batch.used, 1);
		});
	}

	/** Reserved ids are never reused anyway. */
	keep(): void {}

	pass(table: Table, id: Integer): MaybePromise<void> {
		const { used, end } = this.#of(table);
		if (id <= used) {
			return;
		}
		if (id <= end) {
			this.#batches.set(table.id, { used: id, end });
			return;
		}
		return after(
			this.#setAside(table, (stored) => {
				const least = id > stored ? id : stored;
				return { used: least, end: addIntegers(least, this.#size) };
			}),
			(batch) => void this.#batches.set(table.id, batch),
		);
	}

	/** Returns the first id of the next batch, as SHOW CREATE TABLE prints it. */
	peek(table: Table): MaybePromise<Integer> {
		return after(this.#stored(table), (stored) => addIntegers(stored, 1));
	}

	reset(table: Table, next: Integer): MaybePromise<void> {
		this.#batches.delete(table.id);
		return after(
			this.#setAside(table, () => ({ used: addIntegers(next, -1), end: addIntegers(next, -1) })),
			() => undefined,
		);
	}

	/** Reserved ids are never reused. */
	begin(table: Table, least: Integer): MaybePromise<void> {
		return after(this.peek(table), (next) => (least > next ? this.reset(table, least) : undefined));
	}

	refresh(table: Table): MaybePromise<Integer> {
		return this.peek(table);
	}

	#of(table: Table): Batch {
		return this.#batches.get(table.id) ?? nothing;
	}

	/** Commits separately, on condition that no other process reserved ids meanwhile. */
	#setAside(table: Table, next: (stored: Integer) => Batch): MaybePromise<Batch> {
		const key = autoIncrementKey(table.id);
		return after(this.#read(key), (seen) => {
			const batch = next(seen === undefined ? firstStored(table) : decodeEnd(seen));
			const committed = this.#store.commit({
				writes: [{ key, value: encodeEnd(batch.end) }],
				conditions: [{ key, seen }],
			});
			return committed.then((result) => (result.done ? batch : this.#setAside(table, next)));
		});
	}

	#stored(table: Table): MaybePromise<Integer> {
		return after(this.#read(autoIncrementKey(table.id)), (seen) =>
			seen === undefined ? firstStored(table) : decodeEnd(seen),
		);
	}

	#read(key: string): MaybePromise<Uint8Array | undefined> {
		return readNewest(this.#store, (snapshot) => snapshot.get(key));
	}
}

function encodeEnd(end: Integer): Uint8Array {
	return Buffer.from(String(end), "latin1");
}

function decodeEnd(bytes: Uint8Array): Integer {
	return addIntegers(BigInt(Buffer.from(bytes).toString("latin1")), 0);
}

/** AUTO_INCREMENT=n starts there. */
function firstStored(table: Table): Integer {
	const start = decodeStoredValue(table.record.autoIncrementStart) as Integer | null;
	return start === null ? 0 : addIntegers(start, -1);
}
