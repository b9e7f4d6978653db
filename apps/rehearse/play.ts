/**
 * Plays a workload at one stop: every statement in its session, in the order of the source.
 *
 * What an outcome means is the judge's to say, who may have a statement let through under former rules.
 */
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { Guests } from "./guest.ts";
import { type Outcome, pending } from "./outcome.ts";
import type { OutcomeColumn } from "./outcome-shelf.ts";
import { type KeptStage, Stage, type StageConditions } from "./stage.ts";
import { startProgram } from "./program-start.ts";
import type { Stop, StopRules } from "./stop.ts";
import { type Moment, momentOf, tryAgain } from "./trial.ts";
import { type Turn, Turns } from "./turns.ts";

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

export class StopPlay {
	readonly #stage: Stage;
	readonly #guests: Guests;
	readonly #statements: Series<WorkloadStatement>;
	readonly #judge: Judge;
	readonly #conditions: StageConditions;
	readonly #outcomes: OutcomeColumn;
	readonly #turns = new Turns((at) => this.#begin(at));

	private constructor(
		stage: Stage,
		statements: Series<WorkloadStatement>,
		outcomes: OutcomeColumn,
		judge: Judge,
		conditions: StageConditions,
	) {
		this.#stage = stage;
		this.#guests = new Guests([stage], conditions);
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
				await play.#turns.take(at, (statements.at(at) as WorkloadStatement).session);
				if (at % 64 === 0) {
					watch?.(at);
					// Signals and timers are heard between statements.
					await new Promise((resolve) => setImmediate(resolve));
				}
			}
			for (const at of play.#turns.waiting) {
				outcomes.set(at, judge.keep(at, pending));
			}
			return outcomes;
		} finally {
			await play.#guests.end();
			await stage.end();
			await stage.kernel.close();
		}
	}

	async #begin(at: number): Promise<Turn | undefined> {
		const statement = this.#statements.at(at) as WorkloadStatement;
		const { session: name } = statement;
		if (statement.role === "schema" || statement.notJudged !== undefined) {
			return undefined;
		}
		const stage = this.#stage;
		if (statement.quits === true) {
			await stage.quit(name);
			return undefined;
		}
		const staged = await stage.session(name);
		const moment = this.#judge.needsMoments ? await momentOf(stage, staged, this.#conditions) : undefined;
		if (moment !== undefined) {
			const tried = () => tryAgain(moment, statement, { rules: stage.rules });
			await startProgram(stage, [stage], statement, async () => (await tried()).error !== undefined);
		}
		const settle = (met: Outcome, hasWaited: boolean) => this.#settle(at, met, hasWaited, moment);
		return { stage, outcome: await stage.run(statement), settle };
	}

	async #settle(at: number, met: Outcome, hasWaited: boolean, moment: Moment | undefined): Promise<void> {
		const statement = this.#statements.at(at) as WorkloadStatement;
		const number = this.#judge.keep(at, met);
		this.#outcomes.set(at, number);
		const former = await this.#judge.judge(at, number, moment);
		if (former !== undefined) {
			const met = hasWaited || moment === undefined ? undefined : [moment.state];
			await this.#guests.letThrough(this.#stage, statement, former, met);
		}
		await this.#stage.endProgram(statement.session);
		moment?.state.state.data.release();
	}
}
