/**
 * The read transactions of one LMDB store: who reads the newest state shares one.
 *
 * In: requests for the newest state. Out: `SharedRead`s, counted, each with the exact id of the LMDB transaction it
 * reads.
 *
 * A read transaction is reused while LMDB's newest committed id is still its own; `published-id.ts` asks that, and
 * sees every process's commits. Otherwise a new one is begun: its id is what was published before and after; where
 * that is not to be seen, it is looked up in the reader table. The newest id of the environment may be one ahead of
 * what a reader gets while another process is between writing its meta page and publishing it. What is published may
 * fall back behind what was read, or committed, here: then it is raised again.
 *
 * An unused read transaction is kept for a moment only: while it is open, LMDB can't reuse the pages it could see,
 * and the file grows.
 */
import type { LmdbDatabase, LmdbTransaction } from "./lmdb-environment.ts";
import { LmdbState, type StateSource } from "./lmdb-state.ts";
import { MappedFile, type MappedTree } from "./mapped-file.ts";
import { PublishedId } from "./published-id.ts";
import { newReader, parseReaders, type ReaderRow } from "./reader-table.ts";

const idleMs = 100;

export interface SharedRead {
	readonly transaction: LmdbTransaction;
	readonly transactionId: number;
	/** The last page of the file when it began. */
	readonly lastPage: number;
	/** How many snapshots read it. */
	uses: number;
	/** Where it is read: its cursors must not outlive the transaction. */
	readonly state: LmdbState;
}

export class LmdbReads {
	readonly #database: LmdbDatabase;
	readonly #source: StateSource;
	readonly #thread: string | undefined;
	#current: SharedRead | null = null;
	#publishedId: PublishedId | undefined;
	/** The newest that was read. */
	#last = -1;
	/** The id of our own newest commit, which is surely published. */
	#published = -1;
	readonly #live = new Set<SharedRead>();
	/** The file in memory; null: it can't be read there. */
	#map: MappedFile | null | undefined;
	/** While a commit is under way: the state before it. */
	#held: SharedRead | null = null;
	#frozen: SharedRead | null = null;
	#idleTimer: NodeJS.Timeout | null = null;
	#usedSinceTick = false;
	#closed = false;

	constructor(source: StateSource, path: string) {
		const { database } = source;
		this.#source = source;
		this.#database = database;
		// Who opens the file may have published an older state: nothing is read before that is put right.
		this.#publishedId = PublishedId.of(path, () => database.env.info().lastTxnId);
		const before = parseReaders(database.readerList());
		const first = database.useReadTransaction();
		this.#thread = newReader(before, parseReaders(database.readerList()));
		first.done();
	}

	/** The newest committed state; to be released once. */
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
			// Another process's commit: nobody told what it wrote.
			this.#source.gaps.renew();
			this.#source.cache.clear();
		}
		this.#last = transactionId;
		this.#current = read;
		this.#live.add(read);
		return read;
	}

	/**
	 * Of the newest state, and not of an older one than was read or committed here before. What is published is one
	 * behind the file at most, while somebody commits: where it is two behind, a reader would be given a head that is
	 * not of that id any more.
	 */
	#begin(): SharedRead {
		for (;;) {
			this.#database.resetReadTxn();
			const before = this.#publishedId?.value;
			const transaction = this.#database.useReadTransaction();
			const { lastTxnId, lastPageNumber: lastPage, mapSize } = this.#database.env.info();
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
	 * What is published has fallen back behind the newest commit, says who has the lock. False: it can't be raised
	 * here.
	 */
	raise(from: number, newest: number): boolean {
		this.#publishedId?.raise(from, newest);
		return this.#publishedId !== undefined;
	}

	/** A process that ended while it opened the file may have left what is published behind. */
	catchUp(): void {
		this.#publishedId?.catchUp(() => this.#database.env.info().lastTxnId);
	}

	/** Looked for at once, since the next commit but one overwrites the head that tells. */
	#tree(transaction: LmdbTransaction, transactionId: number, mapBytes: number): MappedTree | undefined {
		if (this.#map === undefined) {
			this.#map = MappedFile.of(this.#database, transaction);
		}
		return this.#map?.mapBytes === mapBytes ? this.#map.tree(transactionId) : undefined;
	}

	#isNewest(transactionId: number): boolean {
		return this.#publishedId === undefined
			? transactionId === this.#database.env.info().lastTxnId
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

	/** Whether somebody else has a slot in the table of readers. */
	hasCompany(): boolean {
		return parseReaders(this.#database.readerList()).some((row) => !this.#isOurs(row));
	}

	#isOurs(row: ReaderRow): boolean {
		return row.process === process.pid && (this.#thread === undefined || row.thread === this.#thread);
	}

	/** A commit begins: should it fail, LMDB begins no read transaction any more, so that one is kept. */
	hold(): void {
		this.letGo();
		this.#held = this.newest();
	}

	/** The commit has ended well. */
	letGo(): void {
		const held = this.#held;
		this.#held = null;
		if (held !== null) {
			this.release(held);
		}
	}

	/** It failed: what was there before it is all that is read from now on. */
	freeze(): void {
		this.#frozen = this.#held;
	}

	/** We have committed this transaction. */
	publish(transactionId: number): void {
		this.#published = transactionId;
		this.retire();
	}

	/** Nobody else will share the current one. */
	retire(): void {
		const current = this.#current;
		this.#current = null;
		if (current !== null && current.uses === 0) {
			this.#end(current);
		}
	}

	/** Ends scans that were left open; LMDB itself ends the transactions of snapshots that were. */
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
	 * States since which the file has grown by so many pages are read no more: as long as one is open, nothing that was
	 * freed since is used again. Whoever reads one is told so at his next step, and has until the next call to take it.
	 */
	expire(pages: number): void {
		const { lastTxnId, lastPageNumber } = this.#database.env.info();
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
