/**
 * Last result of preparing an argument, such as a compiled pattern: most statements give the same one for every row.
 *
 * A plan holds it as long as a cache keeps the plan, whose weight does not tell of it: forty plans of LIKE with
 * patterns of 1 MB held 650 MB. So what was made of a long argument goes with the statement's evaluation.
 */
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Value } from "../../types/value/value.ts";

/** In bytes, of an argument for which the plan keeps what was made. */
export const longestKept = 1024;

function isLong(argument: Value): boolean {
	return typeof argument === "string" && argument.length > longestKept;
}

interface Made<Result> {
	readonly argument: Value;
	/** A second argument that the result depends on. */
	readonly other: Value;
	readonly result: Result;
}

export class LastMade<Result> {
	#kept: Made<Result> | undefined;
	#ofLong: WeakMap<Evaluation, Made<Result>> | undefined;

	/** Takes what was made of an argument while the statement was planned; of a long one it is made again. */
	begin(argument: Value, result: Result): void {
		if (!isLong(argument)) {
			this.#kept = { argument, other: null, result };
		}
	}

	/** `other`: a second argument that the result depends on. */
	of(argument: Value, other: Value, evaluation: Evaluation, make: () => Result): Result {
		const goesWithEvaluation = isLong(argument);
		const made = goesWithEvaluation ? this.#ofLong?.get(evaluation) : this.#kept;
		if (made !== undefined && made.argument === argument && made.other === other) {
			return made.result;
		}
		const next = { argument, other, result: make() };
		if (goesWithEvaluation) {
			this.#ofLong ??= new WeakMap();
			this.#ofLong.set(evaluation, next);
		} else {
			this.#kept = next;
		}
		return next.result;
	}
}
