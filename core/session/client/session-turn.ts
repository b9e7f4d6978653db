/**
 * Turn of a session among others: after a long statement, and between the statements of one text, others are served.
 */
import { runningMs } from "../../async/clock.ts";
import { sliceMs, yieldToEventLoop } from "../../async/event-loop-yield.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import type { SessionProcess } from "../status/process-entry.ts";

/** Others may have waited for as long. */
export const longStatementMs = 8;

export class SessionTurn {
	readonly #process: SessionProcess;
	/** Of a text of several statements: when others are served before the next; 0: it has begun. */
	endMs = 0;

	constructor(process: SessionProcess) {
		this.#process = process;
	}

	/**
	 * After a long statement: others' commands that arrived while it ran come before this client's next. Throws 1317 for
	 * a KILL meanwhile.
	 */
	async giveWay(): Promise<void> {
		const process = this.#process;
		// A KILL of an earlier statement does not end this one.
		const { killed } = process;
		process.lastMs = 0;
		await process.wait(yieldToEventLoop());
		if (process.killed !== killed) {
			process.throwIfKilled();
		}
	}

	/** Before the next statement of a text. */
	next(serveOthers: () => Promise<void> = () => this.#process.wait(yieldToEventLoop())): MaybePromise<void> {
		const isOver = this.endMs !== 0 && runningMs() > this.endMs;
		return after(isOver ? serveOthers() : undefined, () => {
			if (isOver || this.endMs === 0) {
				this.endMs = runningMs() + sliceMs;
			}
		});
	}
}
