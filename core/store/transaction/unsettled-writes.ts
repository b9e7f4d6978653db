/**
 * Writes of a transaction that were neither looked up nor sorted yet; settled by the first read, or by the commit.
 *
 * They are runs of new entries (`appended.ts`) and changes of entries that were read (`pending-writes.ts`).
 */
import { Appended } from "./appended.ts";
import type { WriteSet, ReadSetOptions } from "./write-set.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key } from "../contract.ts";

export class UnsettledWrites {
	#appended: Appended | undefined;
	#pending: PendingWrites | undefined;
	/** Some may already be in the write set, and are still here. */
	#isSettling = false;

	get isEmpty(): boolean {
		return (this.#appended?.isEmpty ?? true) && this.#pending?.isDone !== true;
	}

	/** Estimated bytes. */
	get bytes(): number {
		return (this.#appended?.bytes ?? 0) + (this.#pending?.bytes ?? 0);
	}

	/** New entries. */
	get appended(): Appended {
		this.#appended ??= new Appended();
		return this.#appended;
	}

	/** All parts, for the commit. */
	get parts(): { readonly appended: Appended | undefined; readonly pending: PendingWrites | undefined } {
		return { appended: this.#appended, pending: this.#pending };
	}

	/** Begins the changes of a statement. */
	prepare(): PendingWrites {
		this.#pending = new PendingWrites();
		return this.#pending;
	}

	/** One of the new keys in a range. */
	firstWithin(from: Key, to: Key): Key | undefined {
		return this.#appended?.firstWithin(from, to);
	}

	drop(): void {
		this.#appended = undefined;
		this.#pending = undefined;
	}

	/** Returns the memory to the pool; the writes are dropped or done. */
	giveBack(): void {
		if (!this.#isSettling) {
			this.#pending?.runs.forEach((run) => run.giveBack());
		}
		this.drop();
	}

	/** Moves all of it into the write set and the read set. Nothing may be read before the last step. */
	*settling(own: WriteSet, relying: ReadSetOptions): CooperativeTask<void> {
		this.#isSettling = true;
		if (this.#appended !== undefined) {
			// Other transactions may look for its keys here until they are in the write set.
			yield* this.#appended.settling(own, relying);
			this.#appended = undefined;
		}
		if (this.#pending?.isDone === true) {
			yield* this.#pending.settling(own, relying);
			this.#pending = undefined;
		}
		this.#isSettling = false;
	}
}
