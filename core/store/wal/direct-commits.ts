/**
 * Commits and snapshots of LMDB's file alone, while no process holds the log lease.
 *
 * Each commit has the condition that the lease is as it was seen. A log whose owner died is first written into the
 * file; a reader without write access merges what the dead owner left instead.
 */
import { equalBytes } from "../encoding/equal-bytes.ts";
import { logClaimKey, writersKey } from "../encoding/keys.ts";
import type { LmdbEngine } from "../lmdb/lmdb.ts";
import type { Commit, Condition } from "../contract.ts";
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

/** A process that ended stays in the list. */
const lookAgainMs = 1000;

interface Attachment {
	readonly before: Uint8Array | undefined;
	readonly after: Uint8Array;
	/** The first state in which we are in it. */
	readonly firstState: number;
}

export class DirectCommits {
	readonly owner = makeOwner();
	readonly #below: LmdbEngine;
	readonly #file: LogFile;
	readonly #readOnly: boolean;
	#claim: LogLease = { epoch: 0 };
	#seen: Uint8Array | undefined;
	/** The state of the file in which nobody had a log. */
	#lookedAt = -1;
	/** Since the first commit: the list of those who have written as it was before, and with us in it. */
	#attached: Attachment | undefined;
	/** What a dead owner left, if we may only read. */
	#left: Memtable | undefined;
	/**
	 * The list of those who have written, as the newest state has it, and whether somebody else in it runs, as far as
	 * was looked.
	 */
	#listed: Uint8Array | undefined;
	#hasOthers = false;
	#lookedForMs = 0;

	constructor(below: LmdbEngine, file: LogFile, readOnly: boolean) {
		this.#below = below;
		this.#file = file;
		this.#readOnly = readOnly;
	}

	/** Nobody's, as far as anybody has looked. */
	get claim(): LogLease {
		return this.#claim;
	}

	/** Somebody else who runs has written and has the store open. */
	get hasOthers(): boolean {
		const now = Date.now();
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

	/** That the claim is still the one seen. */
	get condition(): Condition {
		return { key: logClaimKey, seen: this.#seen };
	}

	/** The claim was ours, and now it is this. */
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
			// Our claim is on disk and we are about to be told: nothing is in the log yet.
			return base;
		}
		base.release();
		if (!awaitOwner(claim.owner, () => this.#below.snapshot())) {
			this.#takeOver(claim, bytes);
		}
		return this.snapshot();
	}

	/**
	 * Before the first commit: from now on nobody else claims a log, so that the thread never has to wait for one while
	 * another thread of ours holds the file's lock for a commit.
	 */
	#attach(): Attachment {
		for (;;) {
			const { others, condition } = this.writers();
			const after = encodeWriters([...others, this.owner]);
			const commit = this.#below.commitNow({ writes: [{ key: writersKey, value: after }], conditions: [condition] });
			if (commit.done) {
				this.snapshot().release();
				return { before: condition.seen, after, firstState: commit.transactionId };
			}
		}
	}

	/**
	 * A batch as it is to be committed now: what began before our first commit may rely on the list that we were not in
	 * yet.
	 */
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

	/** Others that run and have written, and that this is what is said of them. */
	writers(): { readonly others: readonly LogOwner[]; readonly condition: Condition } {
		const base = this.#below.snapshot();
		const seen = base.get(writersKey) as Uint8Array | undefined;
		base.release();
		return { others: this.#othersIn(seen), condition: { key: writersKey, seen } };
	}

	/** Before the store is closed: others may claim a log. */
	detach(): void {
		if (this.#attached !== undefined) {
			const { others, condition } = this.writers();
			this.#below.commitNow({
				writes: [{ key: writersKey, value: others.length === 0 ? null : encodeWriters(others) }],
				conditions: [condition],
			});
		}
	}

	/** A conflict about the claim: it is ours by now, and who commits to the log must take the batch. */
	async commit(given: FastBatch): Promise<Commit> {
		this.#attached ??= this.#attach();
		const batch = this.relisted(given);
		for (;;) {
			// Many are copied as memory, not one by one.
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

	/** The owner died. Somebody else may be faster in putting its log into the file. */
	#takeOver(claim: LogLease, bytes: Uint8Array | undefined): void {
		const writes = leftWrites(claim, this.#file);
		if (this.#readOnly) {
			const base = this.#below.snapshot();
			this.#left = new Memtable();
			this.#left.put(writes);
			this.#lookedAt = base.transactionId;
			base.release();
			return;
		}
		const free = encodeLease({ epoch: claim.epoch + 2 });
		this.#below.commitNow({
			writes: [{ key: logClaimKey, value: free }, ...writes],
			conditions: [{ key: logClaimKey, seen: bytes }],
		});
	}
}
