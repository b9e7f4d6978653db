/**
 * New entries of a statement, in runs: one run for each key space.
 *
 * The caller guarantees that the keys are neither in the snapshot nor in the write set.
 */
import { EntryRun } from "../page/entry-run.ts";
import { blockSpace } from "../encoding/keys.ts";
import type { WriteSet, ReadSetOptions } from "./write-set.ts";
import { isWrittenOver, keyWithin, settlingRun } from "../runs/run-cursor.ts";
import { orderingRun } from "../runs/run-order.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Key } from "../contract.ts";

export class Appended {
	readonly #new = new Map<Key, EntryRun>();
	readonly #blind = new Map<Key, EntryRun>();

	/** The run of a key space, given by its prefix. `isNew`: as `EntryRun.isNew`. */
	run(space: Key, isNew: boolean): EntryRun {
		const runs = isNew ? this.#new : this.#blind;
		let run = runs.get(space);
		if (run === undefined) {
			run = new EntryRun(isNew);
			runs.set(space, run);
		}
		return run;
	}

	/** The same run, sorted. With two entries of one key it is not marked as ascending. */
	*order(space: Key, isNew: boolean): CooperativeTask<EntryRun> {
		const run = yield* orderingRun(this.run(space, isNew));
		(isNew ? this.#new : this.#blind).set(space, run);
		return run;
	}

	append(key: Key, value: Uint8Array, isNew: boolean): void {
		this.run(key.slice(0, blockSpace(key)), isNew).append(key, value);
	}

	/** The runs that are not empty. */
	runs(): EntryRun[] {
		return [...this.#new.values(), ...this.#blind.values()].filter(({ count }) => count > 0);
	}

	/** Moves all entries into the write set, and new keys into the read set. */
	*settling(own: WriteSet, relying: ReadSetOptions): CooperativeTask<void> {
		for (const run of this.runs()) {
			yield* settling(run, own, relying);
		}
	}

	/** Returns the sorted runs without keys of the write set; the others are moved into it. */
	*runsApart(own: WriteSet, relying: ReadSetOptions): CooperativeTask<readonly EntryRun[]> {
		const runs: EntryRun[] = [];
		for (const run of this.runs()) {
			runs.push(yield* orderingRun(run));
		}
		const apart = runs.filter((run) => !isWrittenOver(run, own.writes));
		for (const run of runs) {
			if (!apart.includes(run)) {
				yield* settling(run, own, relying);
			}
		}
		return apart;
	}

	/** One of its keys in a range, found linearly in an unsorted run. A single key is looked for in new runs only. */
	firstWithin(from: Key, to: Key): Key | undefined {
		for (const run of this.runs()) {
			const isPoint = to.length === from.length + 1;
			const found = run.isNew || !isPoint ? keyWithin(run, from, to) : undefined;
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}

	get isEmpty(): boolean {
		return this.runs().length === 0;
	}

	get bytes(): number {
		let bytes = 0;
		for (const runs of [this.#new, this.#blind]) {
			runs.forEach((run) => {
				bytes += run.bytes;
			});
		}
		return bytes;
	}
}

function settling(run: EntryRun, own: WriteSet, relying: ReadSetOptions): CooperativeTask<void> {
	return settlingRun(run, {
		set(key, value) {
			own.set(key, value);
			if (run.isNew) {
				relying.relyOn(key, undefined);
			}
		},
	});
}
