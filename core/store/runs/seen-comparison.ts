/**
 * Do entries hold what was seen of them?
 *
 * In: a run of changes, then what is found under its keys, in their order. Out: how many of the first hold what the
 * run says was seen.
 */
import type { ValueTaker } from "../blocks/ascending-lookup.ts";
import type { ChangeRun } from "../page/change-run.ts";
import { compareBytes } from "../encoding/equal-bytes.ts";

export class SeenComparison implements ValueTaker {
	/** So many hold what was seen. */
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
