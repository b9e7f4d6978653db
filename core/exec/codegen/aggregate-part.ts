/**
 * Run-time state of aggregates: one entry per group in typed arrays that grow with the groups.
 */
import type { Part } from "./fused-run.ts";
import type { ReadyAggregate, RunningAggregate, StartedAggregate } from "../operators/running-aggregate.ts";
import type { Totals } from "../../functions/definition/function.ts";
import { canonical, type Integer, type Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

export interface ResultPart extends Part {
	/** Processes deferred values after the last row. */
	settle?(): CooperativeTask;
	result(group: number): Value;
}

function grown(array: Float64Array, groups: number): Float64Array<ArrayBuffer> {
	const wider = new Float64Array(groups);
	wider.set(array);
	return wider;
}

export class CountPart implements ResultPart {
	counts = new Float64Array(0);

	get bytes(): number {
		return this.counts.byteLength;
	}

	grow(groups: number): void {
		this.counts = grown(this.counts, groups);
	}

	result(group: number): Value {
		return this.counts[group]!;
	}
}

type SumTotals = Extract<Totals, { kind: "exact" | "float" }>;

export class SumPart implements ResultPart {
	sums = new Float64Array(0);
	counts = new Float64Array(0);
	readonly #totals: SumTotals;
	/** Sums beyond the exact range of doubles. */
	readonly #carried = new Map<number, bigint>();

	constructor(totals: SumTotals) {
		this.#totals = totals;
	}

	get bytes(): number {
		return this.sums.byteLength + this.counts.byteLength;
	}

	grow(groups: number): void {
		this.sums = grown(this.sums, groups);
		this.counts = grown(this.counts, groups);
	}

	/** Moves the double, and a value that would make it inexact, into the bigint. */
	carry(group: number, value: Integer): void {
		const carried = this.#carried.get(group) ?? 0n;
		this.#carried.set(group, carried + BigInt(this.sums[group]!) + BigInt(value));
		this.sums[group] = 0;
	}

	result(group: number): Value {
		const count = this.counts[group]!;
		if (count === 0) {
			return null;
		}
		const sum = this.sums[group]!;
		if (this.#totals.kind === "float") {
			return this.#totals.finish(sum, count);
		}
		const carried = this.#carried.get(group);
		return this.#totals.finish(carried === undefined ? sum : canonical(carried + BigInt(sum)), count);
	}
}

export class ExtremePart implements ResultPart {
	readonly best: Value[] = [];

	grow(groups: number): void {
		while (this.best.length < groups) {
			this.best.push(null);
		}
	}

	result(group: number): Value {
		return this.best[group]!;
	}
}

/** The general operator's accumulators, an object per group. */
export class RunningPart implements ResultPart {
	readonly running: RunningAggregate[] = [];
	readonly #started: StartedAggregate;

	constructor(ready: ReadyAggregate, execution: Execution) {
		this.#started = ready.start(execution, execution.scratch.allowance());
	}

	begin(group: number): void {
		this.running[group] = this.#started.create(group);
	}

	settle(): CooperativeTask {
		return this.#started.settle((group) => this.running[group as number]!);
	}

	result(group: number): Value {
		return this.running[group]!.result();
	}
}
