/**
 * Snapshot of an LMDB file: one committed state, read through a shared read transaction.
 *
 * Returns copies of values, entries in batches, and pages.
 */
import { invariant } from "../../errors/invariant.ts";
import { GuardedTaker, lookUpAscending } from "../blocks/ascending-lookup.ts";
import type { ValueTaker } from "../page/value-taker.ts";
import type { EntryPage } from "../blocks/entry-page.ts";
import type { KeyList } from "../page/key-list.ts";
import type { LmdbPages } from "./lmdb-pages.ts";
import { LmdbKeySamples } from "./key-samples.ts";
import type { LmdbReads, SharedRead } from "./lmdb-reads.ts";
import type { Page } from "../page/page.ts";
import type { Entry, Key, Range, Scan } from "../contract.ts";
import type { FastSnapshot } from "../fast-store.ts";
import type { ValuePage } from "../page/value-page.ts";

/** The part of a store that a snapshot uses. */
export interface SnapshotSource {
	readonly reads: LmdbReads;
	/** Throws if the store is broken or closed. */
	checkReads(): void;
}

export class LmdbSnapshot implements FastSnapshot {
	readonly transactionId: number;
	readonly #source: SnapshotSource;
	readonly #read: SharedRead;
	#released = false;

	constructor(source: SnapshotSource, read: SharedRead) {
		this.#source = source;
		this.#read = read;
		this.transactionId = read.transactionId;
	}

	get(key: Key): Uint8Array | undefined {
		invariant(!this.#released, "A released snapshot is not read.");
		this.#read.state.check();
		return this.#read.state.get(key);
	}

	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		invariant(!this.#released, "A released snapshot is not read.");
		this.#read.state.check();
		return this.#read.state.getMany(keys);
	}

	getPage(keys: readonly Key[], page: ValuePage): Page {
		invariant(!this.#released, "A released snapshot is not read.");
		this.#read.state.check();
		return this.#read.state.getPage(keys, page);
	}

	lookUp(keys: KeyList, taker: ValueTaker): boolean {
		invariant(!this.#released, "A released snapshot is not read.");
		const { state } = this.#read;
		state.check();
		const guarded = new GuardedTaker(taker);
		const isDone = keys.isAscending && state.guard(() => lookUpAscending(state, keys, guarded));
		guarded.check();
		return isDone;
	}

	scan(range: Range): Scan {
		return new EntryScan(this.pages(range));
	}

	pages(range: Range): LmdbPages {
		invariant(!this.#released, "A released snapshot is not read.");
		return this.#read.state.pages(range);
	}

	milestones(range: Range): LmdbKeySamples {
		invariant(!this.#released, "A released snapshot is not read.");
		return new LmdbKeySamples(this.#read.state, range);
	}

	differingRanges(other: FastSnapshot): readonly Range[] | undefined {
		invariant(!this.#released, "A released snapshot is not read.");
		return other instanceof LmdbSnapshot ? this.#read.state.differingRanges(other.#read.state) : undefined;
	}

	release(): void {
		if (!this.#released) {
			this.#released = true;
			this.#source.reads.release(this.#read);
		}
	}
}

/** Scan of single entries: the values of one page are copied together. */
class EntryScan implements Scan {
	readonly #pages: LmdbPages;

	constructor(pages: LmdbPages) {
		this.#pages = pages;
	}

	next(): readonly Entry[] | null {
		const page = this.#pages.next();
		return page === null ? null : entriesOf(page);
	}

	close(): void {
		this.#pages.close();
	}
}

function entriesOf(page: EntryPage): Entry[] {
	const { count, starts, ends } = page;
	const memory = page.copy();
	const low = page.copyStart;
	const entries: Entry[] = [];
	for (let at = 0; at < count; at++) {
		entries.push({ key: page.key(at), value: memory.subarray(starts[at]! - low, ends[at]! - low) });
	}
	return entries;
}
