/**
 * Turns of sessions: statements begin in the order of the source, one at a time. A session that waits for another's
 * lock is left waiting, as it was when the workload was recorded; its later statements queue behind.
 */
import type { Outcome } from "./outcome.ts";
import type { Stage } from "./stage.ts";

/** A statement that has begun. */
export interface Turn {
	readonly outcome: Outcome | { readonly waits: Promise<Outcome> };
	/** Which runs it. */
	readonly stage: Stage;
	/** @param hasWaited - others ran meanwhile */
	settle(outcome: Outcome, hasWaited: boolean): Promise<void>;
}

interface Waiting {
	readonly at: number;
	readonly outcome: Promise<Outcome>;
	readonly turn: Turn;
	readonly queue: number[];
}

export class Turns {
	readonly #begin: (at: number) => Promise<Turn | undefined>;
	/** By session. */
	readonly #waiting = new Map<string, Waiting>();

	/** `begin`: a statement of the source by its place; undefined where there is nothing to run. */
	constructor(begin: (at: number) => Promise<Turn | undefined>) {
		this.#begin = begin;
	}

	/** Places of statements that wait. */
	get waiting(): readonly number[] {
		return [...this.#waiting.values()].map(({ at }) => at);
	}

	/** The next statement, and those whose wait it ends, in the order in which they began to wait. */
	async take(at: number, session: string): Promise<void> {
		await this.#take(at, session);
		await this.#wake();
	}

	async #take(at: number, session: string): Promise<void> {
		const waiting = this.#waiting.get(session);
		if (waiting !== undefined) {
			waiting.queue.push(at);
			return;
		}
		const turn = await this.#begin(at);
		if (turn === undefined) {
			return;
		}
		const { outcome } = turn;
		if ("waits" in outcome) {
			this.#waiting.set(session, { at, outcome: outcome.waits, turn, queue: [] });
		} else {
			await turn.settle(outcome, false);
		}
	}

	async #wake(): Promise<void> {
		for (let progressed = this.#waiting.size > 0; progressed; ) {
			progressed = false;
			for (const [name, { outcome, turn, queue }] of [...this.#waiting]) {
				if ((await turn.stage.session(name)).session.isWaiting) {
					continue;
				}
				await turn.settle(await outcome, true);
				this.#waiting.delete(name);
				for (const next of queue) {
					await this.#take(next, name);
				}
				progressed = true;
			}
		}
	}
}
