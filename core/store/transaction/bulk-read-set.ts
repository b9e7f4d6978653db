/**
 * Bulk read set: many keys in ascending order with the values that were read, as bytes side by side.
 *
 * INSERT ... SELECT adds each row read to the read set: an object, a string and a map entry for each were 35 MB of
 * 100,000 rows, which the garbage collector copied twice. Keys in no order are objects (`read-set.ts`).
 */
import { ChangeRun, reliedOn } from "../page/change-run.ts";
import type { Key } from "../contract.ts";
import { firstAfter } from "../memtable/tree-node.ts";

/** Ascending sequences of keys that are followed at a time. */
const mostChains = 4;

interface Chain {
	/** Each after the one before. */
	readonly runs: ChangeRun[];
	/** The first key of each run. */
	readonly firstKeys: Key[];
	last: Key;
}

export class BulkReadSet {
	readonly #chains: Chain[] = [];

	get all(): readonly ChangeRun[] {
		return this.#chains.flatMap(({ runs }) => runs);
	}

	/** The value read; undefined: the key is not in the set. */
	find(key: Key): Uint8Array | undefined {
		for (const { runs, firstKeys, last } of this.#chains) {
			const run = key <= last ? runs[firstAfter(firstKeys, key) - 1] : undefined;
			const at = run?.keys.firstNotBefore(key) ?? 0;
			if (run !== undefined && at < run.count && run.keys.compare(at, key) === 0) {
				return run.seen(at);
			}
		}
		return undefined;
	}

	/** Adds a key that is not in the set. False: it continues no ascending sequence. */
	add(key: Key, seen: Uint8Array): boolean {
		const chain = this.#chainBefore(key);
		if (chain === undefined) {
			return false;
		}
		let run = chain.runs[chain.runs.length - 1];
		if (run === undefined || run.isFull) {
			run = new ChangeRun(true);
			chain.runs.push(run);
			chain.firstKeys.push(key);
		}
		run.keys.addKey(key);
		run.add(reliedOn, seen, 0, seen.length);
		chain.last = key;
		return true;
	}

	/** The sequence that ends nearest before the key, or a new one. */
	#chainBefore(key: Key): Chain | undefined {
		let nearest: Chain | undefined;
		for (const chain of this.#chains) {
			if (chain.last < key && (nearest === undefined || nearest.last < chain.last)) {
				nearest = chain;
			}
		}
		if (nearest === undefined && this.#chains.length < mostChains) {
			nearest = { runs: [], firstKeys: [], last: "" };
			this.#chains.push(nearest);
		}
		return nearest;
	}
}
