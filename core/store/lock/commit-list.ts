/**
 * Commits under way of transactions that hold no locks: statements of their own that changed a row by its key.
 *
 * In: their writes, in the order of keys. Out: who writes a key, or keys of a range. Such a statement asks for no lock while
 * nobody else holds one; who comes before its commit is durable finds it here and waits. It refuses to refuse.
 */
import type { Key, Write } from "../store.ts";
import { Agent } from "./agent.ts";
import { Holding } from "./holding.ts";

/** Commits wait for nothing but the disk. */
const disk = new Agent(0, () => 0);

export class CommitUnderWay {
	readonly #writes: readonly Write[];
	#holding: Holding | undefined;

	constructor(writes: readonly Write[]) {
		this.#writes = writes;
	}

	/** What somebody waits for, if somebody does. */
	get holding(): Holding | undefined {
		return this.#holding;
	}

	asHolding(): Holding {
		this.#holding ??= new Holding(disk);
		return this.#holding;
	}

	/** The first key it writes from `from` up to `to`. */
	firstWithin(from: Key, to: Key): Key | undefined {
		let [low, high] = [0, this.#writes.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.#writes[middle]!.key < from) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		const found = this.#writes[low]?.key;
		return found !== undefined && found < to ? found : undefined;
	}
}
