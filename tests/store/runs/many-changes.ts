/**
 * Batches of every size from a seed, and a model of the contents after each.
 *
 * The same seed makes the same batches, so that another process may commit them.
 */
import { Random } from "../../../bench/random.ts";
import { ChangeRun, reliedOn, removed } from "../../../core/store/page/change-run.ts";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import { indexPrefix } from "../../../core/store/encoding/keys.ts";
import type { Key, Write } from "../../../core/store/contract.ts";
import type { FastBatch } from "../../../core/store/fast-store.ts";

const spaces = [indexPrefix(7, 0), indexPrefix(7, 1)];
const numbers = 9000;

export type Held = Map<Key, Uint8Array>;

function keyOf(space: number, number: number): Key {
	return `${spaces[space]!}\xc2${String.fromCharCode(number >> 8, number & 255)}`;
}

export class ManyChanges {
	readonly held: Held = new Map();
	readonly #random: Random;

	constructor(seed: number) {
		this.#random = new Random(seed);
	}

	/** `held` is as it will be after it. */
	next(): FastBatch {
		const random = this.#random;
		const kind = random.between(0, 9);
		if (this.held.size < 500 || kind < 3) {
			return this.#appended();
		}
		if (kind < 7) {
			return this.#changed(random.between(0, 1));
		}
		return kind === 7 ? this.#written(random.between(200, 2500)) : this.#written(random.between(1, 6));
	}

	/** Keys that do not exist, never or not any more. */
	#appended(): FastBatch {
		const runs = spaces.map((_, space) => {
			const from = this.#random.between(0, numbers - 3000);
			const run = new EntryRun(this.#random.between(0, 1) === 0);
			for (let number = from; number < from + 3000; number += this.#random.between(1, 3)) {
				const key = keyOf(space, number);
				if (!this.held.has(key)) {
					const value = this.#value(space);
					run.append(key, value);
					this.held.set(key, value);
				}
			}
			return run;
		});
		return { writes: [], conditions: [], runs: runs.filter(({ count }) => count > 0) };
	}

	/** Every nth of the existing keys. */
	#changed(space: number): FastBatch {
		const random = this.#random;
		const run = new ChangeRun(true);
		const [step, removes, isAlike] = [random.between(1, 4), random.between(0, 3), random.between(0, 1) === 0];
		const from = random.between(0, numbers / 2);
		for (const key of [...this.held.keys()]
			.filter((each) => each >= keyOf(space, from) && each.startsWith(spaces[space]!))
			.sort()
			.filter((_, at) => at % step === 0)) {
			const seen = this.held.get(key)!;
			run.keys.addKey(key);
			const isRemoved = random.between(0, 3) < removes;
			run.add(isRemoved ? removed : reliedOn, seen, 0, seen.length);
			if (isRemoved) {
				this.held.delete(key);
			} else if (random.between(0, 9) > 0) {
				const value = isAlike ? seen.map((byte) => byte + 1) : this.#value(space);
				run.write(run.count - 1, run.copy(value, 0, value.length));
				this.held.set(key, value);
			}
		}
		return run.count === 0 ? this.#written(3) : { writes: [], conditions: [], changes: [run] };
	}

	#written(count: number): FastBatch {
		const writes = new Map<Key, Write>();
		for (let at = 0; at < count; at++) {
			const space = this.#random.between(0, 1);
			const key = keyOf(space, this.#random.between(0, numbers));
			const value = this.#random.between(0, 3) === 0 ? null : this.#value(space);
			writes.set(key, { key, value });
			if (value === null) {
				this.held.delete(key);
			} else {
				this.held.set(key, value);
			}
		}
		return { writes: [...writes.values()].sort((one, other) => (one.key < other.key ? -1 : 1)), conditions: [] };
	}

	#value(space: number): Uint8Array {
		return new Uint8Array(space === 1 ? 0 : this.#random.between(0, 90)).fill(this.#random.between(0, 255));
	}
}
