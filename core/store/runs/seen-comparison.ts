/**
 * Validation of a change run: compares found values with the values read, and counts how many are equal before the
 * first that differs.
 */
import type { ValueTaker } from "../page/value-taker.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";

export class SeenComparison implements ValueTaker {
	/** Number of equal values. */
	count = 0;
	readonly #run: ChangeRun;

	constructor(run: ChangeRun) {
		this.#run = run;
	}

	take(at: number, held: Uint8Array, start: number, end: number): boolean {
		const { bytes, seenStarts, seenEnds } = this.#run;
		const isSame = at === this.count && compareBytes(held, start, end, bytes, seenStarts[at]!, seenEnds[at]!) === 0;
		this.count += isSame ? 1 : 0;
		return isSame;
	}
}
