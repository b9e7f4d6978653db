/**
 * Goal of mending: what the answers to a script should be, and the statements that miss it.
 */
import { type Answer, errorOf } from "../compare/answer.ts";

export interface Goal {
	/** As written: `no-errors`, `same-as=2.1.0`. */
	readonly name: string;
	/** Indexes of the statements whose answers miss it. */
	missedBy(answers: readonly Answer[]): readonly number[];
}

export const noErrors: Goal = {
	name: "no-errors",
	missedBy: (answers) => [...answers.keys()].filter((at) => errorOf(answers[at] as Answer) !== undefined),
};

/** Every answer as another setting gives it. */
export function sameAs(release: string, wanted: readonly Answer[]): Goal {
	return {
		name: `same-as=${release}`,
		missedBy: (answers) => [...answers.keys()].filter((at) => answers[at]?.text !== wanted[at]?.text),
	};
}
