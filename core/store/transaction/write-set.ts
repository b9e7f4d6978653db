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

/** What a write takes besides its key and value. */
export const writeBytes = 160;

/** null: removed. */
type Written = SortedMap<Uint8Array | null>;

export interface PutOptions {
	/**
	 * Write whatever the key holds at commit: for keys that another condition guards, such as index entries of a row.
	 */
	readonly blind?: boolean;
}

/** Who is told what keys held before they were written. */
export interface ReadSetOptions {
	relyOn(key: Key, seen: Uint8Array | undefined): void;
}

/** A point to go back to; good for any number of times, until an earlier one is gone back to. */
export interface Savepoint {
	readonly writes: Written;
	readonly shown: Written;
	readonly additions: Additions | undefined;
}

export class WriteSet {
	/** To be committed. */
	writes: Written = new SortedMap<Uint8Array | null>();
	/** Over the older view: the same, until something differs. */
	shown: Written = this.writes;
	/** What is added to counts. */
	additions: Additions | undefined;

	add(key: Key, amount: number): void {
		this.additions ??= new Additions();
		this.additions.add(key, amount);
	}

	/** About what all that was ever set takes: what is set again or rolled back counts twice. */
	bytes = 0;

	set(key: Key, value: Uint8Array | null): void {
		this.bytes += writeBytes + key.length + (value === null ? 0 : value.length);
		this.writes.set(key, value);
		if (this.shown !== this.writes) {
			this.shown.set(key, value);
		}
	}

	/** Lays something over the view that is not written. Own writes stay. */
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

/** The writes of a range, from a clone; undefined if there are none at all. */
export function layerOver(written: Written, { from, to, reverse = false }: Range): Layer | undefined {
	return written.size === 0 ? undefined : written.clone().cursor(from, to, reverse);
}

/** Values that were read, or what was written in their place. */
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
