/**
 * Tracing decorator of the store contract: records every read and every commit, and answers as the store does.
 *
 * Entries of a scan are recorded as they are read, so that a scan that stops early shows what it read. Optional fast
 * paths of a snapshot (`lookUp`, key samples) are not offered: callers take the general path, whose reads are recorded.
 */
import { spaces } from "../../store/encoding/keys.ts";
import { gatherPages } from "../../store/memtable/gathered-pages.ts";
import type { Page, PageScan } from "../../store/page/page.ts";
import { writesOfBatch } from "../../store/runs/run-cursor.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { Commit, Entry, Key, Range, Scan, Write } from "../../store/contract.ts";
import type { FastBatch, FastSnapshot, FastStore } from "../../store/fast-store.ts";
import type { ValuePage } from "../../store/page/value-page.ts";

/** A key that was looked up, with the value found; or a range that was scanned, with the entries read from it. */
export type TracedRead =
	| { readonly kind: "get"; readonly key: Key; readonly value: Uint8Array | undefined }
	| { readonly kind: "scan"; readonly range: Range; readonly entries: Entry[]; unlisted: number };

/** A batch passed to the store for commit. */
export interface TracedCommit {
	/** In key order; counts are those after the commit. */
	readonly writes: readonly Write[];
	readonly isDone: boolean;
}

/**
 * A batch of the background sweep, which alone clears key spaces and removes sweep marks; not the statement's own.
 */
function isSweep({ writes, cleared }: FastBatch): boolean {
	const removesMarks = writes.every(({ key, value }) => value === null && key.startsWith(spaces.sweeps));
	return cleared !== undefined || (writes.length > 0 && removesMarks);
}

/** Entries listed of one scan; the rest is counted. */
const mostEntries = 100;

export class TracedStore implements FastStore {
	readonly #store: FastStore;
	/** Recording is off while the database is prepared. */
	isRecording = false;
	readonly reads: TracedRead[] = [];
	readonly commits: TracedCommit[] = [];

	constructor(store: FastStore) {
		this.#store = store;
	}

	snapshot(): FastSnapshot {
		return new TracedSnapshot(this.#store.snapshot(), this);
	}

	/** Returns a snapshot whose reads are not recorded. */
	unrecorded(): FastSnapshot {
		return this.#store.snapshot();
	}

	async commit(batch: FastBatch): Promise<Commit> {
		const done = await this.#store.commit(batch);
		if (this.isRecording && !isSweep(batch)) {
			this.commits.push({
				writes: [...writesOfBatch(batch), ...(await this.#countsOf(batch))].sort(byKey),
				isDone: done.done,
			});
		}
		return done;
	}

	check(): void {
		this.#store.check();
	}

	close(): Promise<void> {
		return this.#store.close();
	}

	record(read: TracedRead): void {
		if (this.isRecording && !(read.kind === "scan" && read.range.from.startsWith(spaces.sweeps))) {
			this.reads.push(read);
		}
	}

	async #countsOf({ additions = [] }: FastBatch): Promise<Write[]> {
		const snapshot = this.#store.snapshot();
		const counts: Write[] = [];
		for (const { key } of additions) {
			counts.push({ key, value: (await snapshot.get(key)) ?? null });
		}
		snapshot.release();
		return counts;
	}
}

function byKey(one: Write, other: Write): number {
	return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

class TracedSnapshot implements FastSnapshot {
	readonly #snapshot: FastSnapshot;
	readonly #trace: TracedStore;

	constructor(snapshot: FastSnapshot, trace: TracedStore) {
		this.#snapshot = snapshot;
		this.#trace = trace;
	}

	get transactionId(): number {
		return this.#snapshot.transactionId;
	}

	get schemaState(): object | undefined {
		return this.#snapshot.schemaState;
	}

	get(key: Key): MaybePromise<Uint8Array | undefined> {
		return after(this.#snapshot.get(key), (value) => this.#got(key, value));
	}

	getMany(keys: readonly Key[]): MaybePromise<readonly (Uint8Array | undefined)[]> {
		return after(this.#snapshot.getMany(keys), (values) =>
			values.map((value, at) => this.#got(keys[at] as Key, value)),
		);
	}

	getPage(keys: readonly Key[], page: ValuePage): MaybePromise<Page> {
		return after(this.getMany(keys), (values) => page.fill(keys, values));
	}

	scan(range: Range): Scan {
		const read: TracedRead = { kind: "scan", range, entries: [], unlisted: 0 };
		this.#trace.record(read);
		return new TracedScan(this.#snapshot.scan(range), read);
	}

	pages(range: Range): PageScan {
		return gatherPages(this.scan(range));
	}

	release(): void {
		this.#snapshot.release();
	}

	#got(key: Key, value: Uint8Array | undefined): Uint8Array | undefined {
		this.#trace.record({ kind: "get", key, value });
		return value;
	}
}

class TracedScan implements Scan {
	readonly #scan: Scan;
	readonly #read: TracedRead & { readonly kind: "scan" };

	constructor(scan: Scan, read: TracedRead & { readonly kind: "scan" }) {
		this.#scan = scan;
		this.#read = read;
	}

	next(): MaybePromise<readonly Entry[] | null> {
		return after(this.#scan.next(), (entries) => this.#note(entries));
	}

	close(): void {
		this.#scan.close();
	}

	#note(entries: readonly Entry[] | null): readonly Entry[] | null {
		const listed = (entries ?? []).slice(0, Math.max(0, mostEntries - this.#read.entries.length));
		this.#read.entries.push(...listed);
		this.#read.unlisted += (entries?.length ?? 0) - listed.length;
		return entries;
	}
}
