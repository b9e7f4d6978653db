/**
 * When what stands alone is folded into blocks: when the store has nothing else to do.
 *
 * In: told of every commit; where entries were written alone. Out: short steps of folding, each a commit of its own.
 *
 * A space is looked at once enough was written into it, and a quarter as much as the last look left: so folding costs
 * each entry that is written a bounded share. A step takes 2 ms and its sync; while others commit, none is taken,
 * unless much waits. A step that is refused, since the disk is full, is taken again some time later; after one that
 * failed nothing is written.
 */
import { runningMs } from "../../async/clock.ts";
import { BlockCompaction } from "./block-compaction.ts";
import type { BlockWriter } from "./block-writer.ts";
import type { LmdbState } from "../lmdb/lmdb-state.ts";
import { afterPrefix } from "../encoding/keys.ts";
import type { Key } from "../contract.ts";

/** How long it waits while others commit, between two steps, and after a step that was refused. */
interface CompactionWaits {
	readonly tickMs: number;
	readonly pauseMs: number;
	readonly refusedMs: number;
}

const usualWaits: CompactionWaits = { tickMs: 250, pauseMs: 10, refusedMs: 2000 };
const stepMs = 2;
const minimumLone = 256;
const leftPart = 4;
/** So many are folded even while others commit. */
const urgentLone = 50_000;

/** What folds. */
interface CompactionRunner {
	/** Nothing is written any more. */
	readonly isBroken: boolean;
	/** Runs an action in a write transaction; resolves when it is on disk. */
	work(action: (state: LmdbState) => void): Promise<void>;
}

interface FoldingSpace {
	readonly beginning: Key;
	readonly fold: BlockCompaction;
	next: Key | null;
}

export class CompactionSchedule {
	readonly #runner: CompactionRunner;
	readonly #writer: BlockWriter;
	readonly #waits: CompactionWaits;
	/** How many entries the last look at a space left alone. */
	readonly #left = new Map<Key, number>();
	#timer: NodeJS.Timeout | null = null;
	#commits = 0;
	#folding: FoldingSpace | null = null;
	#isStopped = false;

	constructor(writer: BlockWriter, runner: CompactionRunner, waits = usualWaits) {
		this.#writer = writer;
		this.#runner = runner;
		this.#waits = waits;
	}

	/** Somebody has committed. */
	notice(): void {
		this.#commits++;
		if (this.#timer === null && !this.#isStopped && this.#wanted(1) !== undefined) {
			this.#commits = 0;
			this.#timer = setTimeout(() => this.#tick(), this.#waits.tickMs);
			this.#timer.unref();
		}
	}

	/** Folds everything that was written alone, however little. */
	async foldAll(): Promise<void> {
		while (this.#folding !== null) {
			await this.#step();
		}
		for (let space = this.#wanted(0); space !== undefined; space = this.#wanted(0)) {
			this.#folding = this.#begin(space);
			while (this.#folding !== null) {
				await this.#step();
			}
		}
	}

	stop(): void {
		this.#isStopped = true;
		if (this.#timer !== null) {
			clearTimeout(this.#timer);
			this.#timer = null;
		}
	}

	/** A space in which at least a part of what makes it worth looking at was written. */
	#wanted(part: number): Key | undefined {
		for (const { beginning, lone } of this.#writer.spaces.values()) {
			if (lone >= part * (minimumLone + (this.#left.get(beginning) ?? 0) / leftPart)) {
				return beginning;
			}
		}
		return undefined;
	}

	#tick(): void {
		this.#timer = null;
		const isBusy = this.#commits > 0 && this.#wanted(urgentLone / minimumLone) === undefined;
		this.#commits = 0;
		if (isBusy) {
			this.#arm(this.#waits.tickMs);
			return;
		}
		if (this.#folding === null) {
			const space = this.#wanted(1);
			if (space === undefined) {
				return;
			}
			this.#folding = this.#begin(space);
		}
		this.#step().then(
			() => this.#goOn(),
			() => (this.#runner.isBroken ? this.stop() : this.#arm(this.#waits.refusedMs)),
		);
	}

	/** The step was a commit itself. */
	#goOn(): void {
		const isAlone = this.#commits <= 1;
		this.#commits = isAlone ? 0 : this.#commits;
		this.#arm(isAlone ? this.#waits.pauseMs : this.#waits.tickMs);
	}

	#arm(delayMs: number): void {
		if (this.#timer === null && !this.#isStopped && (this.#folding !== null || this.#wanted(1) !== undefined)) {
			this.#timer = setTimeout(() => this.#tick(), delayMs);
			this.#timer.unref();
		}
	}

	#begin(beginning: Key): FoldingSpace {
		this.#writer.spaces.forget(beginning);
		return { beginning, fold: new BlockCompaction(this.#writer, afterPrefix(beginning)), next: beginning };
	}

	async #step(): Promise<void> {
		const folding = this.#folding;
		if (folding === null || folding.next === null) {
			this.#folding = null;
			return;
		}
		const { next, fold } = folding;
		await this.#runner.work((state) => {
			const end = runningMs() + stepMs;
			folding.next = fold.run(next, state, () => runningMs() > end);
		});
		// Another step of the same space may have ended before, and the next space have begun.
		if (folding.next === null && this.#folding === folding) {
			this.#left.set(folding.beginning, fold.looked - fold.packed);
			this.#folding = null;
		}
	}
}
