/**
 * Read set: the keys and ranges that a transaction relies on, with the values read; validated by its commit.
 *
 * Keys that come in order are bytes (`bulk-read-set.ts`): young objects are copied twice by the garbage collector.
 * For the others a view of 120 bytes, which kept the page it came from, was half of a transaction's garbage; an
 * offset among bytes is 56.
 */
import type { ChangeRun } from "../page/change-run.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import type { RecentReads } from "./recent-read.ts";
import { BulkReadSet } from "./bulk-read-set.ts";
import { IncrementalHashMap } from "../memtable/incremental-hash-map.ts";
import type { Condition, Key } from "../contract.ts";
import type { RangeState } from "../page/range-digest.ts";

/** Up to this number, values read are kept without a copy. */
const fewConditions = 256;
const chunkBytes = 1 << 16;
/** Up to this number, keys are searched linearly: most transactions have two or three, for which a map costs more. */
const lookedThrough = 8;
const noBytes = new Uint8Array(0);
const noRuns: readonly ChangeRun[] = [];

export class ReadSet {
	readonly #few: Condition[] = [];
	#many: BulkReadSet | undefined;
	#chunk = noBytes;
	#used = 0;
	/** For more keys than are searched linearly. */
	#byKey: IncrementalHashMap<Condition> | undefined;
	readonly ranges: RangeState[] = [];

	/** Conditions that are not part of a run. */
	get few(): readonly Condition[] {
		return this.#few;
	}

	/** Conditions in runs. */
	get runs(): readonly ChangeRun[] {
		return this.#many?.all ?? noRuns;
	}

	/** Returns the memory of runs to the pool; the set must not be read any more. */
	giveBack(): void {
		this.runs.forEach((run) => run.giveBack());
	}

	/** All conditions. */
	get all(): readonly Condition[] {
		return this.#few.concat(this.runs.flatMap((run) => run.conditions()));
	}

	/** Whether the value is known; false: it must be read first. */
	isKnown(key: Key, recent: RecentReads | undefined): boolean {
		if (this.#has(key)) {
			return true;
		}
		if (recent?.has(key) === true) {
			this.#note(key, recent.get(key));
			return true;
		}
		return false;
	}

	/** The value read first counts. */
	add(key: Key, seen: Uint8Array | undefined): void {
		if (!this.#has(key)) {
			this.#note(key, seen);
		}
	}

	/** False: another value was read before. */
	addRead(key: Key, seen: Uint8Array | undefined): boolean {
		if (!this.#has(key)) {
			this.#note(key, seen);
			return true;
		}
		const there = this.#find(key);
		return equalBytes(there === undefined ? this.#many?.find(key) : there.seen, seen);
	}

	#has(key: Key): boolean {
		return this.#find(key) !== undefined || this.#many?.find(key) !== undefined;
	}

	#find(key: Key): Condition | undefined {
		if (this.#byKey !== undefined) {
			return this.#byKey.get(key);
		}
		for (let at = 0; at < this.#few.length; at++) {
			if (this.#few[at]!.key === key) {
				return this.#few[at];
			}
		}
		return undefined;
	}

	#note(key: Key, seen: Uint8Array | undefined): void {
		if (seen !== undefined && this.#few.length >= fewConditions) {
			this.#many ??= new BulkReadSet();
			if (this.#many.add(key, seen)) {
				return;
			}
		}
		const condition = seen === undefined || this.#few.length < fewConditions ? { key, seen } : this.#keep(key, seen);
		this.#few.push(condition);
		if (this.#byKey !== undefined) {
			this.#byKey.set(key, condition);
		} else if (this.#few.length > lookedThrough) {
			this.#byKey = new IncrementalHashMap<Condition>();
			for (const each of this.#few) {
				this.#byKey.set(each.key, each);
			}
		}
	}

	/** Copies the value: a view would keep the whole page in memory. */
	#keep(key: Key, seen: Uint8Array): Condition {
		const end = this.#used + seen.length;
		if (end > this.#chunk.length) {
			this.#chunk = new Uint8Array(Math.max(chunkBytes, seen.length));
			this.#used = 0;
			return this.#keep(key, seen);
		}
		this.#chunk.set(seen, this.#used);
		const condition = new KeptCondition(key, this.#chunk, this.#used, end);
		this.#used = end;
		return condition;
	}
}

/** One of many conditions: its value is an offset into shared bytes. */
class KeptCondition implements Condition {
	readonly key: Key;
	readonly #bytes: Uint8Array;
	readonly #start: number;
	readonly #end: number;

	constructor(key: Key, bytes: Uint8Array, start: number, end: number) {
		this.key = key;
		this.#bytes = bytes;
		this.#start = start;
		this.#end = end;
	}

	get seen(): Uint8Array {
		return this.#bytes.subarray(this.#start, this.#end);
	}
}
