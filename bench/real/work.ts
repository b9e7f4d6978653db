/**
 * A piece of real work: statements that an application sends once or a few times, and what they may cost.
 *
 * In: nothing. Out: the entries of a log, as `--replay` plays them, with what must be there before.
 */
import type { LogEntry } from "../replay/general-log.ts";

export interface Goal {
	/**
	 * `ratio`: CPU time, verso's by MariaDB's. `ms`, `us`: verso's alone, a statement. `share`: what is left of a rate,
	 * at least.
	 */
	readonly by: "ratio" | "ms" | "us" | "share";
	readonly most: number;
	/** The figure of the first measurement (2026-11-25), as text: some are ranges. */
	readonly before: string;
}

export interface Work {
	/** Its line in the report. */
	readonly name: string;
	readonly goal: Goal | null;
	/** Tables of others that the servers hold at least. */
	readonly others: number;
	/** Every round in a process that has just been started; else the first only, and the median of the later counts. */
	readonly isCold: boolean;
	/** On servers as tests use them: data in memory, no commit waits for a disk. */
	readonly isForTests: boolean;
	/** Played before each round, or before the start of a cold process, and not counted. */
	readonly before: readonly LogEntry[];
	readonly counted: readonly LogEntry[];
	/** Statements a figure in `ms` or `us` is divided by. */
	readonly operations: number;
}

type Choices = Partial<Pick<Work, "others" | "isCold" | "isForTests" | "before" | "operations">>;

/** Work in one connection. */
export function workOf(name: string, goal: Goal | null, statements: readonly string[], choices: Choices = {}): Work {
	return fromLog(name, goal, sessionOf(statements), choices);
}

export function fromLog(name: string, goal: Goal | null, counted: readonly LogEntry[], choices: Choices = {}): Work {
	return {
		name,
		goal,
		others: 1000,
		isCold: false,
		isForTests: false,
		before: [],
		counted,
		operations: counted.filter(({ kind }) => kind === "query").length,
		...choices,
	};
}

/** The database that the bench's own work is done in. */
export const shopDatabase = "verso_bench_shop";

/** Statements as one connection of a log sends them. */
export function sessionOf(statements: readonly string[]): LogEntry[] {
	return [
		{ connection: 1, kind: "connect", text: shopDatabase },
		...statements.map((text): LogEntry => ({ connection: 1, kind: "query", text })),
		{ connection: 1, kind: "quit", text: "" },
	];
}

export function ratio(most: number, before: string): Goal {
	return { by: "ratio", most, before };
}

export function each(by: "ms" | "us", most: number, before: string): Goal {
	return { by, most, before };
}
