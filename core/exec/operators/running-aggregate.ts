/**
 * Interfaces of aggregates at run time: prepared once a plan, started once a run, one instance per group.
 */
import type { Value, Row } from "../../types/value.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import type { CooperativeTask } from "../spill/cooperative-task.ts";
import type { Execution } from "../execution.ts";

/** What of one row goes into one aggregate. */
export interface Operands {
	readonly values: Row;
	/** Keys of its ORDER BY. */
	readonly keys: Row | undefined;
}

/** One aggregate made ready. */
export interface ReadyAggregate {
	read(row: Row, execution: Execution): Operands;
	/** For the groups of one table; `allowance`: what they all may keep. */
	start(execution: Execution, allowance: Allowance): StartedAggregate;
	readonly slot: number;
}

/** One aggregate of all groups of a table. */
export interface StartedAggregate {
	create(group: Value): RunningAggregate;
	/** After the last row: what groups could not take as it came. `of` finds a group's aggregate. */
	settle(of: (group: Value) => RunningAggregate): CooperativeTask;
}

/** One aggregate of one group. */
export interface RunningAggregate {
	add(operands: Operands): void;
	result(): Value;
}
