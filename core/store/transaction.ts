/**
 * One transaction: a snapshot, the writes gathered over it, and what they rely on.
 *
 * In: reads and writes of keys. Out: reads that see the own writes, savepoints in O(1), and one
 * conditional batch at the end. It refuses to know rows and isolation levels: who wants to see newer
 * commits renews the snapshot, who wants a key unchanged relies on it.
 *
 * A write relies on what the snapshot says of its key, so that of two transactions that write one key
 * the later commit is refused. What was just read is remembered, so that relying costs nothing then.
 */
import { invariant } from "../invariant.ts";
import { gatherPages } from "./gathered-pages.ts";
import { MergedScan } from "./merged-scan.ts";
import type { PageScan } from "./page.ts";
import { SortedMap } from "./sorted-map.ts";
import type { Answer, Batch, Commit, Condition, Key, Range, Reader, Scan, Snapshot, Store, Write } from "./store.ts";
import { mergeWrites, WriteRun } from "./write-run.ts";

/** Beyond this many keys what was read is forgotten; relying then reads again. */
const maximumRemembered = 1024;

export interface PutOptions {
	/** Write whatever the key holds at commit: for keys that another condition guards, such as index entries of a row. */
	readonly blind?: boolean;
}

interface Appended {
	/** The commit is refused if somebody else wrote one of them. */
	readonly relied: WriteRun;
	readonly blind: WriteRun;
}

/** A point to go back to; good for any number of times, until an earlier one is gone back to. */
export interface Savepoint {
	readonly writes: SortedMap<Uint8Array | null>;
}

export function beginTransaction(store: Store): Transaction {
	return new Transaction(store);
}

export class Transaction implements Reader {
	readonly #store: Store;
	#snapshot: Snapshot;
	#writes = new SortedMap<Uint8Array | null>();
	/** Of the first snapshot. */
	readonly #firstId: number;
	/** Writes of new keys that nobody has looked at since: see `append`. */
	#appended: Appended | undefined;
	readonly #conditions = new Map<Key, Uint8Array | undefined>();
	/** What was read, the last key by itself: most transactions read one. */
	#lastKey: Key | undefined;
	#lastValue: Uint8Array | undefined;
	#remembered: Map<Key, Uint8Array | undefined> | undefined;
	#finished = false;

	constructor(store: Store) {
		this.#store = store;
		this.#snapshot = store.snapshot();
		this.#firstId = this.#snapshot.transactionId;
	}

	/** The store transaction that reads are of: what is derived from the store may be cached by it, while nothing is written. */
	get transactionId(): number {
		return this.#snapshot.transactionId;
	}

	/** Nothing has been written, or all of it rolled back. */
	get isEmpty(): boolean {
		return this.#writes.size === 0 && this.#appended === undefined;
	}

	get isFinished(): boolean {
		return this.#finished;
	}

	/** The committed state beneath the own writes. It belongs to the transaction: don't release it. */
	get snapshot(): Snapshot {
		this.#assertOpen();
		return this.#snapshot;
	}

	get(key: Key): Answer<Uint8Array | undefined> {
		this.#assertOpen();
		this.#settle();
		if (this.#writes.size > 0) {
			const written = this.#writes.get(key);
			if (written !== undefined) {
				return written ?? undefined;
			}
		}
		return this.#read(key);
	}

