/**
 * Aggregates with ORDER BY (GROUP_CONCAT): sorts the rows of all groups together and accumulates them at the end.
 */
import { unitsInTurn, work } from "../../async/work-meter.ts";
import type { Operands, RunningAggregate, StartedAggregate } from "./running-aggregate.ts";
import type { Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { RowOrder } from "../spill/merge.ts";
import { Sorter } from "../spill/sorter.ts";
import { runToEnd, type CooperativeTask } from "../../async/cooperative-task.ts";

const stepRows = 1024;

export class OrderedAggregates implements StartedAggregate {
	readonly #inner: StartedAggregate;
	/** Rows are group and values. */
	readonly #sorter: Sorter;

	constructor(inner: StartedAggregate, order: RowOrder, execution: Execution) {
		this.#inner = inner;
		this.#sorter = new Sorter(order, execution);
	}

	create(group: Value): RunningAggregate {
		return new OrderedAggregate(this.#inner.create(group), group, this.#sorter);
	}

	*settle(of: (group: Value) => RunningAggregate): CooperativeTask {
		const sorted = this.#sorter.sorted();
		for (let next = sorted.next(), count = 1; next !== null; next = sorted.next(), count++) {
			const [group = null, ...values] = next.row;
			(of(group) as OrderedAggregate).inner.add({ values, keys: next.keys });
			if (count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
		this.#sorter.close();
	}
}

class OrderedAggregate implements RunningAggregate {
	readonly inner: RunningAggregate;
	readonly #group: Value;
	readonly #sorter: Sorter;

	constructor(inner: RunningAggregate, group: Value, sorter: Sorter) {
		this.inner = inner;
		this.#group = group;
		this.#sorter = sorter;
	}

	add({ keys = [], values }: Operands): void {
		if (this.#sorter.add(keys, [this.#group, ...values])) {
			runToEnd(this.#sorter.relieving());
		}
	}

	result(): Value {
		return this.inner.result();
	}
}
