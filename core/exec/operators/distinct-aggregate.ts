/**
 * DISTINCT aggregates: duplicate elimination per group, in memory or with partitions spilled to disk.
 *
 * Each group has a set of seen keys. When all groups together exceed memory, rows with unknown keys are partitioned
 * and de-duplicated at the end.
 */
import { textBytes } from "../spill/row-bytes.ts";
import { unitsInTurn, work } from "../../async/work-meter.ts";
import type { Operands, RunningAggregate, StartedAggregate } from "./running-aggregate.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { joinedKey } from "./group-key.ts";
import { DistinctRows, keyBytes, placeSorter } from "../spill/distinct-rows.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import { Partitions } from "../spill/partition.ts";
import { SeenKeys } from "../spill/seen-keys.ts";
import type { Sorter } from "../spill/sorter.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

type KeyOf = (values: Row) => Value;

const stepRows = 1024;

export class DistinctAggregates implements StartedAggregate {
	readonly keyOf: KeyOf;
	readonly #inner: StartedAggregate;
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	/** Number of values of an operand. */
	readonly #count: number;
	/** Rows are group, key, values, keys of an ORDER BY, position. */
	#aside: Partitions | undefined;
	#asideCount = 0;

	constructor(
		inner: StartedAggregate,
		keys: readonly ((value: Value) => Value)[],
		execution: Execution,
		allowance: Allowance,
	) {
		this.#inner = inner;
		this.#execution = execution;
		this.#allowance = allowance;
		this.#count = keys.length;
		const [first] = keys;
		this.keyOf =
			keys.length === 1
				? (values) => first!(values[0]!)
				: (values) => joinedKey(keys.map((key, at) => key(values[at]!)));
	}

	/** The memory budget for keys is used up. */
	get isFull(): boolean {
		return this.#aside !== undefined;
	}

	create(group: Value): RunningAggregate {
		return new DistinctAggregate(this.#inner.create(group), group, this);
	}

	kept(key: Value): void {
		if (!this.#allowance.take(keyBytes + textBytes(key))) {
			this.#aside = new Partitions(this.#execution.scratch, 0);
		}
	}

	layAside(group: Value, key: Value, { values, keys = [] }: Operands): void {
		this.#aside?.add(joinedKey([group, key]), [group, key, ...values, ...keys, this.#asideCount++]);
	}

	*settle(of: (group: Value) => RunningAggregate): CooperativeTask {
		const innerOf = (group: Value): RunningAggregate => (of(group) as DistinctAggregate).inner;
		if (this.#aside !== undefined) {
			const sorter = placeSorter(this.#execution);
			yield* this.#tellApart(this.#aside, sorter);
			yield* this.#handOver(sorter, innerOf);
		}
		yield* this.#inner.settle(innerOf);
	}

	*#tellApart(aside: Partitions, sorter: Sorter): CooperativeTask {
		for (const part of aside.parts()) {
			const rows = new DistinctRows(
				([group = null, key = null]) => joinedKey([group, key]),
				this.#execution,
				undefined,
				1,
			);
			yield* rows.take(part, sorter);
			yield* rows.settle(sorter);
		}
		aside.close();
	}

	*#handOver(sorter: Sorter, innerOf: (group: Value) => RunningAggregate): CooperativeTask {
		const sorted = sorter.sorted();
		for (let next = sorted.next(), count = 1; next !== null; next = sorted.next(), count++) {
			const [group = null, , ...rest] = next.row;
			innerOf(group).add({ values: rest.slice(0, this.#count), keys: rest.slice(this.#count) });
			if (count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
		sorter.close();
	}
}

class DistinctAggregate implements RunningAggregate {
	readonly inner: RunningAggregate;
	readonly #group: Value;
	readonly #all: DistinctAggregates;
	readonly #seen = new SeenKeys();

	constructor(inner: RunningAggregate, group: Value, all: DistinctAggregates) {
		this.inner = inner;
		this.#group = group;
		this.#all = all;
	}

	/** No aggregate counts rows with a NULL operand, so they need no duplicate check. */
	add(operands: Operands): void {
		if (operands.values.includes(null)) {
			return;
		}
		const key = this.#all.keyOf(operands.values);
		if (this.#all.isFull) {
			if (!this.#seen.has(key)) {
				this.#all.layAside(this.#group, key, operands);
			}
			return;
		}
		if (this.#seen.add(key)) {
			this.#all.kept(key);
			this.inner.add(operands);
		}
	}

	result(): Value {
		return this.inner.result();
	}
}
