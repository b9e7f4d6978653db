/**
 * Durable store: LMDB behind a write-ahead log, so that a small commit costs one short write and one sync.
 *
 * Decides where commits go and when that changes; README.md draws it. Why: LMDB's durable commit writes some pages
 * and syncs twice, 170 us of CPU time for a row; a group in the log costs 45.
 *
 * | state   | commits go                                             | when                                            |
 * |---------|--------------------------------------------------------|-------------------------------------------------|
 * | direct  | into LMDB's file (`direct-commits.ts`)                 | few commits, large ones, other processes        |
 * | logging | into the log (`own-log.ts`)                            | commits follow each other, no other process     |
 * | held    | nowhere: they wait                                     | between the two                                 |
 */
import { setImmediate, setTimeout } from "../../async/timers.ts";
import { CommitContention } from "../commit-contention.ts";
import { type Durability, fullDurability } from "../durability.ts";
import { logClaimKey } from "../encoding/keys.ts";
import { type LmdbEngine, openLmdbStore } from "../lmdb/lmdb.ts";
import { plainBatch } from "../runs/run-cursor.ts";
import type { Commit, Write } from "../contract.ts";
import type { FastBatch, FastSnapshot, FastStore, TakenIds } from "../fast-store.ts";
import { type LeaseRequest, returnLease, takeLease } from "./lease-request.ts";
import { CommitRhythm } from "./commit-rhythm.ts";
import { clearBeside } from "./cleared-space.ts";
import { companyOf, type LoggedOptions } from "./company.ts";
import { DirectCommits } from "./direct-commits.ts";
import { LogWriter } from "./log-writer.ts";
import { LeaseTimer } from "./lease-timer.ts";
import { endIfFatal, isSound } from "./failed-commit.ts";
import { addNeighbour, removeNeighbour } from "./foreign-lease.ts";
import { hasManyChanges, isLarge } from "./large-batch.ts";
import { LogFile, logPathOf } from "./log-file.ts";
import { GroupCommitDelay } from "./group-commit-delay.ts";
import { layAll, type Pending } from "./open-group.ts";
import { OwnLog } from "./own-log.ts";

/** Throws a `StoreRefusal` if the file cannot be opened, or the log is damaged. */
export function openLoggedStore(options: LoggedOptions): FastStore {
	const below = openLmdbStore(options);
	let store: LoggedStore | undefined;
	try {
		store = new LoggedStore(below, options);
		store.snapshot().release();
		return store;
	} catch (failure) {
		void (store ?? below).close();
		throw failure;
	}
}

class LoggedStore implements FastStore {
	readonly #below: LmdbEngine;
	readonly #options: LoggedOptions;
	readonly #durability: Durability;
	readonly #file: LogFile;
	readonly #direct: DirectCommits;
	readonly #request: LeaseRequest;
	#log: OwnLog | null = null;
	#isHeld = false;
	/** A group is being written to the log on another thread. */
	#isWriting = false;
	/** Commits that are not laid over the log's memtable. */
	#queue: Pending[] = [];
	/** Why commits that were laid are lost. */
	#lost: unknown;
	#isScheduled = false;
	readonly #clearing = {
		quietLog: () => (this.#isWriting ? "writing" : this.#log),
		commit: (batch: FastBatch) => this.commit(batch),
		gather: (batch: FastBatch) => this.#gather(batch),
	} as const;
	readonly #patience = new GroupCommitDelay();
	readonly askers = new CommitContention();
	readonly takenIds: TakenIds | undefined;
	readonly #timer = new LeaseTimer();
	readonly #rhythm: CommitRhythm;
	#closing: Promise<void> | null = null;

