/**
 * Commits and snapshots of LMDB's file alone, while no process holds the log lease.
 *
 * Each commit has the condition that the lease is as it was seen. A log whose owner died is first written into the
 * file. A reader without write access, and a process for whose writes the disk is too full, merges what the dead owner
 * left instead; the second writes it when there is space, before its first commit.
 */
import { nowMs } from "../../async/timers.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import { logClaimKey, rangeOf, spaces, writersKey } from "../encoding/keys.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { Commit, Condition, Entry, Write } from "../contract.ts";
import { BrokenStore } from "../failure.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import {
	decodeWriters,
	encodeLease,
	encodeWriters,
	isRunningOwner,
	type LogLease,
	type LogOwner,
} from "./log-lease.ts";
import { instanceOf } from "./commit-mark.ts";
import type { Company } from "./company.ts";
import { FollowedOwner } from "./followed-owner.ts";
import { isLarge } from "./large-batch.ts";
import { awaitOwner, leaseIn, leftWrites, writeLeft } from "./foreign-lease.ts";
import type { LogFile } from "./log-file.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";
import { Memtable } from "./memtable.ts";

const noProcesses: ReadonlySet<number> = new Set();

/** Interval of the check whether listed processes still run. */
const lookAgainMs = 1000;

interface DirectCommitsOptions {
	readonly below: LmdbEngine;
	readonly file: LogFile;
	readonly readOnly: boolean;
	readonly owner: LogOwner;
	readonly company: Company | undefined;
	readonly again: (batch: FastBatch) => Promise<Commit>;
}

interface Attachment {
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array;
	/** The first state whose list contains this process. */
	readonly firstState: number;
}

export class DirectCommits {
	readonly owner: LogOwner;
	/** The other processes of this server; undefined: it is one. */
	readonly #company: Company | undefined;
	/** Commits a batch anew, wherever it goes by then. */
	readonly #again: (batch: FastBatch) => Promise<Commit>;
	/** Another process of the company owns the log. */
	#followed: FollowedOwner | undefined;
	readonly #below: LmdbEngine;
	readonly #file: LogFile;
	readonly #readOnly: boolean;
	#claim: LogLease = { epoch: 0 };
	#seen: Uint8Array | undefined;
	/** The last state of the file found without a lease. */
	#lookedAt = -1;
	/** Since the first commit: the list of writing processes before and after this one was added. */
	#attached: Attachment | undefined;
	/** The log of a dead owner, if it cannot be written into the file. */
	#left: Memtable | undefined;
	/** Why not, unless the store is opened for reading only. */
	#lack: string | undefined;
	/**
	 * The list of writing processes in the newest state, and whether another one of them runs, as of the last check.
	 */
	#listed: Uint8Array | undefined;
	#hasOthers = false;
	#lookedForMs = 0;
	#followers = noProcesses;
	#followersListed: Uint8Array | undefined;
	#followersSeenMs = Number.NEGATIVE_INFINITY;

	constructor({ below, file, readOnly, owner, company, again }: DirectCommitsOptions) {
		this.#below = below;
		this.#file = file;
		this.#readOnly = readOnly;
		this.owner = owner;
		this.#company = company;
		this.#again = again;
	}

	/** Another process owns the log. */
	get isFollowing(): boolean {
		return this.#followed !== undefined;
	}

	/** The lease as last seen: without an owner. */
	get claim(): LogLease {
		return this.#claim;
	}

	/** Another running process has written and has the store open. */
	get hasOthers(): boolean {
		const now = nowMs();
		if (this.#listed !== undefined && now - this.#lookedForMs > lookAgainMs) {
			this.#lookedForMs = now;
			this.#hasOthers = this.#othersIn(this.#listed).length > 0;
		}
		return this.#hasOthers;
	}

	get hasCompany(): boolean {
		return this.#below.hasCompany === true || this.hasOthers;
	}

	#take(listed: Uint8Array | undefined): void {
		if (!equalBytes(listed, this.#listed)) {
			this.#listed = listed;
			this.#hasOthers = false;
			this.#lookedForMs = 0;
		}
	}

