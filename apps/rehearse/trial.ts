/**
 * Trials: one statement again on the state that it met, under other rules, in other words or after other statements.
 */
import type { ByteString } from "../../core/index.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { Guests } from "./guest.ts";
import type { Outcome } from "./outcome.ts";
import { type KeptStage, Stage, type StageConditions, type StagedSession, type TransactionStep } from "./stage.ts";
import type { StopRules } from "./stop.ts";

/** A moment of a play, as a statement met it: the data, and what its session had set and begun. */
export interface Moment {
	readonly state: KeptStage;
	readonly setup: readonly ByteString[];
	readonly transaction: readonly TransactionStep[];
	readonly conditions: StageConditions;
}

/** Changes of a trial. */
export interface TrialChange {
	readonly rules: StopRules;
	/** Statements before it in its session. */
	readonly before?: readonly ByteString[];
	/** In place of its text. */
	readonly text?: ByteString;
	/** A statement behind it, whose outcome is asked for. */
	readonly after?: ByteString;
}

export async function momentOf(stage: Stage, staged: StagedSession, conditions: StageConditions): Promise<Moment> {
	return {
		state: await stage.keep(),
		setup: [...staged.setup.values()],
		transaction: [...staged.transaction],
		conditions,
	};
}

/** Tries a statement; the outcome is that of a statement before it, where one of these fails. */
export async function tryAgain(moment: Moment, statement: WorkloadStatement, change: TrialChange): Promise<Outcome> {
	const stage = await Stage.fork(moment.state, change.rules, moment.conditions);
	const { session, values } = statement;
	const run = (text: ByteString): Promise<Outcome> => stage.runAlone({ session, text });
	const guests = new Guests([stage], moment.conditions);
	try {
		for (const text of moment.setup) {
			await run(text);
		}
		for (const text of change.before ?? []) {
			const outcome = await run(text);
			if (outcome.kind === "error") {
				return outcome;
			}
		}
		for (const { text, under } of moment.transaction) {
			const isDone = under === undefined && (await run(text)).kind !== "error";
			if (!isDone) {
				await guests.run(stage, { session, text }, under ?? moment.state.rules);
			}
		}
		const { text = statement.text } = change;
		const outcome = await stage.runAlone(values === undefined ? { session, text } : { session, text, values });
		return change.after === undefined ? outcome : await run(change.after);
	} finally {
		await guests.end();
		await stage.end();
		await stage.kernel.close();
	}
}
