/**
 * Hook id-allocation: how many AUTO_INCREMENT ids a server reserves at a time.
 *
 * Reserved ids that are unused when the server stops are lost.
 */
import { type AnswerKinds, wholeNumber } from "./answer.ts";
import { Hook } from "./hook.ts";

/** Questions about AUTO_INCREMENT ids. */
export class IdAllocation extends Hook {
	static readonly hook: string = "id-allocation";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		batch: wholeNumber(1),
	};

	/** @returns the size of a reservation; 1: none, the next id follows the greatest stored one */
	batch(): number {
		return 1;
	}
}
