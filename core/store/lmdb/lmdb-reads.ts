/**
 * Shared read transactions of an LMDB store: snapshots of the newest state share one, counted.
 *
 * Each has the exact id of the LMDB transaction that it reads. A read transaction is reused while its id is the
 * newest committed one; `published-id.ts` checks that and sees every process's commits. Otherwise a new one begins:
 * its id is what was published before and after, or else it is looked up in the reader table. LMDB's `info()` may be
 * one ahead of what a reader gets while another process is between writing its meta page and publishing it. If the
 * published id has fallen back behind what was read or committed here, it is raised again.
 *
 * An unused read transaction is kept for a moment only: while it is open, LMDB cannot reuse the pages that it sees,
 * and the file grows.
 */
import { clearInterval, setInterval } from "../../async/timers.ts";
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { LmdbState, type StateSource } from "./lmdb-state.ts";
import { MappedFile, type MappedTree } from "./mapped-file.ts";
import { PublishedId } from "./published-id.ts";
import { newReader, parseReaders, type ReaderRow } from "./reader-table.ts";

const idleMs = 100;

export interface SharedRead {
	readonly transaction: LmdbTransaction;
	readonly transactionId: number;
	/** The last page of the file when the transaction began. */
	readonly lastPage: number;
	/** Reference count: snapshots that read it. */
	uses: number;
	/** Its cursors must not outlive the transaction. */
	readonly state: LmdbState;
}

export class LmdbReads {
	readonly #database: LmdbDatabase;
	readonly #source: StateSource;
	readonly #thread: string | undefined;
	#current: SharedRead | null = null;
	#publishedId: PublishedId | undefined;
	/** The newest id that was read. */
	#last = -1;
	/** The id of our own newest commit, which is certainly published. */
	#published = -1;
	readonly #live = new Set<SharedRead>();
	/** The file in memory; null: it cannot be read there. */
	#map: MappedFile | null | undefined;
	/** During a commit: the state before it. */
	#held: SharedRead | null = null;
	#frozen: SharedRead | null = null;
	#idleTimer: NodeJS.Timeout | null = null;
	#usedSinceTick = false;
	#closed = false;

	constructor(source: StateSource, path: string) {
		const { database } = source;
		this.#source = source;
		this.#database = database;
		// Opening the file may have published an older state: nothing is read before the id is raised again.
		this.#publishedId = PublishedId.of(path, () => database.info().lastTxnId);
		const before = parseReaders(database.readerList());
		const first = database.useReadTransaction();
		this.#thread = newReader(before, parseReaders(database.readerList()));
		first.done();
	}

	/** Returns the newest committed state; the caller releases it once. */
	newest(): SharedRead {
		if (this.#frozen !== null) {
			this.#frozen.uses++;
			return this.#frozen;
		}
		const current = this.#current;
		this.#usedSinceTick = true;
		if (current !== null && this.#isNewest(current.transactionId)) {
			current.uses++;
			return current;
		}
		this.retire();
		const read = this.#begin();
		const { transactionId } = read;
		if (transactionId !== this.#published && transactionId !== this.#last) {
			// Another process's commit, whose changes are unknown.
			this.#source.gaps.renew();
			this.#source.cache.clear();
		}
		this.#last = transactionId;
		this.#current = read;
		this.#live.add(read);
		return read;
	}

	/**
	 * Begins at the newest state, never at an older one than was read or committed here. During a commit the published
	 * id is at most one behind the file: if it is two behind, the reader would get a meta page that no longer has that
	 * id.
	 */
	#begin(): SharedRead {
		for (;;) {
			this.#database.resetReadTxn();
			const before = this.#publishedId?.value;
			const transaction = this.#database.useReadTransaction();
			const { lastTxnId, lastPageNumber: lastPage, mapSize } = this.#database.info();
			const least = Math.max(this.#last, this.#published, lastTxnId - 1);
			if (before === undefined || (before >= least && this.#publishedId!.is(before))) {
				const transactionId = before ?? this.#newestOwnId();
				return {
					transaction,
					transactionId,
					lastPage,
					uses: 1,
					state: new LmdbState(this.#source, transaction, this.#tree(transaction, transactionId, mapSize)),
				};
			}
			transaction.done();
			this.#publishedId!.raise(before, least);
		}
	}

	/**
	 * Called under the write lock when the published id has fallen back behind the newest commit. False: it cannot be
	 * raised here.
	 */
	raise(from: number, newest: number): boolean {
		this.#publishedId?.raise(from, newest);
		return this.#publishedId !== undefined;
	}

	/** A process that ended while it opened the file may have left the published id behind. */
	catchUp(): void {
		this.#publishedId?.catchUp(() => this.#database.info().lastTxnId);
	}

	/** Read at once, since the next commit but one overwrites the meta page. */
	#tree(transaction: LmdbTransaction, transactionId: number, mapBytes: number): MappedTree | undefined {
		if (this.#map === undefined) {
			this.#map = MappedFile.of(this.#database, transaction);
		}
		return this.#map?.mapBytes === mapBytes ? this.#map.tree(transactionId) : undefined;
	}

	#isNewest(transactionId: number): boolean {
		return this.#publishedId === undefined
			? transactionId === this.#database.info().lastTxnId
			: this.#publishedId.is(transactionId);
	}

