/**
 * Commits and snapshots of LMDB's file alone, while no process holds the log lease.
 *
 * Each commit has the condition that the lease is as it was seen. A log whose owner died is first written into the
 * file. A reader without write access, and a process for whose writes the disk is too full, merges what the dead owner
 * left instead; the second writes it when there is space, before its first commit.
 */
import { nowMs } from "../../async/timers.ts";
import { equalBytes } from "../encoding/equal-bytes.ts";
import { logClaimKey, writersKey } from "../encoding/keys.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { Commit, Condition, Write } from "../contract.ts";
import { BrokenStore } from "../failure.ts";
import type { FastBatch, FastSnapshot } from "../fast-store.ts";
import {
	decodeWriters,
	encodeLease,
	encodeWriters,
	isRunningOwner,
	type LogLease,
	type LogOwner,
	makeOwner,
} from "./log-lease.ts";
import { awaitOwner, leaseIn, leftWrites } from "./foreign-lease.ts";
import type { LogFile } from "./log-file.ts";
import { MemtableOverlaySnapshot } from "./memtable-snapshot.ts";
import { Memtable } from "./memtable.ts";

/** Interval of the check whether listed processes still run. */
const lookAgainMs = 1000;

interface Attachment {
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array;
	/** The first state whose list contains this process. */
	readonly firstState: number;
}

export class DirectCommits {
	readonly owner = makeOwner();
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

	constructor(below: LmdbEngine, file: LogFile, readOnly: boolean) {
		this.#below = below;
		this.#file = file;
		this.#readOnly = readOnly;
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
		if (!awaitOwner(claim.owner, () => this.#below.snapshot())) {
			this.#takeOver(claim, bytes);
		}
		return this.snapshot();
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
			this.#assertSpace(batch);
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

	/** Other running processes that have written, and the condition that the list is unchanged. */
	writers(): { readonly others: readonly LogOwner[]; readonly condition: Condition } {
		const base = this.#below.snapshot();
		const seen = base.get(writersKey) as Uint8Array | undefined;
		base.release();
		return { others: this.#othersIn(seen), condition: { key: writersKey, seen } };
	}

	/** Before the store is closed: other processes may take the lease. */
	detach(): void {
		if (this.#attached !== undefined) {
			const { others, condition } = this.writers();
			const batch = {
				writes: [{ key: writersKey, value: others.length === 0 ? null : encodeWriters(others) }],
				conditions: [condition],
			};
			// Else it is found that this process does not run any more.
			if (this.#below.lackOfSpace(batch) === undefined) {
				this.#below.commitNow(batch);
			}
		}
	}

	#assertSpace(batch: FastBatch): void {
		const lack = this.#below.lackOfSpace(batch);
		if (lack !== undefined) {
			throw new BrokenStore(lack);
		}
	}

	/** A conflict of the lease means that this process has acquired it meanwhile: the batch must go to the log. */
	async commit(given: FastBatch): Promise<Commit> {
		this.assertRecovered();
		this.#attached ??= this.#attach();
		const batch = this.relisted(given);
		for (;;) {
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
		this.#lack = this.#readOnly ? undefined : this.#recover(writes, claim, bytes);
		if (!this.#readOnly && this.#lack === undefined) {
			return;
		}
		const base = this.#below.snapshot();
		this.#left = new Memtable();
		this.#left.put(writes);
		this.#lookedAt = base.transactionId;
		base.release();
	}

	/**
	 * Writes a dead owner's log into the file: at once, or in parts where the disk has no room for that. Parts only set
	 * keys, in the log's order, so that it can begin anew after any. Returns why it could not; undefined: it is done.
	 */
	#recover(writes: readonly Write[], claim: LogLease, bytes: Uint8Array | undefined): string | undefined {
		const conditions = [{ key: logClaimKey, seen: bytes }];
		const free = { key: logClaimKey, value: encodeLease({ epoch: claim.epoch + 2 }) };
		const whole = [free, ...writes];
		const isRoomy = this.#below.lackOfSpace({ writes: whole, conditions }) === undefined;
		const parts = isRoomy ? [whole] : [...partsOf(writes), [free]];
		try {
			for (const part of parts) {
				const lack = this.#below.lackOfSpace({ writes: part, conditions });
				if (lack !== undefined) {
					return lack;
				}
				if (!this.#below.commitNow({ writes: part, conditions }).done) {
					return undefined;
				}
			}
			return undefined;
		} catch (failure) {
			if (failure instanceof BrokenStore) {
				return failure.message;
			}
			throw failure;
		}
	}
}

/** Writes of one part: some megabytes of disk space at most, as far as an estimate goes. */
const partWrites = 64;

function partsOf(writes: readonly Write[]): readonly (readonly Write[])[] {
	return Array.from({ length: Math.ceil(writes.length / partWrites) }, (_, at) =>
		writes.slice(at * partWrites, (at + 1) * partWrites),
	);
}
