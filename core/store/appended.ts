/**
 * What a statement appends: new entries in runs, one for each space of keys.
 *
 * In: keys that are neither in the snapshot nor among the own writes, as the caller knows; values. Out: runs. It refuses to know
 * what is read: who reads has it settled first.
 */
import { EntryRun } from "./entry-run.ts";
import { blockSpace } from "./keys.ts";
import type { Key } from "./store.ts";

export class Appended {
	readonly #new = new Map<Key, EntryRun>();
	readonly #blind = new Map<Key, EntryRun>();

	/** The run of keys that begin so, as blocks have them together. `isNew`: as `EntryRun.isNew`. */
	run(space: Key, isNew: boolean): EntryRun {
		const runs = isNew ? this.#new : this.#blind;
		let run = runs.get(space);
		if (run === undefined) {
			run = new EntryRun(isNew);
			runs.set(space, run);
		}
		return run;
	}

	append(key: Key, value: Uint8Array, isNew: boolean): void {
		this.run(key.slice(0, blockSpace(key)), isNew).append(key, value);
	}

	/** Those that hold anything. */
	runs(): EntryRun[] {
		return [...this.#new.values(), ...this.#blind.values()].filter(({ count }) => count > 0);
	}

	get bytes(): number {
		return this.runs().reduce((sum, { bytes }) => sum + bytes, 0);
	}
}
