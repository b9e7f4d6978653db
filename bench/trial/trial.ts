/**
 * A trial: work that peers do in turn, and the cells of the table that it fills.
 *
 * In: nothing. Out: the shape of a trial. The runner knows no more of it than this.
 */
import type { Sample } from "../sample.ts";
import type { Station } from "../station.ts";

export interface Cell {
	readonly name: string;
	/** Name that `--only` chooses by. */
	readonly family: string;
	readonly goal: Goal;
	/** Unit of one operation. */
	readonly unit: string;
	/** The figure that is compared first. */
	readonly by: "cpu" | "wall" | "memory";
}

/** Ratios to reach: 1.3 is three tenths better than the other. */
export interface Goal {
	readonly least: number;
	readonly stretch: number;
}

/** Where a round leaves its samples. */
export interface Notes {
	/** Measures work that says how many operations it was. */
	measure(cell: Cell, work: () => Promise<number>): Promise<void>;
	add(cell: Cell, sample: Sample): void;
}

export interface Trial {
	readonly cells: readonly Cell[];
	/** Tables it reads, or changes in a way that the next ones don't mind. */
	readonly tables: readonly TableName[];
	prepare?(station: Station): Promise<void>;
	/** The same questions for every peer; what comes back must be the same, too. */
	answer?(station: Station): Promise<readonly string[]>;
	round(station: Station, windowMs: number, notes: Notes): Promise<void>;
	finish?(station: Station): Promise<void>;
	/** Whether unmeasured rounds go ahead (`warm.ts`). */
	readonly warms?: boolean;
	/** Rounds differ much, and are no longer for being measured longer: so many times as many are played. */
	readonly timesRounds?: number;
}

export type TableName = "sbtest1" | "sbtest2" | "orders" | "customers";

/** Runs `ask` with all rows and counts recorded; their order does not matter. */
export async function recordAnswers(station: Station, ask: () => Promise<unknown>): Promise<string[]> {
	const connection = await station.connection();
	const record: string[] = [];
	connection.record = record;
	try {
		await ask();
	} finally {
		connection.record = null;
	}
	return record.sort();
}
