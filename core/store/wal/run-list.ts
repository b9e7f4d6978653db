/**
 * List of disjoint runs of entries that commits have inserted or changed; immutable, each made of the one before.
 *
 * A run that shares keys with others is merged into those first (`runs/run-overlay.ts`); the rest is added beside
 * them.
 *
 * Runs of one space that follow each other, as the rows of a load do, are one run of all their pieces. Others, as
 * index entries are, stay apart until a read of their range: then many small ones are merged.
 */
import type { EntryRun } from "../page/entry-run.ts";
import { blockSpace } from "../encoding/keys.ts";
import { findInRun, reachesInto } from "../runs/run-cursor.ts";
import { layOver } from "../runs/run-overlay.ts";
import { chainedRuns, followsRun, joinedRuns } from "../runs/run-order.ts";
import type { Key } from "../contract.ts";

/** Runs above this number are merged before a range of them is scanned. */
const maximumWalked = 4;
const muchLarger = 2;

interface SpaceRuns {
	readonly space: Key;
	readonly runs: readonly EntryRun[];
}

export class RunList {
	#spaces: readonly SpaceRuns[];

	constructor(spaces: readonly SpaceRuns[] = []) {
		this.#spaces = spaces;
	}

	get isEmpty(): boolean {
		return this.#spaces.length === 0;
	}

	/** Returns a copy with one more run. */
	with(run: EntryRun): RunList {
		const { firstKey } = run;
		const space = firstKey.slice(0, blockSpace(firstKey));
		const found = this.#spaces.find((each) => each.space === space);
		if (found === undefined) {
			return new RunList([...this.#spaces, { space, runs: [run] }]);
		}
		const before = found.runs.findLast((each) => followsRun(each, run));
		const runs =
			before === undefined
				? [...found.runs, run]
				: found.runs.map((each) => (each === before ? chainedRuns([before, run], false) : each));
		return new RunList(this.#spaces.map((each) => (each === found ? { space, runs } : each)));
	}

	/** Merges a newer run into the list's runs, and returns what is left of it. `dropsRemoved`: as in `layOver`. */
	laidOver(upper: EntryRun, dropsRemoved: boolean): { readonly list: RunList; readonly left: EntryRun | undefined } {
		const [from, to] = [upper.firstKey, `${upper.lastKey}\0`];
		if (this.#spaces.length === 0 || this.reaching(from, to).length === 0) {
			return { list: this, left: upper };
		}
		let left: EntryRun | undefined = upper;
		const lay = (beneath: EntryRun): readonly EntryRun[] => {
			if (left === undefined || !reachesInto(beneath, from, to)) {
				return [beneath];
			}
			const laid = layOver(beneath, left, dropsRemoved);
			left = laid.left;
			return laid.beneath === undefined ? [] : [laid.beneath];
		};
		const spaces = this.#spaces.map(({ space, runs }) => ({
			space,
			runs: upper.firstKey.startsWith(space) ? runs.flatMap(lay) : runs,
		}));
		return { list: new RunList(spaces.filter(({ runs }) => runs.length > 0)), left };
	}

	/** Null: the key was removed. */
	get(key: Key): Uint8Array | null | undefined {
		for (const { space, runs } of this.#spaces) {
			if (key.startsWith(space)) {
				for (const run of runs) {
					const found = findInRun(run, key);
					if (found !== undefined) {
						return found;
					}
				}
			}
		}
		return undefined;
	}

	/** A few runs that together hold all entries of a range, and others. */
	reaching(from: Key, to: Key): readonly EntryRun[] {
		const found: EntryRun[] = [];
		for (const { space, runs } of this.#spaces) {
			if (runs.filter((run) => reachesInto(run, from, to)).length > maximumWalked) {
				this.#join(space);
			}
		}
		for (const { runs } of this.#spaces) {
			found.push(...runs.filter((run) => reachesInto(run, from, to)));
		}
		return found;
	}

	/** All entries as one sorted run for each key space. */
	all(): readonly EntryRun[] {
		return this.#spaces.map(({ runs }) => (runs.length === 1 ? runs[0]! : joinedRuns(runs, false)));
	}

	/** Merges runs; the contents stay the same. */
	#join(space: Key): void {
		this.#spaces = this.#spaces.map((each) => (each.space === space ? { space, runs: joinedTiers(each.runs) } : each));
	}
}

/**
 * Merges small runs. A run about as large as all smaller ones together is merged with them, a much larger one is not
 * (tiered compaction): an entry is copied a few times, however many runs come.
 */
function joinedTiers(runs: readonly EntryRun[]): readonly EntryRun[] {
	const bySize = [...runs].sort((one, other) => one.count - other.count);
	let joined = 1;
	for (let { count } = bySize[0]!; joined < bySize.length; joined++) {
		const next = bySize[joined]!;
		if (bySize.length - joined < maximumWalked && next.count > muchLarger * count) {
			break;
		}
		count += next.count;
	}
	return [...bySize.slice(joined), joinedRuns(bySize.slice(0, joined), false)];
}
