/**
 * Write set: a transaction's writes in key order, merged into its reads and committed at the end.
 *
 * Index entries of the transaction's older view that the newest state no longer has are hidden. Savepoints are clones
 * in O(1).
 */
import { Additions } from "../page/count.ts";
import type { Layer } from "../memtable/merged-scan.ts";
import { SortedMap } from "../memtable/sorted-map.ts";
import type { Key, Range } from "../contract.ts";

/** Overhead of a write besides its key and value. */
export const writeBytes = 160;

/** null: removed. */
type Written = SortedMap<Uint8Array | null>;

export interface PutOptions {
	/** Blind write: no condition on the key's value, because another condition covers it (index entries of a row). */
	readonly blind?: boolean;
}

/** Receives the values that keys held before they were written. */
export interface ReadSetOptions {
	relyOn(key: Key, seen: Uint8Array | undefined): void;
}

/** Can be rolled back to any number of times, until an earlier one is. */
export interface Savepoint {
	readonly writes: Written;
	readonly shown: Written;
	readonly additions: Additions | undefined;
}

export class WriteSet {
	/** The writes to be committed. */
	writes: Written = new SortedMap<Uint8Array | null>();
	/** The layer over the read view: the same map, until something differs. */
	shown: Written = this.writes;
	/** Additions to counters. */
	additions: Additions | undefined;

	add(key: Key, amount: number): void {
		this.additions ??= new Additions();
		this.additions.add(key, amount);
	}

	/** Estimated bytes of all writes ever set: overwritten and rolled back ones count again. */
	bytes = 0;

	set(key: Key, value: Uint8Array | null): void {
		this.bytes += writeBytes + key.length + (value === null ? 0 : value.length);
		this.writes.set(key, value);
		if (this.shown !== this.writes) {
			this.shown.set(key, value);
		}
	}

	/** Overrides a key in the read view without writing it. Writes of the transaction take precedence. */
	show(key: Key, value: Uint8Array | null): void {
		if (this.writes.get(key) === undefined) {
			if (this.shown === this.writes) {
				this.shown = this.writes.clone();
			}
			this.shown.set(key, value);
		}
	}

	savepoint(): Savepoint {
		const writes = this.writes.clone();
		return {
			writes,
			shown: this.shown === this.writes ? writes : this.shown.clone(),
			additions: this.additions?.clone(),
		};
	}

	rollbackTo({ writes, shown, additions }: Savepoint): void {
		this.additions = additions?.clone();
		this.writes = writes.clone();
		this.shown = shown === writes ? this.writes : shown.clone();
	}
}

/** The writes of a range, from a clone; undefined if there are none. */
export function layerOver(written: Written, { from, to, reverse = false }: Range): Layer | undefined {
	return written.size === 0 ? undefined : written.clone().cursor(from, to, reverse);
}

/** Replaces values that were read by the written ones. */
export function overlaid(
	over: Written,
	keys: readonly Key[],
	values: readonly (Uint8Array | undefined)[],
): (Uint8Array | undefined)[] {
	return keys.map((key, at) => {
		const written = over.get(key);
		return written === undefined ? values[at] : (written ?? undefined);
	});
}
