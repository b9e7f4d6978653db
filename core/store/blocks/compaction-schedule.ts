/**
 * Schedules compaction: short steps while the store is idle, each a commit of its own.
 *
 * A key space is compacted once enough standalone entries were written into it, at least a quarter as many as the
 * last compaction left, so that compaction costs each written entry a bounded share. A step takes 2 ms and its sync.
 * While others commit no step runs, unless very many entries wait. A step refused because the disk is full is retried
 * later; after one that failed nothing is written.
 */
import { clearTimeout, setTimeout } from "../../async/timers.ts";
import { runningMs } from "../../async/clock.ts";
import { BlockCompaction } from "./block-compaction.ts";
import type { BlockWriter } from "./block-writer.ts";
import type { StoredTree } from "./entry-tree.ts";
import { afterPrefix } from "../encoding/keys.ts";
import type { Key } from "../contract.ts";

/** Waits while others commit, between two steps, and after a refused step. */
interface CompactionWaits {
	readonly tickMs: number;
	readonly pauseMs: number;
	readonly refusedMs: number;
}

const usualWaits: CompactionWaits = { tickMs: 250, pauseMs: 10, refusedMs: 2000 };
const stepMs = 2;
const minimumLone = 256;
const leftPart = 4;
/** From this many standalone entries on, compaction runs even while others commit. */
const urgentLone = 50_000;

/** Runs compaction steps. */
interface CompactionRunner {
	/** The store accepts no more writes. */
	readonly isBroken: boolean;
	/** Runs an action in a write transaction; resolves when it is on disk. */
	work(action: (state: StoredTree) => void): Promise<void>;
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
	/** Standalone entries that the last compaction of a space left. */
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

	/** Called after each commit. */
	notice(): void {
		this.#commits++;
		if (this.#timer === null && !this.#isStopped && this.#wanted(1) !== undefined) {
			this.#commits = 0;
			this.#timer = setTimeout(() => this.#tick(), this.#waits.tickMs);
			this.#timer.unref();
		}
	}

	/** Compacts all spaces with standalone entries, however few. */
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

	/** Returns a space into which at least `part` of the threshold was written. */
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

	/** The step itself counts as one commit. */
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
		// A concurrent step of the same space may have ended before, and the next space may have begun.
		if (folding.next === null && this.#folding === folding) {
			this.#left.set(folding.beginning, fold.looked - fold.packed);
			this.#folding = null;
		}
	}
}
