/**
 * Change of a transaction: its writes, settled or not, and the read set that its commit relies on.
 *
 * Made at the first write or dependency: most transactions only read.
 */
import { runInSlices, runToEnd } from "../../async/cooperative-task.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { FastBatch, Unwritten } from "../fast-store.ts";
import { batchOf, plainlyGathered } from "./batch.ts";
import { ReadSet } from "./read-set.ts";
import { UnsettledWrites } from "./unsettled-writes.ts";
import { WriteSet } from "./write-set.ts";

/** A larger write set is prepared for its commit in slices. */
export const largeBytes = 1 << 20;

export class Change {
	readonly own = new WriteSet();
	/** Writes not yet merged into the write set. */
	readonly unsettled = new UnsettledWrites();
	readonly relied = new ReadSet();

	/** Nothing is written, or all of it was rolled back. */
	get isEmpty(): boolean {
		return this.own.writes.size === 0 && this.unsettled.isEmpty;
	}

	/** Estimated memory of the writes. */
	get bytes(): number {
		return this.own.bytes + this.unsettled.bytes;
	}

	/** The batch to be committed; many writes are gathered in slices. `since`: the first state that was read. */
	batch(empty: Unwritten | undefined, since: number): MaybePromise<FastBatch> {
		const { own, unsettled, relied } = this;
		const { appended, pending } = unsettled.parts;
		const bytes = this.bytes > largeBytes ? this.bytes : undefined;
		const gathered = { own, appended, pending, relied, empty, since, bytes };
		return bytes !== undefined
			? runInSlices(batchOf(gathered))
			: (plainlyGathered(gathered) ?? runToEnd(batchOf(gathered)));
	}

	/** Returns memory to the pool, after a rollback. */
	giveBack(): void {
		this.unsettled.giveBack();
		this.relied.giveBack();
	}
}
