/**
 * id-allocation: how many AUTO_INCREMENT ids a server sets aside at a time.
 *
 * In: nothing. Out: a number. Ids of a batch that the server did not use before it stopped are never used.
 */
import { type AnswerKinds, wholeNumber } from "./answer.ts";
import { Hook } from "./hook.ts";

export class IdAllocation extends Hook {
	static readonly hook: string = "id-allocation";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		batch: wholeNumber(1),
	};

	/** 1: none are set aside; the next id follows the greatest there is. */
	batch(): number {
		return 1;
	}
}
