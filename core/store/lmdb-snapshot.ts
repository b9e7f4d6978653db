/**
 * Reading one committed state of an LMDB file.
 *
 * In: a shared read transaction, keys and ranges. Out: own copies of values, entries in batches.
 * A value whose checksum is wrong is never handed out: the store is told, and throws.
 * It refuses to know commits and other snapshots.
 */
import { invariant } from "../invariant.ts";
import { gatherPages } from "./gathered-pages.ts";
import { reasonOf } from "./failure.ts";
import type { LmdbDatabase } from "./lmdb-environment.ts";
import type { LmdbReads, SharedRead } from "./lmdb-reads.ts";
import type { PageScan } from "./page.ts";
import { sealOf, type ValueCopier } from "./sealed-value.ts";
import type { Entry, Key, Range, Scan, Snapshot } from "./store.ts";

const firstBatch = 64;
const maximumBatch = 1024;

/** What a snapshot needs of its store. */
export interface SnapshotSource {
	readonly database: LmdbDatabase;
	readonly reads: LmdbReads;
	readonly copier: ValueCopier;
	/** Throws if the store is broken or closed. */
	check(): void;
	/** Breaks the store for good, and throws. */
	refuse(reason: string): never;
}

export class LmdbSnapshot implements Snapshot {
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
		const source = this.#source;
		source.check();
		const shared = this.#find(key);
		if (shared === undefined) {
			return undefined;
		}
		const value = source.copier.copy(shared, shared.length);
		if (sealOf(key, source.copier.hash) !== source.copier.seal) {
			refuseDamage(source, key);
		}
		return value;
	}

	#find(key: Key): Uint8Array | undefined {
		try {
			return this.#source.database.getBinaryFast(key, this.#read);
		} catch (error) {
			this.#source.refuse(`A page can't be read: ${reasonOf(error)}`);
		}
	}

	getMany(keys: readonly Key[]): (Uint8Array | undefined)[] {
		return keys.map((key) => this.get(key));
	}

	scan(range: Range): Scan {
		invariant(!this.#released, "A released snapshot is not read.");
		return new LmdbScan(this.#source, this.#read, range);
	}

	pages(range: Range): PageScan {
		return gatherPages(this.scan(range));
	}

	release(): void {
		if (!this.#released) {
			this.#released = true;
			this.#source.reads.release(this.#read);
		}
	}
}

/** The cursor stays open from batch to batch: setting one up costs as much as reading ten entries. */
class LmdbScan implements Scan {
	readonly #source: SnapshotSource;
	readonly #read: SharedRead;
	#entries: Iterator<Entry> | null = null;
	#batchSize: number;
	#closed = false;

	constructor(source: SnapshotSource, read: SharedRead, range: Range) {
		this.#source = source;
		this.#read = read;
		this.#batchSize = Math.min(Math.max(range.limit ?? firstBatch, 1), maximumBatch);
		if (range.from < range.to) {
			this.#entries = iterate(source.database, read, range);
			read.scans.add(this);
		}
	}

	next(): readonly Entry[] | null {
		const source = this.#source;
		source.check();
		invariant(!this.#closed, "A closed scan is not read.");
		const entries: Entry[] = [];
		for (let left = this.#batchSize; left > 0 && this.#entries !== null; left--) {
			const entry = this.#take(this.#entries);
			if (entry === null) {
				this.#entries = null;
				this.#read.scans.delete(this);
				break;
			}
			if (sealOf(entry.key, source.copier.hash) !== source.copier.seal) {
				refuseDamage(source, entry.key);
			}
			entries.push(entry);
		}
		this.#batchSize = Math.min(this.#batchSize * 4, maximumBatch);
		return entries.length > 0 ? entries : null;
	}

	#take(iterator: Iterator<Entry>): Entry | null {
		try {
			const step = iterator.next();
			return step.done === true ? null : step.value;
		} catch (error) {
			this.#source.refuse(`A page can't be read: ${reasonOf(error)}`);
		}
	}

	close(): void {
		this.#closed = true;
		this.#entries?.return?.();
		this.#entries = null;
		this.#read.scans.delete(this);
	}
}

function refuseDamage(source: SnapshotSource, key: Key): never {
	source.refuse(`The value of key ${Buffer.from(key, "latin1").toString("hex")} is damaged.`);
}

/** LMDB's bounds are inclusive at the start and exclusive at the end; backward both turn round. */
function iterate(database: LmdbDatabase, { transaction }: SharedRead, { from, to, reverse }: Range): Iterator<Entry> {
	const range =
		reverse === true
			? { transaction, start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true }
			: { transaction, start: from, end: to };
	return database.getRange(range)[Symbol.iterator]();
}
