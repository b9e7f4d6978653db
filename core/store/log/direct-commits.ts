/**
 * Commits and snapshots of the file alone, as long as nobody commits to the log.
 *
 * In: batches. Out: their commits, each on the condition that the claim is still as it was seen; snapshots, once another's log
 * is given up or, if its owner died, written into the file. Who may only read lays what a dead owner left over the file
 * instead. It refuses to commit to a log.
 */
import { logClaimKey, writersKey } from "../keys.ts";
import type { LmdbEngine } from "../lmdb.ts";
import type { Batch, Commit, Condition, Snapshot } from "../store.ts";
import { decodeWriters, encodeClaim, encodeWriters, isRunningOwner, type LogClaim, type LogOwner, makeOwner } from "./claim.ts";
import { awaitOwner, claimIn, leftWrites } from "./foreign-log.ts";
import type { LogFile } from "./log-file.ts";
import { OverlaidSnapshot } from "./overlaid-snapshot.ts";
import { Overlay } from "./overlay.ts";

export class DirectCommits {
	readonly owner = makeOwner();
	readonly #below: LmdbEngine;
	readonly #file: LogFile;
	readonly #readOnly: boolean;
	#claim: LogClaim = { epoch: 0 };
	#seen: Uint8Array | undefined;
	/** The state of the file in which nobody had a log. */
	#lookedAt = -1;
	#isAttached = false;
	/** What a dead owner left, if we may only read. */
	#left: Overlay | undefined;

	constructor(below: LmdbEngine, file: LogFile, readOnly: boolean) {
		this.#below = below;
		this.#file = file;
		this.#readOnly = readOnly;
	}

	/** Nobody's, as far as anybody has looked. */
	get claim(): LogClaim {
		return this.#claim;
	}

	/** That the claim is still the one seen. */
	get condition(): Condition {
		return { key: logClaimKey, seen: this.#seen };
	}

	/** The claim was ours, and now it is this. */
	take(claim: LogClaim): void {
		this.#claim = claim;
		this.#seen = encodeClaim(claim);
	}

	snapshot(): Snapshot {
		const base = this.#below.snapshot();
		if (base.transactionId === this.#lookedAt) {
			return this.#left === undefined ? base : new OverlaidSnapshot(base, this.#left.state(), base.transactionId + 0.5);
		}
		const { claim, bytes } = claimIn(base);
		if (claim.owner === undefined) {
			this.#claim = claim;
			this.#seen = bytes;
			this.#left = undefined;
			this.#lookedAt = base.transactionId;
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
	 * Before the first commit: from now on nobody else claims a log, so that the thread never has to wait for one while another
	 * thread of ours holds the file's lock for a commit.
	 */
	#attach(): void {
		for (let isDone = false; !isDone; ) {
			const { others, condition } = this.writers();
			const writes = [{ key: writersKey, value: encodeWriters([...others, this.owner]) }];
			isDone = this.#below.commitNow({ writes, conditions: [condition] }).done;
		}
		this.#isAttached = true;
		this.snapshot().release();
	}

	/** Others that run and have written, and that this is what is said of them. */
	writers(): { readonly others: readonly LogOwner[]; readonly condition: Condition } {
		const base = this.#below.snapshot();
		const seen = base.get(writersKey) as Uint8Array | undefined;
		base.release();
		const others = decodeWriters(seen).filter((each) => each.instance !== this.owner.instance && isRunningOwner(each));
		return { others, condition: { key: writersKey, seen } };
	}

	/** Before the store is closed: others may claim a log. */
	detach(): void {
		if (this.#isAttached) {
			const { others, condition } = this.writers();
			this.#below.commitNow({ writes: [{ key: writersKey, value: others.length === 0 ? null : encodeWriters(others) }], conditions: [condition] });
		}
	}

	/** A conflict about the claim: it is ours by now, and who commits to the log must take the batch. */
	async commit(batch: Batch): Promise<Commit> {
		if (!this.#isAttached) {
			this.#attach();
		}
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
		const { owner } = claimIn(base).claim;
		base.release();
		return owner?.instance === this.owner.instance;
	}

	/** The owner died. Somebody else may be faster in putting its log into the file. */
	#takeOver(claim: LogClaim, bytes: Uint8Array | undefined): void {
		const writes = leftWrites(claim, this.#file);
		if (this.#readOnly) {
			const base = this.#below.snapshot();
			this.#left = new Overlay();
			this.#left.put(writes);
			this.#lookedAt = base.transactionId;
			base.release();
			return;
		}
		const free = encodeClaim({ epoch: claim.epoch + 2 });
		this.#below.commitNow({ writes: [{ key: logClaimKey, value: free }, ...writes], conditions: [{ key: logClaimKey, seen: bytes }] });
	}
}