	constructor(below: LmdbEngine, options: LoggedOptions) {
		this.#below = below;
		this.#options = options;
		this.#durability = options.durability ?? fullDurability;
		this.#file = new LogFile(logPathOf(options.path));
		const { owner, company } = companyOf(options);
		const [file, readOnly] = [this.#file, options.readOnly ?? false];
		this.#direct = new DirectCommits({ below, file, readOnly, owner, company, again: (batch) => this.commit(batch) });
		this.#rhythm = new CommitRhythm(company !== undefined);
		this.#request = { below, direct: this.#direct, file, rhythm: this.#rhythm, company };
		addNeighbour(this.#direct.owner, this);
		this.takenIds = company?.takenIds;
		if (company !== undefined) {
			this.#direct.join();
			company.open({ commit: (batch) => this.commit(batch), giveUp: () => this.#giveUpForOther() });
		}
	}

	snapshot(): FastSnapshot {
		return (this.#log ?? this.#direct).snapshot();
	}

	/** None with company: ids of AUTO_INCREMENT, for one, are looked up in what is durable then. */
	ahead(always = false): FastSnapshot | undefined {
		return this.hasCompany || this.#log === null || (this.#log.hotGroups === 0 && !always)
			? undefined
			: this.#log.ahead();
	}

	landed(): Promise<void> | undefined {
		return this.#lost === undefined ? this.#log?.landed() : Promise.reject(this.#lost);
	}

	commit(given: FastBatch, laid?: () => void): Promise<Commit> {
		const batch = hasManyChanges(given) ? given : plainBatch(given);
		if (this.#log === null && !this.#isHeld && !this.#isWorthClaim(batch)) {
			return this.#commitDirectly(batch);
		}
		return batch.cleared !== undefined && this.#log !== null
			? clearBeside(this.#clearing, batch)
			: this.#gather(batch, this.#request.company === undefined ? laid : undefined);
	}

	/** Commits in a group of its own: once a turn, and only if one session alone sent requests this time and the last. */
	commitAlone(given: FastBatch): Commit | undefined {
		const log = this.#log;
		if (
			log === null ||
			!this.askers.isOne ||
			!this.#isQuiet ||
			this.#durability.gatherMs > 0 ||
			isLarge(given) ||
			log.isWornOut
		) {
			return undefined;
		}
		this.#below.check();
		this.#timer.restart();
		this.askers.next();
		try {
			return log.commitOne(this.#direct.relisted(hasManyChanges(given) ? given : plainBatch(given)));
		} catch (failure) {
			throw this.#break(failure);
		}
	}

	/** While the lease is ours: it is given up with all of the memtable in the file. */
	commitUnlogged(writes: readonly Write[]): boolean {
		const log = this.#log;
		if (log === null || this.#request.company !== undefined || !this.#isQuiet || log.isWornOut) {
			return false;
		}
		this.#below.check();
		log.commitUnlogged(writes);
		return true;
	}

	#gather(batch: FastBatch, laid?: () => void): Promise<Commit> {
		return new Promise((resolve, reject) => {
			this.#queue.push({ batch: this.#direct.relisted(batch), laid, resolve, reject });
			if (this.#log === null && !this.#isHeld) {
				this.#change(() => this.#claim());
			} else {
				this.#layNow();
				this.#schedule();
			}
		});
	}

	/** Lays the only commit of the queue at once, so that the next change may read ahead. */
	#layNow(): void {
		if (this.#log !== null && !this.#isHeld && this.#queue.length === 1) {
			try {
				this.#below.check();
				layAll(this.#queue, this.#log);
			} catch (failure) {
				this.#break(failure);
			}
		}
	}

	async #commitDirectly(batch: FastBatch): Promise<Commit> {
		const commit = await this.#direct.commit(batch);
		return commit.done || commit.conflict !== logClaimKey ? commit : this.commit(batch);
	}

	check(): void {
		this.#below.check();
		this.#direct.assertRecovered();
	}

	get hasCompany(): boolean {
		return this.#request.company !== undefined || (this.#log === null && this.#direct.hasCompany);
	}

	get hasOtherWriters(): boolean {
		this.snapshot().release();
		return this.#log === null && this.#direct.hasOthers;
	}

	/** Another store of this thread waits for the lease. */
	giveUpNow(): void {
		this.#rhythm.sawOthers();
		if (this.#log !== null) {
			this.#ended(this.#log.giveUpNow());
		} else if (this.#isHeld) {
			returnLease(this.#request);
		}
	}

	close(): Promise<void> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	async #close(): Promise<void> {
		this.#request.company?.closeDoor();
		while (!this.#isQuiet || (this.#request.company?.marks.underWay ?? 0) > 0) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		if (this.#log !== null && isSound(this.#below)) {
			this.#change(() => this.#giveUp());
			await this.#close();
			return;
		}
		await this.#below.settled();
		removeNeighbour(this.#direct.owner);
		this.#timer.stop();
		const isLast = isSound(this.#below) && this.#direct.detach();
		this.#request.company?.close(isLast);
		await this.#below.close();
		this.#file.close();
	}

	/** Commits wait for the next write. */
	get #isWaitedFor(): boolean {
		return this.#queue.length > 0 || this.#log?.hasLaid === true;
	}

	/** No commit is under way. */
	get #isQuiet(): boolean {
		return !this.#isHeld && !this.#isWriting && !this.#isWaitedFor;
	}

	#isWorthClaim(batch: FastBatch): boolean {
		return (
			!this.#direct.isFollowing &&
			this.#rhythm.isWorthClaim(batch) &&
			this.#durability.syncs &&
			this.#options.readOnly !== true &&
			!this.#direct.hasLeft &&
			this.#closing === null
		);
	}

	/**
	 * Runs a transition during which commits wait. A failure breaks the store: only reopening it shows what is on disk.
	 */
	#change(action: () => Promise<void>): void {
		this.#isHeld = true;
		action()
			.catch((failure) => this.#break(failure))
			.finally(() => {
				this.#isHeld = false;
				this.#schedule();
			});
	}

	#claim(): Promise<void> {
		return takeLease(this.#request, (claim) => {
			const writer = new LogWriter(this.#file, this.#request.company?.feed);
			this.#log = new OwnLog(this.#below, writer, claim, this.#options.watch, this.#options.checkpointed);
			this.#timer.start(() => this.#tick());
		});
	}

	async #giveUp(): Promise<void> {
		const log = this.#log;
		if (log !== null) {
			const claim = await log.giveUp();
			if (this.#log === log) {
				this.#ended(claim);
			}
		}
	}

	/** Another process has a commit that is too large for the log. */
	async #giveUpForOther(): Promise<void> {
		this.#rhythm.sawOthers();
		while ((this.#log !== null || this.#isHeld) && isSound(this.#below)) {
			if (!this.#isHeld && !this.#isWriting && !this.#log?.hasLaid) {
				this.#change(() => this.#giveUp());
			}
			await new Promise((resolve) => setImmediate(resolve));
		}
	}

	#ended(claim: { readonly epoch: number }): void {
		this.#direct.take(claim);
		this.#log = null;
		this.#rhythm.forget();
		this.#timer.stop();
	}

	#tick(): void {
		if (this.#isHeld || this.#isWriting || this.#log === null || this.#log.hasLaid) {
			return;
		}
		this.#timer.count();
		const isDisturbed = this.#direct.hasForeignReaders;
		if (isDisturbed) {
			this.#rhythm.sawOthers();
		}
		if (isDisturbed || this.#timer.isQuiet || this.#log.isWornOut) {
			this.#change(() => this.#giveUp());
		}
	}

