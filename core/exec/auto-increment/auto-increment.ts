/**
 * AUTO_INCREMENT counters in memory, one per table and process, starting after the greatest stored id.
 *
 * Counting costs no write; when the rows with the greatest ids are deleted, `high-water-mark.ts` stores the counter.
 * Ids of a failed statement are lost. Two processes may take the same id: the later commit then fails validation, and
 * the retry refreshes the counter first. Processes of one server tell each other which ids they have taken
 * (`TakenIds`): otherwise those of their inserts that are under way would all be the same, again at each retry.
 *
 * While another process is present, stored ids are read again after each commit, because it may have used greater ids
 * whose rows are deleted by now. A process that is alone has the list of writers in its read set: a new one appears in
 * it.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { decodeStoredValue } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { keyKindOf, keyPartDecoder } from "../../store/encoding/key-part.ts";
import { autoIncrementKey, writersKey } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Key } from "../../store/contract.ts";
import type { FastSnapshot, FastStore } from "../../store/fast-store.ts";
import { addIntegers, integerRange } from "../../types/numeric/integer.ts";
import { familyOf } from "../../types/value/type.ts";
import type { Integer } from "../../types/value/value.ts";
import { readNewest } from "../../store/newest-state.ts";
import { after } from "../../async/maybe-promise.ts";
import type { AutoIncrement, KeptCounts } from "../execution.ts";
import { indexPrefix, indexRange } from "../rows/index-entry.ts";
import { highWaterMarkIn, raiseHighWaterMark, resetHighWaterMark } from "./high-water-mark.ts";
import { lastKeyIn } from "../rows/last-key.ts";

export class AutoIncrementCounters implements AutoIncrement {
	readonly #store: FastStore;
	/** The next id by table id. */
	#next = new Map<number, Integer>();

	/** The stored high-water mark by table id, if known. */
	#kept = new Map<number, Integer>();
	/** The store state last read, by table id. */
	readonly #seen = new Map<number, number>();

	constructor(store: FastStore) {
		this.#store = store;
	}

	keepCounts(): KeptCounts {
		return { kind: "counters", maps: [new Map(this.#next), new Map(this.#kept)] };
	}

	adoptCounts({ kind, maps }: KeptCounts): void {
		const [next, kept] = (kind === "counters" ? maps : []) as readonly ReadonlyMap<number, Integer>[];
		this.#next = new Map(next);
		this.#kept = new Map(kept);
		this.#seen.clear();
	}

	take(table: Table, count: number): MaybePromise<Integer> {
		const next = this.peek(table);
		return next instanceof Promise
			? next.then((first) => this.#taken(table, first, count))
			: this.#taken(table, next, count);
	}

	#taken(table: Table, first: Integer, count: number): Integer {
		const last = addIntegers(first, count - 1);
		if (last > greatestId(table)) {
			throw sqlError("autoincrementReadFailed");
		}
		this.#set(table, addIntegers(last, 1));
		return first;
	}

	/** Other processes of this server know at once. */
	#set(table: Table, next: Integer): void {
		this.#next.set(table.id, next);
		if (typeof next === "number" && table.record.temporary !== true) {
			this.#store.takenIds?.take(table.id, next);
		}
	}

	pass(table: Table, id: Integer): MaybePromise<void> {
		return after(this.peek(table), (next) => {
			if (id >= next) {
				this.#set(table, addIntegers(id, 1));
			}
		});
	}

	keep(table: Table, id: Integer): MaybePromise<void> {
		const kept = this.#kept.get(table.id);
		if ((kept !== undefined && id <= kept) || table.record.temporary === true) {
			return;
		}
		return after(this.peek(table), async (next) => {
			const last = id >= next ? id : addIntegers(next, -1);
			this.#kept.set(table.id, await raiseHighWaterMark(table, last, greatestId(table), this.#store));
		});
	}

	relied(table: Table): Key | undefined {
		const { hasCompany } = this.#store;
		return hasCompany === undefined ? undefined : hasCompany ? autoIncrementKey(table.id) : writersKey;
	}

	peek(table: Table): MaybePromise<Integer> {
		const known = this.#next.get(table.id);
		if (this.#store.hasCompany !== true) {
			return known ?? this.refresh(table);
		}
		return readNewest(this.#store, (snapshot) =>
			known !== undefined && this.#seen.get(table.id) === snapshot.transactionId
				? this.#afterTaken(table, known)
				: this.#refreshed(table, snapshot),
		);
	}

	/** The next id where others have taken ids, too, whose rows are not stored yet. */
	#afterTaken(table: Table, next: Integer): Integer {
		const taken = table.record.temporary === true ? undefined : this.#store.takenIds?.nextOf(table.id);
		return taken !== undefined && taken > next ? taken : next;
	}

	reset(table: Table, next: Integer): void {
		this.#set(table, next);
	}

	begin(table: Table, least: Integer): MaybePromise<void> {
		return after(resetHighWaterMark(table, this.#store), () =>
			after(this.#greatestStored(table), (greatest) => {
				this.#kept.delete(table.id);
				this.#set(table, greatest === undefined || greatest < least ? least : addIntegers(greatest, 1));
			}),
		);
	}

	/** Reads the stored ids again, after writes of another process. */
	refresh(table: Table): MaybePromise<Integer> {
		return readNewest(this.#store, (snapshot) => this.#refreshed(table, snapshot));
	}

	#refreshed(table: Table, snapshot: FastSnapshot): MaybePromise<Integer> {
		this.#seen.set(table.id, snapshot.transactionId);
		const start = (decodeStoredValue(table.record.autoIncrementStart) as Integer | null) ?? 1;
		return after(
			after(highWaterMarkIn(table, snapshot), (kept) =>
				after(greatestIn(table, snapshot), (greatest) => ({ kept, greatest })),
			),
			({ kept, greatest }) => {
				let next = greatest === undefined || greatest < start ? start : addIntegers(greatest, 1);
				if (kept !== undefined) {
					this.#kept.set(table.id, kept);
					next = kept >= next ? addIntegers(kept, 1) : next;
				}
				const known = this.#next.get(table.id);
				if (known !== undefined && known > next) {
					next = known;
				}
				this.#next.set(table.id, next);
				return this.#afterTaken(table, next);
			},
		);
	}

	#greatestStored(table: Table): MaybePromise<Integer | undefined> {
		return readNewest(this.#store, (snapshot) => greatestIn(table, snapshot));
	}
}

/** The greatest id of a state. */
function greatestIn(table: Table, snapshot: FastSnapshot): MaybePromise<Integer | undefined> {
	const index = counterIndex(table);
	const column = table.autoIncrementColumn;
	if (index === undefined || column === undefined) {
		return undefined;
	}
	const decode = keyPartDecoder(keyKindOf(column.type));
	const at = indexPrefix(table, index, [], null).length;
	return after(lastKeyIn(snapshot, indexRange(table, index)), (key) => {
		const value = key === undefined ? null : decode({ key, at });
		return value === null
			? undefined
			: familyOf(column.type) === "float"
				? Math.floor(Number(value))
				: (value as Integer);
	});
}

/** Returns the index whose first column is the AUTO_INCREMENT column. */
function counterIndex(table: Table): Index | undefined {
	return table.indexes.find((index) => index.parts[0]?.column === table.autoIncrementColumn);
}

function greatestId(table: Table): Integer {
	const type = table.autoIncrementColumn?.type;
	return type === undefined || familyOf(type) !== "integer" ? Number.MAX_SAFE_INTEGER : integerRange(type)[1];
}
