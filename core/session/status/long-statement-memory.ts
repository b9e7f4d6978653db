/**
 * Memory of a long statement: of its syntax tree and its plan while they are made and until it ends.
 *
 * All long statements share a part of the server's memory: a text of 15 MB of comparisons makes 1.5 GB, which ended a
 * process under a limit of 2 GB, as some of 4 MB at once did. Error 1041 where there is none left, and where V8's heap
 * is full while a plan is made: what views of views make of a short text no estimate tells.
 */
import { getHeapStatistics } from "node:v8";
import { lastly, type MaybePromise } from "../../async/maybe-promise.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { usualMemoryBytes } from "../../exec/spill/memory-limit.ts";
import { Allowance, type MemoryPool } from "../../exec/spill/memory-pool.ts";

/** Bytes of V8's heap, measured: the most that a token has of a tree, and a part of a plan (`planning-turns.ts`). */
const bytesOfToken = 110;
const bytesOfPart = 600;

/** Of what the process may take: the rest is for others. Whatever `--memory` says, since garbage counts, too. */
const fullHeap = 0.75;

export class LongStatementMemory {
	readonly #pool: MemoryPool;
	#allowance: Allowance | undefined;
	#tokens = 0;
	#planBytes = 0;
	/** A field, since every statement asks when it ends. */
	isTaken = false;

	constructor(pool: MemoryPool) {
		this.#pool = pool;
	}

	/** @param tokens - read so far */
	takeTree(tokens: number): void {
		this.#take((tokens - this.#tokens) * bytesOfToken);
		this.#tokens = tokens;
	}

	/** @param parts - further ones */
	takePlan(parts: number): void {
		if (getHeapStatistics().used_heap_size > usualMemoryBytes(1) * fullHeap) {
			throw sqlError("outOfMemory");
		}
		this.#take(parts * bytesOfPart);
		this.#planBytes += parts * bytesOfPart;
	}

	/** Runs a statement that is planned in it, and gives back what its plan took: a program runs many. */
	planning<T>(run: () => MaybePromise<T>): MaybePromise<T> {
		const before = this.#planBytes;
		return lastly(run, () => {
			this.#allowance?.give(this.#planBytes - before);
			this.#planBytes = before;
		});
	}

	release(): void {
		this.#allowance?.release();
		this.#allowance = undefined;
		this.#tokens = 0;
		this.#planBytes = 0;
		this.isTaken = false;
	}

	#take(bytes: number): void {
		this.isTaken = true;
		this.#allowance ??= new Allowance(this.#pool, this.#pool.limit);
		if (!this.#allowance.take(bytes)) {
			throw sqlError("outOfMemory");
		}
	}
}