	#schedule(): void {
		if (!this.#isScheduled && !this.#isHeld && !this.#isWriting && this.#isWaitedFor) {
			this.#isScheduled = true;
			if (this.#durability.gatherMs === 0) {
				setImmediate(() => this.#turn());
			} else {
				setTimeout(() => this.#turn(), this.#durability.gatherMs);
			}
		}
	}

	#turn(): void {
		if (
			this.#log !== null &&
			!this.#isHeld &&
			this.#durability.gatherMs === 0 &&
			this.#patience.isWorthTurn(this.#log.openCount + this.#queue.length)
		) {
			setImmediate(() => this.#turn());
			return;
		}
		this.#isScheduled = false;
		if (this.#isHeld || this.#isWriting) {
			return;
		}
		if (this.#log === null) {
			for (const { batch, resolve } of this.#queue.splice(0)) {
				resolve(this.#commitDirectly(batch));
			}
			return;
		}
		try {
			this.#write(this.#log);
		} catch (failure) {
			this.#break(failure);
		}
	}

	/** Writes a group; commits that do not fit wait. */
	#write(log: OwnLog): void {
		this.#below.check();
		this.#timer.restart();
		layAll(this.#queue, log);
		// On this thread, unless other clients would wait for it.
		const isAwaited = this.askers.count > log.openCount;
		this.askers.next();
		const written = log.write(isAwaited);
		if (written !== null) {
			this.#await(written);
		} else if (log.isWornOut || (this.#queue.length > 0 && isLarge(this.#queue[0]!.batch))) {
			this.#change(() => this.#giveUp());
		} else if (this.#queue.length > 0 && log.isFolding) {
			// The segment is full.
			this.#change(() => log.foldAside());
		} else if (this.#queue.length > 0) {
			// A failure is reported to the commits that wait for it.
			log.foldAside().catch(() => undefined);
			this.#write(log);
		}
	}

	/** Commits that arrive meanwhile form the next group. */
	#await(written: Promise<void>): void {
		this.#isWriting = true;
		written
			.catch((failure) => this.#break(failure))
			.finally(() => {
				this.#isWriting = false;
				this.#schedule();
			});
	}

	/** Rejects waiting commits. */
	#break(failure: unknown): unknown {
		const laid = this.#log?.dropLaid(failure) ?? [];
		this.#lost ??= laid.length > 0 ? failure : undefined;
		const told = endIfFatal(failure, this.#below, this.#timer);
		for (const { reject } of [...laid, ...this.#queue.splice(0)]) {
			reject(told);
		}
		return told;
	}
}
