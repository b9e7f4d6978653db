/**
 * Lock manager: row, range (gap) and name locks with modes, queues, deadlock detection and timeouts.
 *
 * A claim is granted at once, or is a promise: resolved when it is granted, rejected by a deadlock (1213), a lock
 * wait timeout (1205) or an interruption of the session.
 *
 * A claim waits for conflicting holders and for conflicting claims before it in the queue. A span is a gap lock: no
 * key may be inserted into it; a claim of a new key looks for spans around it. Transactions without claims cost
 * nothing: while no other transaction holds locks, an autocommit statement with known keys commits without
 * (`commit-list.ts`). A transaction that inserts many keys has no lock for each: a claim checks its write set for the
 * key (`writers.ts`).
 */
import { setImmediate } from "../../async/timers.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { writesOfBatch } from "../runs/run-cursor.ts";
import { runInSlices, type CooperativeTask } from "../../async/cooperative-task.ts";
import { IncrementalHashMap } from "../memtable/incremental-hash-map.ts";
import type { Key } from "../contract.ts";
import type { FastBatch } from "../fast-store.ts";
import type { Patience } from "./agent.ts";
import { CommitUnderWay } from "./commit-list.ts";
import { breakCircles, type Deadlock } from "./deadlock.ts";
import type { Holding, Span } from "./holding.ts";
import { KeyLock } from "./key-lock.ts";
import { KeyWait, type LockWait, SpanWait } from "./lock-wait.ts";
import type { LockMode } from "./mode.ts";
import { SpanList } from "./span-list.ts";
import { Writers, type WrittenKeys } from "./writers.ts";

/** Keys released in one step. */
const keysInStep = 512;

interface LockTableOptions {
	readonly patience: Patience;
	/** State of a waiting session in SHOW PROCESSLIST. */
	readonly state: string;
	/** A holding that releases its locks claims no more. */
	readonly isGivenBackForGood?: boolean;
	/** The error of a victim. */
	readonly deadlock: "deadlock" | "userLockDeadlock";
}

export class LockTable {
	readonly options: LockTableOptions;
	/** Commits of this process that are done: a transaction whose snapshot is older reads again. */
	commits = 0;
	latestDeadlock: Deadlock | undefined;
	/** No locks are held. A field, since each statement looks. */
	isIdle = true;
	#locks = new IncrementalHashMap<KeyLock<KeyWait>>();
	readonly #spans = new SpanList();
	readonly #underWay = new Set<CommitUnderWay>();
	/** Transactions that insert keys without locks. */
	readonly #writers = new Writers();
	/** Holdings with keys. */
	readonly #holders = new Set<Holding>();
	/** Locks with a queue. */
	readonly #queued = new Set<KeyLock<KeyWait>>();

	constructor(options: LockTableOptions) {
		this.options = options;
	}

	/** No locks are held, and no commit is pending. */
	get isQuiet(): boolean {
		return this.isIdle && this.#underWay.size === 0;
	}

	/** `isNew`: the key may be inserted, which spans around it forbid. */
	claim(holding: Holding, key: Key, mode: LockMode, isNew = false): Promise<void> | undefined {
		const lock = this.#locks.get(key);
		if (lock === undefined) {
			if (!isNew && holding.ownsAround(key)) {
				return undefined;
			}
			if (
				this.#underWay.size === 0 &&
				!this.#writers.hasAdded(key, holding) &&
				!this.#spans.block(holding, key, mode, isNew)
			) {
				this.isIdle = false;
				this.#locks.set(key, new KeyLock<KeyWait>(key, holding, mode));
				holding.keys.push(key);
				this.#noteHolder(holding);
				return undefined;
			}
		} else if (lock.has(holding, mode)) {
			return undefined;
		}
		return this.#claimKey(new KeyWait(this, holding, lock ?? this.#addLock(key), mode, isNew));
	}

