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
	/** Keys that another condition guards: a few, */
	readonly blind = new WriteList();
	/**
	 * and many, as bytes: by the beginning that keys of a space share, in any order. An object for each would be copied
	 * twice by whoever collects garbage.
	 */
	readonly #blindRuns = new Map<Key, EntryRun>();
	/** Entries that stay where they are: changed, removed, or only relied on. */
	readonly runs: ChangeRun[] = [];

	#isComplete = false;

	/** From now on they are the transaction's. */
	finish(): void {
		this.#isComplete = true;
	}

	/** They are the transaction's, and there are some. */
	get isDone(): boolean {
		return this.#isComplete && this.blind.length + this.runs.length + this.#blindRuns.size > 0;
	}

	/** About what all of them take. */
	get bytes(): number {
		const blindBytes = [...this.#blindRuns.values()].reduce((sum, run) => sum + run.bytes, this.blind.bytes);
		return this.runs.reduce((sum, run) => sum + run.takenBytes, blindBytes);
	}

	/** Where many keys of a space go that another condition guards. */
	blindRun(space: Key): EntryRun {
		let run = this.#blindRuns.get(space);
		if (run === undefined) {
			run = new EntryRun(false);
			this.#blindRuns.set(space, run);
		}
		return run;
	}

	/** The same as changes, in the order of their keys. */
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

	/** Runs that can be written as they are: each in order, and behind the one before of its kind; and the others. */
	parted(): { readonly ordered: readonly ChangeRun[]; readonly others: readonly ChangeRun[] } {
		const kinds = [this.runs.filter(({ relies }) => relies), this.runs.filter(({ relies }) => !relies)];
		return { ordered: kinds.filter(areOrdered).flat(), others: kinds.filter((runs) => !areOrdered(runs)).flat() };
	}

	/** All of it becomes writes like others, with their conditions. */
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