	getMany(keys: readonly Key[]): Answer<readonly (Uint8Array | undefined)[]> {
		this.#assertOpen();
		this.#settle();
		const answer = this.#snapshot.getMany(keys);
		return answer instanceof Promise ? answer.then((values) => this.#overlay(keys, values)) : this.#overlay(keys, answer);
	}

	scan(range: Range): Scan {
		this.#assertOpen();
		this.#settle();
		const { from, to, reverse = false, limit } = range;
		if (this.#writes.size === 0) {
			return this.#snapshot.scan(range);
		}
		// Writes during the scan are not seen by it: the cursor walks a clone.
		const layer = this.#writes.clone().cursor(from, to, reverse);
		const base = limit === undefined ? range : { ...range, limit: limit + this.#writes.size };
		return new MergedScan(this.#snapshot.scan(base), layer, reverse);
	}

	pages(range: Range): PageScan {
		this.#assertOpen();
		this.#settle();
		return this.#writes.size === 0 ? this.#snapshot.pages(range) : gatherPages(this.scan(range));
	}

	/** Writes a key. A promise only if the key had to be read and the engine answers with one. */
	put(key: Key, value: Uint8Array, options?: PutOptions): Answer<void> {
		this.#assertOpen();
		this.#settle();
		this.#writes.set(key, value);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/**
	 * Writes a key that is neither in the snapshot nor among the own writes, as the caller knows. For statements that write
	 * many rows and read nothing between: nothing is looked up and nothing sorted before the commit, or before somebody reads.
	 */
	append(key: Key, value: Uint8Array, options?: PutOptions): void {
		this.#assertOpen();
		this.#appended ??= { relied: new WriteRun(), blind: new WriteRun() };
		const { relied, blind } = this.#appended;
		(options?.blind === true ? blind : relied).append(key, value);
	}

	/** Removes a key; it need not be there. */
	remove(key: Key, options?: PutOptions): Answer<void> {
		this.#assertOpen();
		this.#settle();
		this.#writes.set(key, null);
		return options?.blind === true ? undefined : this.rely(key);
	}

	/** The commit is refused if the key then holds something else than the snapshot says. */
	rely(key: Key): Answer<void> {
		this.#assertOpen();
		if (this.#conditions.has(key)) {
			return;
		}
		if (key === this.#lastKey) {
			this.#conditions.set(key, this.#lastValue);
			return;
		}
		if (this.#remembered?.has(key) === true) {
			this.#conditions.set(key, this.#remembered.get(key));
			return;
		}
		const answer = this.#snapshot.get(key);
		if (answer instanceof Promise) {
			return answer.then((seen) => this.relyOn(key, seen));
		}
		this.relyOn(key, answer);
	}

	/** As `rely`, for who knows what the key holds: from a scan, or from a newer snapshot than this one. The first word counts. */
	relyOn(key: Key, seen: Uint8Array | undefined): void {
		if (!this.#conditions.has(key)) {
			this.#conditions.set(key, seen);
		}
	}

	savepoint(): Savepoint {
		this.#assertOpen();
		this.#settle();
		return { writes: this.#writes.clone() };
	}

	/** Undoes the writes since; what was relied on since stays relied on, which is stricter than needed and never wrong. */
	rollbackTo(savepoint: Savepoint): void {
		this.#assertOpen();
		this.#appended = undefined;
		this.#writes = savepoint.writes.clone();
	}

	/**
	 * From now on reads see the newest commits, beneath the own writes. What was relied on before is
	 * held to what was seen then: if it has changed meanwhile, the commit will be refused.
	 * Scans must have been closed.
	 */
	renewSnapshot(): void {
		this.#assertOpen();
		this.#snapshot.release();
		this.#forget();
		this.#snapshot = this.#store.snapshot();
	}

	/** Ends the transaction. Without writes nothing is asked of the store and it succeeds. */
	commit(): Promise<Commit> {
		this.#assertOpen();
		const { transactionId } = this.#snapshot;
		this.rollback();
		if (this.isEmpty) {
			return Promise.resolve({ done: true, transactionId });
		}
		return this.#store.commit(this.#batch());
	}

	/** Ends the transaction and forgets its writes; may be called again. */
	rollback(): void {
		if (!this.#finished) {
			this.#finished = true;
			this.#snapshot.release();
			this.#forget();
		}
	}

	#assertOpen(): void {
		invariant(!this.#finished, "A transaction that has ended is not used.");
	}

	#read(key: Key): Answer<Uint8Array | undefined> {
		const answer = this.#snapshot.get(key);
		return answer instanceof Promise ? answer.then((value) => this.#remember(key, value)) : this.#remember(key, answer);
	}

	#remember(key: Key, value: Uint8Array | undefined): Uint8Array | undefined {
		if (this.#lastKey !== undefined && this.#lastKey !== key) {
			if (this.#remembered === undefined || this.#remembered.size >= maximumRemembered) {
				this.#remembered = new Map();
			}
			this.#remembered.set(this.#lastKey, this.#lastValue);
		}
		this.#lastKey = key;
		this.#lastValue = value;
		return value;
	}

	#forget(): void {
		this.#lastKey = undefined;
		this.#lastValue = undefined;
		this.#remembered = undefined;
	}

	#overlay(keys: readonly Key[], values: readonly (Uint8Array | undefined)[]): (Uint8Array | undefined)[] {
		return keys.map((key, at) => {
			this.#remember(key, values[at]);
			const written = this.#writes.get(key);
			return written === undefined ? values[at] : (written ?? undefined);
		});
	}

	/** What was appended becomes a write like others. */
	#settle(): void {
		const appended = this.#appended;
		if (appended === undefined) {
			return;
		}
		this.#appended = undefined;
		for (const { key, value } of appended.relied.writes) {
			this.#writes.set(key, value);
			this.relyOn(key, undefined);
		}
		for (const { key, value } of appended.blind.writes) {
			this.#writes.set(key, value);
		}
	}

	#batch(): Batch {
		const writes = this.#batchWrites();
		const conditions = this.#batchConditions();
		if (this.#appended === undefined) {
			return { writes, conditions, since: this.#firstId };
		}
		const relied = this.#appended.relied.sorted();
		const all = mergeWrites(mergeWrites(writes, relied), this.#appended.blind.sorted());
		const [first, last] = [relied[0], relied.at(-1)];
		return first === undefined || last === undefined
			? { writes: all, conditions, since: this.#firstId }
			: { writes: all, conditions, since: this.#firstId, unwritten: { from: first.key, to: last.key } };
	}

	#batchWrites(): Write[] {
		const writes: Write[] = [];
		const cursor = this.#writes.cursor("", "\xff\xff", false);
		while (cursor.next()) {
			writes.push({ key: cursor.key, value: cursor.value ?? null });
		}
		return writes;
	}

	#batchConditions(): Condition[] {
		return Array.from(this.#conditions, ([key, seen]) => ({ key, seen }));
	}
}
