/**
 * Plays a workload at one stop: every statement in its session, in the order of the source.
 *
 * A session that waits for another's lock is left waiting; its later statements queue behind. What the outcome means
 * is the judge's to say, who may have a statement let through under former rules.
 */
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { Guests } from "./guest.ts";
import { type Outcome, pending } from "./outcome.ts";
import type { OutcomeColumn } from "./outcome-shelf.ts";
import { type KeptStage, Stage, type StageConditions } from "./stage.ts";
import type { Stop, StopRules } from "./stop.ts";
import { type Moment, momentOf } from "./trial.ts";

export interface Judge {
	/** Whether the statements' moments are needed. */
	readonly needsMoments: boolean;
	/** Keeps the outcome, and says its number on the shelf. */
	keep(at: number, outcome: Outcome): number;
	/**
	 * @param number - of the outcome
	 * @param moment - what the statement met; absent where moments are not needed
	 * @returns the rules under which the statement is to be let through
	 */
	judge(at: number, number: number, moment: Moment | undefined): Promise<StopRules | undefined>;
}

interface Waiting {
	readonly at: number;
	readonly moment: Moment | undefined;
	readonly outcome: Promise<Outcome>;
	readonly queue: number[];
	readonly runner: Stage;
}

export class StopPlay {
	readonly #stage: Stage;
	readonly #guests: Guests;
	readonly #statements: Series<WorkloadStatement>;
	readonly #judge: Judge;
	readonly #conditions: StageConditions;
	readonly #outcomes: OutcomeColumn;
	/** By session. */
	readonly #waiting = new Map<string, Waiting>();

	private constructor(
		stage: Stage,
		statements: Series<WorkloadStatement>,
		outcomes: OutcomeColumn,
		judge: Judge,
		conditions: StageConditions,
	) {
		this.#stage = stage;
		this.#guests = new Guests(stage, conditions);
		this.#statements = statements;
		this.#outcomes = outcomes;
		this.#judge = judge;
		this.#conditions = conditions;
	}

	/** `watch` is called now and then with how many statements are done. `signal`: the rest is left out. */
	static async play(
		base: KeptStage,
		stop: Stop,
		statements: Series<WorkloadStatement>,
		outcomes: OutcomeColumn,
		judge: Judge,
		conditions: StageConditions,
		{ watch, signal }: { readonly watch?: (done: number) => void; readonly signal?: AbortSignal | undefined } = {},
	): Promise<OutcomeColumn> {
		const stage = await Stage.fork(base, stop.rules, conditions);
		const play = new StopPlay(stage, statements, outcomes, judge, conditions);
		try {
			for (let at = 0; at < statements.length && signal?.aborted !== true; at++) {
				await play.#take(at);
				await play.#wake();
				if (at % 64 === 0) {
					watch?.(at);
					// Signals and timers are heard between statements.
					await new Promise((resolve) => setImmediate(resolve));
				}
			}
			for (const { at } of play.#waiting.values()) {
				outcomes.set(at, judge.keep(at, pending));
			}
			return outcomes;
		} finally {
			await play.#guests.end();
			await stage.end();
			await stage.kernel.close();
		}
	}

	async #take(at: number): Promise<void> {
		const statement = this.#statements.at(at) as WorkloadStatement;
		const { session: name } = statement;
		if (statement.role === "schema" || statement.notJudged !== undefined) {
			return;
		}
		const waiting = this.#waiting.get(name);
		if (waiting !== undefined) {
			waiting.queue.push(at);
			return;
		}
		if (statement.quits === true) {
			await this.#guests.quit(name);
			await this.#stage.quit(name);
			return;
		}
		const runner = this.#guests.runnerOf(name);
		const staged = await runner.session(name);
		const moment = this.#judge.needsMoments ? await momentOf(this.#stage, staged, this.#conditions) : undefined;
		const ran = await runner.run(statement);
		if ("waits" in ran) {
			this.#waiting.set(name, { at, moment, outcome: ran.waits, queue: [], runner });
		} else {
			await this.#settle(at, ran, moment);
		}
	}

	async #settle(at: number, met: Outcome, moment: Moment | undefined): Promise<void> {
		const statement = this.#statements.at(at) as WorkloadStatement;
		const number = this.#judge.keep(at, met);
		this.#outcomes.set(at, number);
		const former = await this.#judge.judge(at, number, moment);
		if (former !== undefined) {
			await this.#guests.letThrough(statement, former, this.#waiting.size > 0, moment);
		} else {
			await this.#guests.settle(statement);
		}
		moment?.state.state.data.release();
	}

	/** Goes on with sessions whose wait is over, in the order in which they began to wait. */
	async #wake(): Promise<void> {
		for (let progressed = this.#waiting.size > 0; progressed; ) {
			progressed = false;
			for (const [name, { at, moment, outcome, queue, runner }] of [...this.#waiting]) {
				const { session } = await runner.session(name);
				if (session.isWaiting) {
					continue;
				}
				await this.#settle(at, await outcome, moment);
				this.#waiting.delete(name);
				for (const next of queue) {
					await this.#take(next);
				}
				progressed = true;
			}
		}
	}
}
