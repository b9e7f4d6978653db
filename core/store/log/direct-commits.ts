/**
 * Commits and snapshots of the file alone, as long as nobody commits to the log.
 *
 * In: batches. Out: their commits, each on the condition that the claim is still as it was seen; snapshots, once another's log
 * is given up or, if its owner died, written into the file. Who may only read lays what a dead owner left over the file
 * instead. It refuses to commit to a log.
 */
import { logClaimKey } from "../keys.ts";
import type { LmdbEngine } from "../lmdb.ts";
import type { Batch, Commit, Condition, Snapshot } from "../store.ts";
import { encodeClaim, type LogClaim } from "./claim.ts";
import { awaitOwner, claimIn, leftWrites } from "./foreign-log.ts";
import type { LogFile } from "./log-file.ts";
import { OverlaidSnapshot } from "./overlaid-snapshot.ts";
import { Overlay } from "./overlay.ts";

export class DirectCommits {
	readonly #below: LmdbEngine;
	readonly #file: LogFile;
	readonly #readOnly: boolean;
	#claim: LogClaim = { epoch: 0 };
	#seen: Uint8Array | undefined;
	/** The state of the file in which nobody had a log. */
	#lookedAt = -1;
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
		base.release();
		if (!awaitOwner(claim.owner, () => this.#below.snapshot())) {
			this.#takeOver(claim, bytes);
		}
		return this.snapshot();
	}

	async commit(batch: Batch): Promise<Commit> {
		for (;;) {
			const commit = await this.#below.commit({ ...batch, conditions: [this.condition, ...batch.conditions] });
			if (commit.done || commit.conflict !== logClaimKey) {
				return commit;
			}
			this.snapshot().release();
		}
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
