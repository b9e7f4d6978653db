/**
 * HANDLER ... READ: a cursor over rows or an index that continues from the last position.
 *
 *     entries of the index     | from ...      position ... | to        NEXT reads after the position, PREV before it
 *
 * A position is the key of the entry read last; after the last entry it is the end, before the first the empty key.
 */
import type { Index, Table } from "../../catalog/table.ts";
import { afterPrefix } from "../../store/encoding/keys.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Entry, Key, Scan } from "../../store/contract.ts";
import type { HandlerDirection, HandlerKey } from "../../sql/tree/handler.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../execution.ts";
import { indexPrefix, indexRange, rowKeyOfEntry, tableRange, type KeyRange } from "../rows/index-entry.ts";
import { rowCodec } from "../rows/row-codec.ts";
import { retrying } from "../../async/suspension.ts";

export interface HandlerPlace {
	/** Undefined: in primary key order. */
	readonly index: Index | undefined;
	readonly key: Key;
}

export interface HandlerReading {
	readonly table: Table;
	readonly index: Index | undefined;
	readonly wanted:
		| HandlerDirection
		| { readonly comparison: HandlerKey["comparison"]; readonly values: readonly Value[] };
	readonly holds: ((row: Row, execution: Execution) => boolean) | undefined;
	readonly offset: number;
	readonly count: number;
	/** The end of the last read, if it was in the same order. */
	readonly place: Key | undefined;
}

export interface HandlerRows {
	readonly rows: readonly Row[];
	readonly place: Key;
}

interface Stretch extends KeyRange {
	readonly reverse: boolean;
}

export function readHandler(reading: HandlerReading, execution: Execution): MaybePromise<HandlerRows> {
	const { table, index } = reading;
	const whole = index === undefined ? tableRange(table) : indexRange(table, index);
	const stretch = stretchOf(reading, whole, execution);
	const end = stretch.reverse ? "" : whole.to;
	if (reading.count === 0 || stretch.from >= stretch.to) {
		return { rows: [], place: reading.count === 0 ? (reading.place ?? end) : end };
	}
	return new HandlerReader(reading, stretch, execution).read(end);
}

function stretchOf({ table, index, wanted, place }: HandlerReading, whole: KeyRange, execution: Execution): Stretch {
	if (typeof wanted === "string") {
		const behind = wanted === "next" && place !== undefined ? `${place}\0` : whole.from;
		const before = wanted === "prev" && place !== undefined ? place : whole.to;
		return {
			from: behind > whole.from ? behind : whole.from,
			to: before,
			reverse: wanted === "prev" || wanted === "last",
		};
	}
	const prefix = indexPrefix(table, index!, wanted.values, execution);
	switch (wanted.comparison) {
		case "=":
			return { from: prefix, to: afterPrefix(prefix), reverse: false };
		case ">=":
			return { from: prefix, to: whole.to, reverse: false };
		case ">":
			return { from: afterPrefix(prefix), to: whole.to, reverse: false };
		case "<=":
			return { from: whole.from, to: afterPrefix(prefix), reverse: true };
		case "<":
			return { from: whole.from, to: prefix, reverse: true };
	}
}

class HandlerReader {
	readonly #reading: HandlerReading;
	readonly #execution: Execution;
	readonly #scan: Scan;
	readonly #rows: Row[] = [];
	#skip: number;
	#place: Key | undefined;

	constructor(reading: HandlerReading, { from, to, reverse }: Stretch, execution: Execution) {
		this.#reading = reading;
		this.#execution = execution;
		this.#skip = reading.offset;
		const few =
			reading.holds === undefined && reading.offset + reading.count < 1000
				? { limit: reading.offset + reading.count }
				: {};
		this.#scan = execution.transaction.scan({ from, to, reverse, ...few });
	}

	async read(end: Key): Promise<HandlerRows> {
		try {
			for (;;) {
				await this.#execution.giveWay();
				const entries = await this.#scan.next();
				if (entries === null) {
					return { rows: this.#rows, place: end };
				}
				if (await this.#take(entries)) {
					return { rows: this.#rows, place: this.#place! };
				}
			}
		} finally {
			this.#scan.close();
		}
	}

	/** Returns true when enough rows were read. */
	#take(entries: readonly Entry[]): MaybePromise<boolean> {
		return after(this.#values(entries), (values) => {
			const codec = rowCodec(this.#reading.table);
			let at = 0;
			return retrying(() => {
				for (; at < entries.length; at++) {
					const bytes = values[at];
					if (bytes !== undefined && this.#isLast(codec.decode(bytes, this.#execution), entries[at]!.key)) {
						return true;
					}
				}
				return false;
			});
		});
	}

	#values(entries: readonly Entry[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		const { table, index } = this.#reading;
		return index === undefined || index.primary
			? entries.map(({ value }) => value)
			: this.#execution.transaction.getMany(entries.map(({ key, value }) => rowKeyOfEntry(table, index, key, value)));
	}

	#isLast(row: Row, key: Key): boolean {
		const { holds, count } = this.#reading;
		if (holds !== undefined && !holds(row, this.#execution)) {
			return false;
		}
		if (this.#skip > 0) {
			this.#skip--;
			return false;
		}
		this.#rows.push(row);
		this.#place = key;
		return this.#rows.length === count;
	}
}