	#othersIn(listed: Uint8Array | undefined): readonly LogOwner[] {
		return decodeWriters(listed).filter((each) => each.instance !== this.owner.instance && isRunningOwner(each));
	}

	/** Condition that the lease is as last seen. */
	get condition(): Condition {
		return { key: logClaimKey, seen: this.#seen };
	}

	/** Called when this process has given up its lease. */
	take(claim: LogLease): void {
		this.#claim = claim;
		this.#seen = encodeLease(claim);
	}

	snapshot(): FastSnapshot {
		const followed = this.#followed?.snapshot();
		if (followed !== undefined) {
			return followed;
		}
		this.#followed = undefined;
		const base = this.#below.snapshot();
		if (base.transactionId === this.#lookedAt) {
			return this.#left === undefined
				? base
				: new MemtableOverlaySnapshot(base, this.#left.moment(), base.transactionId + 0.5);
		}
		const { claim, bytes } = leaseIn(base);
		if (claim.owner === undefined) {
			this.#claim = claim;
			this.#seen = bytes;
			this.#left = undefined;
			this.#lookedAt = base.transactionId;
			this.#take(base.get(writersKey) as Uint8Array | undefined);
			return base;
		}
		if (claim.owner.instance === this.owner.instance) {
			// Our own lease is on disk and its commit is about to resolve: the log is still empty.
			return base;
		}
		base.release();
		if (this.#follow(claim.owner)) {
			return this.snapshot();
		}
		if (!awaitOwner(claim.owner, () => this.#below.snapshot())) {
			this.#takeOver(claim, bytes);
		}
		return this.snapshot();
	}

	/** Follows the owner of the log, if it is of this company. */
	#follow(owner: LogOwner): boolean {
		const company = this.#company;
		if (company === undefined || owner.follows !== true || !isRunningOwner(owner)) {
			return false;
		}
		this.#followed = new FollowedOwner(this.#below, company, owner);
		return true;
	}

	/** An owner that was followed is recovered once it is dead. */
	#lookForOwner(): void {
		if (this.#followed?.isRunning === false) {
			this.#company?.forget(this.#followed.owner);
			this.#followed = undefined;
			this.#lookedAt = -1;
		}
		this.snapshot().release();
	}

	/** The log of a dead owner is read beside the file. */
	get hasLeft(): boolean {
		return this.#left !== undefined;
	}

	/** Throws a `BrokenStore` while a dead owner's log cannot be written into the file. */
	assertRecovered(): void {
		if (this.#left === undefined || this.#lack === undefined) {
			return;
		}
		this.#lookedAt = -1;
		this.snapshot().release();
		if (this.#left !== undefined) {
			throw new BrokenStore(
				`${this.#lack} The log of the last run waits to be written into the file. Reads are served; changes will be ` +
					"as soon as there is space.",
			);
		}
	}

	/**
	 * Adds this process to the list before its first commit: then no other process takes the lease, so that this thread
	 * never has to wait for one while another thread of ours holds the file's lock for a commit.
	 */
	#attach(): Attachment {
		for (;;) {
			const { others, condition } = this.writers();
			const after = encodeWriters([...others, this.owner]);
			const batch = { writes: [{ key: writersKey, value: after }], conditions: [condition] };
			const lack = this.#below.lackOfSpace(batch);
			if (lack !== undefined) {
				throw new BrokenStore(lack);
			}
			const commit = this.#below.commitNow(batch);
			if (commit.done) {
				this.snapshot().release();
				return { before: condition.seen, after, firstState: commit.transactionId };
			}
		}
	}

	/** Adapts a batch whose read set has the list from before this process was added. */
	relisted(batch: FastBatch): FastBatch {
		const attached = this.#attached;
		if (attached === undefined || (batch.since ?? 0) >= attached.firstState) {
			return batch;
		}
		const isBefore = ({ key, seen }: Condition): boolean => key === writersKey && equalBytes(seen, attached.before);
		return batch.conditions.some(isBefore)
			? {
					...batch,
					conditions: batch.conditions.map((each) =>
						isBefore(each) ? { key: writersKey, seen: attached.after } : each,
					),
				}
			: batch;
	}

	/** Before the first commit of one of several processes: others know from now on that it follows them. */
	join(): void {
		if (this.#below.lackOfSpace({ writes: [], conditions: [] }) === undefined) {
			this.#attached = this.#attach();
			this.#beginCompany();
		}
	}

	/** Removes marks and files of processes that are gone. */
	#beginCompany(): void {
		const base = this.#below.snapshot();
		const listed = base.get(writersKey) as Uint8Array | undefined;
		const running = new Set([this.owner, ...this.#othersIn(listed)].map(({ instance }) => instance));
		this.#company?.begin(running);
		const writes: Write[] = [];
		const scan = base.scan(rangeOf(spaces.commitMarks));
		for (let entries = scan.next(); entries !== null; entries = scan.next()) {
			for (const { key } of entries as readonly Entry[]) {
				if (!running.has(instanceOf(key))) {
					writes.push({ key, value: null });
				}
			}
		}
		base.release();
		// While a log has an owner, marks may be in it.
		if (writes.length > 0 && !this.isFollowing) {
			this.#below.commitNow({ writes, conditions: [this.condition] });
		}
	}

	/** A process that would not follow a log reads the file. */
	get hasForeignReaders(): boolean {
		if (this.#company === undefined) {
			return this.#below.hasReaders(noProcesses);
		}
		const base = this.#below.snapshot();
		const listed = base.get(writersKey) as Uint8Array | undefined;
		base.release();
		return this.#below.hasReaders(this.#followersIn(listed));
	}

	/** Of the list, looked at again when it is another one or after a while. */
	#followersIn(listed: Uint8Array | undefined): ReadonlySet<number> {
		const now = nowMs();
		if (now - this.#followersSeenMs > lookAgainMs || !equalBytes(listed, this.#followersListed)) {
			const followers = this.#othersIn(listed).filter(({ follows }) => follows === true);
			this.#followers = new Set(followers.map(({ process }) => process));
			this.#followersListed = listed;
			this.#followersSeenMs = now;
		}
		return this.#followers;
	}

	/** Other running processes that have written, and the condition that the list is unchanged. */
	writers(): { readonly others: readonly LogOwner[]; readonly condition: Condition } {
		const base = this.#below.snapshot();
		const seen = base.get(writersKey) as Uint8Array | undefined;
		base.release();
		return { others: this.#othersIn(seen), condition: { key: writersKey, seen } };
	}

	/** Before the store is closed: other processes may take the lease. Returns whether there are none. */
	detach(): boolean {
		if (this.#attached === undefined) {
			return false;
		}
		const { others, condition } = this.writers();
		const batch = {
			writes: [{ key: writersKey, value: others.length === 0 ? null : encodeWriters(others) }],
			conditions: [condition],
		};
		// Else it is found that this process does not run any more.
		if (this.#below.lackOfSpace(batch) === undefined) {
			this.#below.commitNow(batch);
		}
		return others.length === 0;
	}

	/** A conflict of the lease means that this process has acquired it meanwhile: the batch must go to the log. */
	async commit(given: FastBatch): Promise<Commit> {
		this.assertRecovered();
		this.#attached ??= this.#attach();
		const batch = this.relisted(given);
		for (;;) {
			if (this.#followed !== undefined) {
				if (!isLarge(batch)) {
					return this.#followed.commit(batch, (marked) => {
						this.#lookForOwner();
						return this.#again(marked);
					});
				}
				await this.#followed.giveUp();
				this.#lookForOwner();
				continue;
			}
			// `concat` copies many conditions as memory, a spread one by one.
			const commit = await this.#below.commit({ ...batch, conditions: [this.condition].concat(batch.conditions) });
			if (commit.done || commit.conflict !== logClaimKey || this.#hasClaim()) {
				return commit;
			}
			this.snapshot().release();
		}
	}

	#hasClaim(): boolean {
		const base = this.#below.snapshot();
		const { owner } = leaseIn(base).claim;
		base.release();
		return owner?.instance === this.owner.instance;
	}

	/** The owner is dead. Another process may recover its log first. */
	#takeOver(claim: LogLease, bytes: Uint8Array | undefined): void {
		const writes = leftWrites(claim, this.#file);
		this.#lack = this.#readOnly ? undefined : writeLeft(writes, { claim, bytes }, this.#below);
		if (!this.#readOnly && this.#lack === undefined) {
			return;
		}
		const base = this.#below.snapshot();
		this.#left = new Memtable();
		this.#left.put(writes);
		this.#lookedAt = base.transactionId;
		base.release();
	}
}
