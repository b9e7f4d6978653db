/**
 * JIT warm-up: runs typical statements on a temporary database while the server is idle, so that V8 compiles them
 * early.
 *
 * It begins two seconds after the start, works for 4 ms, pauses for 4 ms, and backs off while the event loop was busy
 * during the pause. A failure ends it with a line in the log.
 *
 * Measured (2-core VM, busy, memory disk), CPU time of a statement in microseconds, without and with: the first 200
 * UPDATEs by primary key 411 and 248, the next 300 326 and 152; the first 200 INSERTs 544 and 200, the next 300 305
 * and 191; connect, SELECT 1, quit 1160 and 570. Cost, once: 2.5 s of CPU time on that machine and 18 MiB of memory.
 * README.md says why compiling ahead of time is no substitute.
 */
import type { RuleBook } from "../../core/index.ts";
import type { ServerLog } from "../server/log.ts";
import type { PracticeDatabase } from "./practice-database.ts";

interface WarmUpPlan {
	/** A process that ends before this needs no warm-up. */
	readonly beginsAfterMs: number;
	/**
	 * Rounds of each pass, every pass on a database of its own. The first is short: V8 then has seen the code that runs
	 * at the end of a database before it optimizes, and does not deoptimize there later.
	 */
	readonly passes: readonly number[];
}

const usual: WarmUpPlan = { beginsAfterMs: 2000, passes: [8, 60] };

const workMs = 4;
const pauseMs = 4;
/**
 * Pause after other work was seen: long enough for a client that waits for its disk or computes between statements.
 */
const backOffMs = 50;
/** The event loop counts as idle when it was active for less; waking up takes part of it. */
const idleMs = 0.5;

export class WarmUp {
	/** Resolves when it has ended, for whatever reason. */
	readonly ended: Promise<void>;
	#isOver = false;
	#wake: () => void = () => {};
	#worksSince = 0;

	constructor(book: RuleBook, release: string, log: ServerLog, plan = usual) {
		this.ended = this.#run(book, release, plan).catch((failure) =>
			log.info({ err: failure }, "the warm-up ended early"),
		);
	}

	/** Stops it after the current statement; resolves when its database is removed. */
	async close(): Promise<void> {
		this.#isOver = true;
		this.#wake();
		await this.ended;
	}

	async #run(book: RuleBook, release: string, { beginsAfterMs, passes }: WarmUpPlan): Promise<void> {
		await this.#pause(beginsAfterMs);
		for (const rounds of passes) {
			if (this.#isOver) {
				return;
			}
			const { openPracticeDatabase } = await import("./practice-database.ts");
			const practice = await openPracticeDatabase(book, release);
			try {
				await this.#runPass(practice, rounds);
			} finally {
				await practice.close();
			}
		}
	}

	async #runPass(practice: PracticeDatabase, rounds: number): Promise<void> {
		const { runPracticeStatements } = await import("./practice-statements.ts");
		for await (const _statement of runPracticeStatements(practice, rounds)) {
			if (performance.now() - this.#worksSince > workMs) {
				await this.#yieldToOthers();
				this.#worksSince = performance.now();
			}
			if (this.#isOver) {
				return;
			}
		}
	}

	async #yieldToOthers(): Promise<void> {
		for (let durationMs = pauseMs; !this.#isOver; durationMs = backOffMs) {
			const before = performance.eventLoopUtilization();
			await this.#pause(durationMs);
			if (performance.eventLoopUtilization(before).active < idleMs) {
				return;
			}
		}
	}

	#pause(durationMs: number): Promise<void> {
		return new Promise((resolve) => {
			this.#wake = resolve;
			setTimeout(resolve, durationMs).unref();
		});
	}
}
