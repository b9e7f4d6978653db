/**
 * A server that has nothing to do plays the statements that it will be asked, so that V8 has compiled them when they
 * come.
 *
 * In: the rule book in force, the server's log. Out: nothing but compiled code. It begins a while after the start,
 * works for some milliseconds and rests for as long, and stands back where others use the process: what they used of
 * it while this rested is what Node says of its event loop. A failure ends it, and is a line of the log.
 *
 * Measured, CPU time of a statement on a memory disk, machine busy, without and with: the first 200 UPDATEs of a row
 * by its key 411 and 248 us, the next 300 326 and 152; the first 200 INSERTs 544 and 200, the next 300 305 and 191;
 * connect, SELECT 1, quit 1160 and
 * 570. It costs, once, 2.5 s of CPU time on a machine so busy, and 18 MiB of memory. README.md says why the same
 *   can't be had by compiling ahead.
 */
import type { RuleBook } from "../../core/rules/book.ts";
import type { ServerLog } from "../server/log.ts";
import type { PracticeDatabase } from "./practice-database.ts";

interface WarmUpStatements {
	/** Who is gone by then needs no rehearsal. */
	readonly beginsAfterMs: number;
	/**
	 * How many rounds each act has, on a stage of its own. The first is short: what happens only when all is torn down
	 * was seen before V8 compiles, and does not undo at the end what it compiled.
	 */
	readonly acts: readonly number[];
}

const usual: WarmUpStatements = { beginsAfterMs: 2000, acts: [8, 60] };

const worksForMs = 4;
const restsForMs = 4;
/** A client that waits for its disk, or thinks, is given so much time to come again. */
const standsBackForMs = 50;
/** Nobody else has done anything in a rest that was not idle for longer; waking up takes some of it. */
const quietMs = 0.5;

export class WarmUp {
	/** Resolves at its end, whatever ended it. */
	readonly played: Promise<void>;
	#isOver = false;
	#wake: () => void = () => {};
	#worksSince = 0;

	constructor(book: RuleBook, release: string, log: ServerLog, playbill = usual) {
		this.played = this.#play(book, release, playbill).catch((failure) =>
			log.info({ err: failure }, "the rehearsal ended early"),
		);
	}

	/** Ends it where it is; resolves when nothing is left of it. */
	async close(): Promise<void> {
		this.#isOver = true;
		this.#wake();
		await this.played;
	}

	async #play(book: RuleBook, release: string, { beginsAfterMs, acts }: WarmUpStatements): Promise<void> {
		await this.#rest(beginsAfterMs);
		for (const rounds of acts) {
			if (this.#isOver) {
				return;
			}
			const { openPracticeDatabase } = await import("./practice-database.ts");
			const stage = await openPracticeDatabase(book, release);
			try {
				await this.#playAct(stage, rounds);
			} finally {
				await stage.close();
			}
		}
	}

	async #playAct(stage: PracticeDatabase, rounds: number): Promise<void> {
		const { playPracticeStatements } = await import("./practice-statements.ts");
		for await (const _statement of playPracticeStatements(stage, rounds)) {
			if (performance.now() - this.#worksSince > worksForMs) {
				await this.#giveWay();
				this.#worksSince = performance.now();
			}
			if (this.#isOver) {
				return;
			}
		}
	}

	async #giveWay(): Promise<void> {
		for (let pauseMs = restsForMs; !this.#isOver; pauseMs = standsBackForMs) {
			const before = performance.eventLoopUtilization();
			await this.#rest(pauseMs);
			if (performance.eventLoopUtilization(before).active < quietMs) {
				return;
			}
		}
	}

	#rest(durationMs: number): Promise<void> {
		return new Promise((resolve) => {
			this.#wake = resolve;
			setTimeout(resolve, durationMs).unref();
		});
	}
}
