/**
 * How much is done: sizes and times of a run.
 *
 * In: nothing. Out: the three sizes. The full one is the one whose figures count.
 */
export interface Plan {
	readonly title: "full" | "quick" | "tiny";
	readonly rounds: number;
	/** How long one sample takes at least. */
	readonly windowMs: number;
	/**
	 * How long a cell runs unmeasured before its first round at least, and at most while it still gets cheaper
	 * (`warm.ts`).
	 */
	readonly warmMs: number;
	readonly warmLimitMs: number;
	/** Rows of each of the two sysbench tables. */
	readonly sbtestRows: number;
	readonly orderRows: number;
	readonly customerRows: number;
	readonly fetchRows: number;
	readonly loadRows: number;
	/** Tables that the cells of data definition make, change and drop in a round. */
	readonly emptyTables: number;
	/** Rows that one UPDATE or DELETE by index changes, and how many of them follow each other in a round. */
	readonly markRows: number;
	readonly marks: number;
}

export const plans: Readonly<Record<"full" | "quick" | "tiny", Plan>> = {
	full: {
		title: "full",
		rounds: 7,
		windowMs: 1500,
		warmMs: 4000,
		warmLimitMs: 25_000,
		sbtestRows: 50_000,
		orderRows: 1_000_000,
		customerRows: 10_000,
		fetchRows: 200_000,
		loadRows: 1_000_000,
		emptyTables: 100,
		markRows: 5000,
		marks: 6,
	},
	quick: {
		title: "quick",
		rounds: 3,
		windowMs: 300,
		warmMs: 400,
		warmLimitMs: 1200,
		sbtestRows: 10_000,
		orderRows: 100_000,
		customerRows: 1000,
		fetchRows: 20_000,
		loadRows: 50_000,
		emptyTables: 20,
		markRows: 2000,
		marks: 2,
	},
	tiny: {
		title: "tiny",
		rounds: 1,
		windowMs: 20,
		warmMs: 0,
		warmLimitMs: 0,
		sbtestRows: 300,
		orderRows: 2000,
		customerRows: 50,
		fetchRows: 500,
		loadRows: 1000,
		emptyTables: 2,
		markRows: 50,
		marks: 2,
	},
};