	/**
	 * Whether keys may be inserted without claims, since all are free; then they are looked for in `written`. `keys` is
	 * called only if there are other transactions.
	 */
	mayAdd(holding: Holding, keys: () => readonly Key[], written: () => WrittenKeys): boolean {
		const isAlone =
			this.#underWay.size === 0 &&
			this.#writers.areOnly(holding) &&
			this.#spans.areOnly(holding) &&
			(this.#holders.size === 0 || (this.#holders.size === 1 && this.#holders.has(holding)));
		if (!isAlone && !keys().every((key) => this.#isFree(holding, key))) {
			return false;
		}
		if (!this.#writers.has(holding)) {
			this.isIdle = false;
			this.#writers.add(holding, written());
		}
		holding.holdAround(1);
		return true;
	}

	/** Whether the new key can be inserted without a wait. */
	#isFree(holding: Holding, key: Key): boolean {
		const lock = this.#locks.get(key);
		return (
			(lock === undefined || lock.has(holding, "exclusive")) &&
			!this.#writers.hasAdded(key, holding) &&
			!this.#spans.block(holding, key, "exclusive", true) &&
			![...this.#underWay].some((commit) => commit.firstWithin(key, `${key}\0`) !== undefined)
		);
	}

	/** Waits until the key could be claimed, without claiming it. */
	pass(holding: Holding, key: Key, mode: LockMode): Promise<void> | undefined {
		const { length } = holding.keys;
		const claimed = this.claim(holding, key, mode);
		if (claimed !== undefined) {
			return claimed.then(() => this.releaseKey(holding, key));
		}
		if (holding.keys.length > length) {
			this.releaseKey(holding, key);
		}
		return undefined;
	}

	claimSpan(holding: Holding, from: Key, to: Key, mode: LockMode, covers: boolean): Promise<void> | undefined {
		if (
			holding.spans.some(
				(span) =>
					span.from <= from &&
					to <= span.to &&
					(span.covers || !covers) &&
					!(span.mode === "shared" && mode !== "shared"),
			)
		) {
			return undefined;
		}
		const wait = new SpanWait(this, { from, to, mode, covers, holding });
		if (!wait.isBlocked) {
			this.#grantSpan(wait.span);
			return undefined;
		}
		this.#spans.wait(wait);
		return this.#begin(wait);
	}

	/**
	 * Releases all locks: many keys at once if there are no other holders, otherwise in steps if the holding claims no
	 * more.
	 */
	release(holding: Holding): void {
		if (holding.isKept) {
			return;
		}
		const { keys, spans } = holding;
		holding.keys = [];
		holding.spans = [];
		if (spans.length > 0) {
			this.#spans.release(holding);
		}
		this.#holders.delete(holding);
		this.#writers.delete(holding);
		if (keys.length > keysInStep && this.#holders.size === 0 && this.#queued.size === 0) {
			// Otherwise the next statement would find a holder, and take locks in turn.
			this.#locks = new IncrementalHashMap();
			this.#goOn([]);
		} else if (keys.length <= keysInStep || !this.options.isGivenBackForGood) {
			this.#releaseKeys(holding, keys, spans.length > 0);
		} else {
			holding.isEnding = true;
			void runInSlices(this.#releasing(holding, keys));
		}
	}

	*#releasing(holding: Holding, keys: readonly Key[]): CooperativeTask<void> {
		for (let at = 0; at < keys.length; at += keysInStep) {
			this.#releaseKeys(holding, keys.slice(at, at + keysInStep), at + keysInStep >= keys.length);
			yield;
		}
	}

	/** `isForAll`: waits for other keys may be granted, too. */
	#releaseKeys(holding: Holding, keys: readonly Key[], isForAll: boolean): void {
		const touched: KeyLock<KeyWait>[] = [];
		for (const key of keys) {
			const lock = this.#locks.get(key);
			if (lock !== undefined) {
				lock.remove(holding);
				if (lock.queue !== undefined) {
					touched.push(lock);
				} else if (lock.isFree) {
					this.#locks.delete(key);
				}
			}
		}
		this.#goOn(isForAll ? [...this.#queued] : touched);
	}

	/** Releases one key. */
	releaseKey(holding: Holding, key: Key): void {
		const lock = this.#locks.get(key);
		holding.keys = holding.keys.filter((each) => each !== key);
		if (holding.keys.length === 0) {
			this.#holders.delete(holding);
		}
		if (lock !== undefined) {
			lock.remove(holding);
			this.#goOn([lock]);
		}
	}

	/** Returns the first key of a commit without locks that another transaction holds, if any. */
	firstHeld(batch: FastBatch): Key | undefined {
		if (this.isIdle) {
			return undefined;
		}
		return writesOfBatch(batch).find(
			({ key }) => this.#locks.has(key) || this.#writers.hasAdded(key) || this.#spans.hold(key),
		)?.key;
	}

	beginCommit(batch: FastBatch): CommitUnderWay {
		const commit = new CommitUnderWay(batch);
		this.#underWay.add(commit);
		return commit;
	}

	/** A commit is decided and not yet durable: changes that read ahead need not wait for it. */
	lay(commit: Holding | CommitUnderWay): void {
		this.commits++;
		if (commit instanceof CommitUnderWay) {
			commit.lay();
		} else {
			commit.isLaid = true;
		}
		if (this.#queued.size > 0) {
			this.#goOn([...this.#queued]);
		}
	}

	endCommit(commit: CommitUnderWay): void {
		this.#underWay.delete(commit);
		if (commit.holding !== undefined) {
			this.release(commit.holding);
		}
	}

	/** Resolves when the commits that are now pending are done. */
	async settled(): Promise<void> {
		const before = [...this.#underWay];
		while (before.some((commit) => this.#underWay.has(commit))) {
			await new Promise((resolve) => setImmediate(resolve));
		}
	}

	/** The holders of a key. */
	holdersOf(key: Key): readonly { readonly holding: Holding; readonly mode: LockMode }[] {
		return [...(this.#locks.get(key)?.holders() ?? [])];
	}

	/** All locks, for reports. */
	*held(): Iterable<{ readonly key: Key; readonly holding: Holding; readonly mode: LockMode }> {
		for (const lock of this.#locks.values()) {
			for (const { holding, mode } of lock.holders()) {
				yield { key: lock.key, holding, mode };
			}
		}
		for (const { from, holding, mode } of this.#spans) {
			yield { key: from, holding, mode };
		}
	}

	/** The holders that a claim of a key must wait for; `before`: the queue ahead of it. */
	*keyRivals(holding: Holding, lock: KeyLock<KeyWait>, mode: LockMode, isNew: boolean): Iterable<Holding> {
		const { key } = lock;
		this.#lockWritten(key, `${key}\0`, holding);
		yield* lock.rivals(holding, mode);
		yield* this.#spans.keyRivals(holding, key, mode, isNew);
	}

	*spanRivals(span: Span): Iterable<Holding> {
		const { from, to, mode, holding } = span;
		this.#lockWritten(from, to, holding);
		for (const lock of this.#locks.values()) {
			if (from <= lock.key && lock.key < to) {
				yield* lock.rivals(holding, mode);
			}
		}
		yield* this.#spans.spanRivals(span);
	}

	/** Called when a wait has failed. */
	giveUp(wait: LockWait): void {
		if (wait instanceof KeyWait) {
			const { lock } = wait;
			lock.queue = lock.queue?.filter((other) => other !== wait);
			this.#goOn([lock]);
		} else if (wait instanceof SpanWait) {
			this.#spans.giveUp(wait);
		}
	}

	#addLock(key: Key): KeyLock<KeyWait> {
		const lock = new KeyLock<KeyWait>(key, undefined, "shared");
		this.isIdle = false;
		this.#locks.set(key, lock);
		return lock;
	}

	#add(lock: KeyLock<KeyWait>, holding: Holding, mode: LockMode): void {
		lock.add(holding, mode);
		this.#noteHolder(holding);
	}

	/** Called after each granted key. */
	#noteHolder(holding: Holding): void {
		if (holding.keys.length === 1) {
			this.#holders.add(holding);
		}
	}

	/**
	 * Turns what transactions without locks, and pending commits, wrote in a range into a lock on one of those keys for
	 * each.
	 */
	#lockWritten(from: Key, to: Key, asking: Holding): void {
		for (const commit of this.#underWay) {
			const key = commit.firstWithin(from, to);
			if (key !== undefined) {
				this.#lockFound(key, commit.asHolding());
			}
		}
		for (const { key, holding } of this.#writers.within(from, to, asking)) {
			this.#lockFound(key, holding);
		}
	}

	#lockFound(key: Key, holding: Holding): void {
		const lock = this.#locks.get(key) ?? this.#addLock(key);
		if (!lock.has(holding, "exclusive")) {
			this.#add(lock, holding, "exclusive");
		}
	}