	release(read: SharedRead): void {
		read.uses--;
		if (read.uses > 0 || this.#closed || !this.#live.has(read)) {
			return;
		}
		if (read !== this.#current) {
			this.#end(read);
		} else if (this.#idleTimer === null) {
			this.#idleTimer = setInterval(() => this.#tick(), idleMs);
			this.#idleTimer.unref();
		}
	}

	/** Whether another process than these has a slot in the reader table; that of a killed one is freed first. */
	hasCompany(uncounted: ReadonlySet<number>): boolean {
		if (!this.#hasOthers(uncounted)) {
			return false;
		}
		this.#database.readerCheck();
		return this.#hasOthers(uncounted);
	}

	#hasOthers(uncounted: ReadonlySet<number>): boolean {
		return parseReaders(this.#database.readerList()).some((row) => !this.#isOurs(row) && !uncounted.has(row.process));
	}

	#isOurs(row: ReaderRow): boolean {
		return row.process === process.pid && (this.#thread === undefined || row.thread === this.#thread);
	}

	/** Before a commit: if it fails, LMDB begins no more read transactions, so one is kept open. */
	hold(): void {
		this.letGo();
		this.#held = this.newest();
	}

	/** After a successful commit. */
	letGo(): void {
		const held = this.#held;
		this.#held = null;
		if (held !== null) {
			this.release(held);
		}
	}

	/** After a failed commit: the state before it is all that is read from now on. */
	freeze(): void {
		this.#frozen = this.#held;
	}

	/** Called with the id of our own commit. */
	publish(transactionId: number): void {
		this.#published = transactionId;
		this.retire();
	}

	/** Ends sharing of the current read transaction. */
	retire(): void {
		const current = this.#current;
		this.#current = null;
		if (current !== null && current.uses === 0) {
			this.#end(current);
		}
	}

	/** Ends open scans; LMDB itself ends the transactions of open snapshots. */
	close(): void {
		this.retire();
		this.#closed = true;
		this.#publishedId = undefined;
		for (const { state } of this.#live) {
			state.close();
		}
		this.#map?.close();
		this.#stopTimer();
	}

	/**
	 * Expires states since which the file has grown by so many pages: while one is open, no page freed since is reused.
	 * A reader gets an error at its next step; the read transaction ends at the next call of this.
	 */
	expire(pages: number): void {
		const { lastTxnId, lastPageNumber } = this.#database.info();
		for (const read of this.#live) {
			if (read.state.isTooOld) {
				this.#end(read);
			} else if (read.uses > 0 && read.transactionId !== lastTxnId && lastPageNumber - read.lastPage > pages) {
				read.state.isTooOld = true;
				this.#current = read === this.#current ? null : this.#current;
			}
		}
	}

	#end(read: SharedRead): void {
		read.state.close();
		this.#live.delete(read);
		read.transaction.done();
	}

	#newestOwnId(): number {
		let newest = 0;
		for (const row of parseReaders(this.#database.readerList())) {
			if (this.#isOurs(row) && row.transactionId !== null && row.transactionId > newest) {
				newest = row.transactionId;
			}
		}
		return newest;
	}

	#tick(): void {
		if (this.#usedSinceTick) {
			this.#usedSinceTick = false;
			return;
		}
		if (this.#current?.uses === 0) {
			this.retire();
		}
		this.#stopTimer();
	}

	#stopTimer(): void {
		if (this.#idleTimer !== null) {
			clearInterval(this.#idleTimer);
			this.#idleTimer = null;
		}
	}
}
