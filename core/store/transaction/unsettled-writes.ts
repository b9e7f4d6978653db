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
	/** Some of them may be writes like others by now, which lie where they lay. */
	#isSettling = false;

	get isEmpty(): boolean {
		return (this.#appended?.isEmpty ?? true) && this.#pending?.isDone !== true;
	}

	/** About what all of them take. */
	get bytes(): number {
		return (this.#appended?.bytes ?? 0) + (this.#pending?.bytes ?? 0);
	}

	/** Entries of new keys. */
	get appended(): Appended {
		this.#appended ??= new Appended();
		return this.#appended;
	}

	/** What there is, for the commit. */
	get parts(): { readonly appended: Appended | undefined; readonly pending: PendingWrites | undefined } {
		return { appended: this.#appended, pending: this.#pending };
	}

	/** Changes that a statement is about to make. */
	prepare(): PendingWrites {
		this.#pending = new PendingWrites();
		return this.#pending;
	}

	/** One of the keys in a range that were appended. */
	firstWithin(from: Key, to: Key): Key | undefined {
		return this.#appended?.firstWithin(from, to);
	}

	drop(): void {
		this.#appended = undefined;
		this.#pending = undefined;
	}

	/** Nothing becomes of it, ever: its memory is used again. */
	giveBack(): void {
		if (!this.#isSettling) {
			this.#pending?.runs.forEach((run) => run.giveBack());
		}
		this.drop();
	}

	/** All of it becomes writes like others, which rely on what was there. Nothing may be read before the last step. */
	*settling(own: WriteSet, relying: ReadSetOptions): CooperativeTask<void> {
		this.#isSettling = true;
		if (this.#appended !== undefined) {
			// Others may ask for its keys until they are among the own writes.
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
