/**
 * Lower bound of the bulk path by a secondary index: 64 rows, as the planner or the plan's last run has counted.
 *
 * Full table scans and primary key ranges have no lower bound: they do not lose with ten rows either.
 *
 * Why: by a secondary index the bulk path allocates key lists and runs of bytes for every statement, which few rows do
 * not pay for. The decision is made before anything is read, so no row is searched twice.
 *
 * Measured on a 2-core VM, 2026-11: CPU time of the general path / the bulk path.
 *
 *     rows                                            10     20     50    100    300    500   1,000
 *     UPDATE by index, first 30 runs of a process    0.93   1.15   1.09   1.25   1.43
 *     UPDATE by index, warm                          1.06          1.13   1.04   1.02   1.12   1.14
 *     DELETE by index, first 30 runs of a process    0.84   0.87   0.97   1.11
 *     UPDATE by primary key range, warm              1.03          1.24   1.46   1.56   1.82   2.34
 *     DELETE by primary key range, first 30 runs     1.08          1.11
 */
import { usesFastPath } from "../../async/fast-path.ts";

/**
 * `leastRows`: below it the general path runs; tests set it to 0, or to infinity to switch the bulk path off. From
 * `manyRows` rows on, index entries are written as bytes, too.
 */
export const bulk = { leastRows: usesFastPath("bulk") ? 64 : Number.POSITIVE_INFINITY, manyRows: 512 };

export class ExpectedRows {
	/** Undefined: no lower bound. */
	#rows: number | undefined;

	/** `estimate`: by the planner; undefined where it makes none. */
	constructor(estimate: number | undefined) {
		this.#rows = estimate;
	}

	get isBulk(): boolean {
		return (this.#rows ?? Number.MAX_VALUE) >= bulk.leastRows;
	}

	/** Called with the rows of each run, by either path. */
	note(rows: number): void {
		if (this.#rows !== undefined) {
			this.#rows = rows;
		}
	}
}
