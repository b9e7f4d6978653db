/**
 * Interfaces of aggregates at run time: prepared once a plan, started once a run, one instance per group.
 */
import type { Value, Row } from "../../types/value/value.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";
import type { Execution } from "../execution.ts";

/** One row's inputs of one aggregate. */
export interface Operands {
	readonly values: Row;
	/** Sort keys of its ORDER BY. */
	readonly keys: Row | undefined;
}

export interface ReadyAggregate {
	read(row: Row, execution: Execution): Operands;
	/** Starts it for the groups of one table; `allowance`: their common memory budget. */
	start(execution: Execution, allowance: Allowance): StartedAggregate;
	readonly slot: number;
}

/** One aggregate over all groups of a table. */
export interface StartedAggregate {
	create(group: Value): RunningAggregate;
	/** Processes deferred rows after the last one. `of` finds a group's aggregate. */
	settle(of: (group: Value) => RunningAggregate): CooperativeTask;
}

/** One aggregate of one group. */
export interface RunningAggregate {
	add(operands: Operands): void;
	result(): Value;
}