	#claimKey(wait: KeyWait): Promise<void> | undefined {
		const { lock, holding, mode } = wait;
		if (!wait.isBlocked) {
			this.#add(lock, holding, mode);
			return undefined;
		}
		lock.queue ??= [];
		this.#queued.add(lock);
		// A lock upgrade goes before waits of transactions that hold nothing of it.
		lock.queue.splice(wait.goesFirst ? 0 : lock.queue.length, 0, wait);
		return this.#begin(wait);
	}

	#begin(wait: LockWait): Promise<void> {
		const kept = wait.begin(() => sqlError(this.options.deadlock));
		this.latestDeadlock = breakCircles(wait) ?? this.latestDeadlock;
		return kept;
	}

	#grantSpan(span: Span): void {
		this.isIdle = false;
		this.#spans.grant(span);
	}

	/** Called when locks were released: grants waits that are no longer blocked. */
	#goOn(touched: readonly KeyLock<KeyWait>[]): void {
		for (const lock of touched) {
			for (let first = lock.queue?.[0]; first !== undefined && !first.isBlocked; first = lock.queue?.[0]) {
				lock.queue?.shift();
				this.#add(lock, first.holding, first.mode);
				first.keep();
			}
			if (lock.queue?.length === 0) {
				lock.queue = undefined;
				this.#queued.delete(lock);
			}
			if (lock.isFree) {
				this.#locks.delete(lock.key);
			}
		}
		this.#spans.grantWaits();
		this.isIdle = this.#locks.size === 0 && this.#spans.isEmpty && this.#writers.isEmpty;
	}
}
