/**
 * Deferred writes of one statement: neither looked up nor sorted before the commit, or before a read settles them.
 */
import { changesOf } from "../runs/change-entries.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { EntryRun } from "../page/entry-run.ts";
import type { WriteSet, ReadSetOptions } from "./write-set.ts";
import { settledInStep, settlingRun } from "../runs/run-cursor.ts";
import { orderingRun } from "../runs/run-order.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key } from "../contract.ts";
import { WriteList } from "./write-list.ts";

export class PendingWrites {
	/** Blind writes (keys covered by another condition): a few, */
	readonly blind = new WriteList();
	/**
	 * and many, as bytes: by prefix of their key space, in any order. An object for each would be copied twice by the
	 * garbage collector.
	 */
	readonly #blindRuns = new Map<Key, EntryRun>();
	/** Entries changed, removed or only read. */
	readonly runs: ChangeRun[] = [];

	#isComplete = false;

	/** Marks them as part of the transaction. */
	finish(): void {
		this.#isComplete = true;
	}

	/** They are part of the transaction, and not empty. */
	get isDone(): boolean {
		return this.#isComplete && this.blind.length + this.runs.length + this.#blindRuns.size > 0;
	}

	/** Estimated bytes. */
	get bytes(): number {
		const blindBytes = [...this.#blindRuns.values()].reduce((sum, run) => sum + run.bytes, this.blind.bytes);
		return this.runs.reduce((sum, run) => sum + run.takenBytes, blindBytes);
	}

	/** Run for many blind writes of one key space. */
	blindRun(space: Key): EntryRun {
		let run = this.#blindRuns.get(space);
		if (run === undefined) {
			run = new EntryRun(false);
			this.#blindRuns.set(space, run);
		}
		return run;
	}

	/** The same as changes, sorted by key. */
	*blindChanges(): CooperativeTask<readonly ChangeRun[]> {
		const changes: ChangeRun[] = [];
		for (const run of this.#filledRuns()) {
			for (const part of changesOf(yield* orderingRun(run))) {
				changes.push(part);
				yield;
			}
		}
		return changes;
	}

	#filledRuns(): readonly EntryRun[] {
		return [...this.#blindRuns.values()].filter(({ count }) => count > 0);
	}

	/** Splits the runs into those that are sorted and after the one before of their kind, and the others. */
	parted(): { readonly ordered: readonly ChangeRun[]; readonly others: readonly ChangeRun[] } {
		const kinds = [this.runs.filter(({ relies }) => relies), this.runs.filter(({ relies }) => !relies)];
		return { ordered: kinds.filter(areOrdered).flat(), others: kinds.filter((runs) => !areOrdered(runs)).flat() };
	}

	/** Moves all of them into the write set and the read set. */
	*settling(own: WriteSet, relying: ReadSetOptions): CooperativeTask<void> {
		for (const { key, value } of this.blind.writes) {
			own.set(key, value);
		}
		for (const run of this.#filledRuns()) {
			yield* settlingRun(run, own);
		}
		for (const run of this.runs) {
			for (let from = 0; from < run.count; from += settledInStep) {
				const to = Math.min(run.count, from + settledInStep);
				run.writes(from, to).forEach(({ key, value }) => own.set(key, value));
				run.conditions(from, to).forEach(({ key, seen }) => relying.relyOn(key, seen));
				yield;
			}
		}
	}
}

function areOrdered(runs: readonly ChangeRun[]): boolean {
	return runs.every((run, at) => run.keys.isAscending && (at === 0 || run.follows(runs[at - 1]!)));
}
