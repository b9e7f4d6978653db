/**
 * Hash aggregation table: groups by key, with partitions spilled to disk beyond memory.
 *
 * When groups exceed memory, rows of new groups are hash-partitioned to disk and each partition is aggregated at the
 * end: all rows of a group are in the same partition. Groups keep the position of their first row.
 *
 *     spilled row      row | values of keys | operands and keys of each aggregate | position
 */
import { unitsInTurn, work } from "../../async/work-meter.ts";
import type { Operands, ReadyAggregate, RunningAggregate, StartedAggregate } from "./running-aggregate.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import type { Allowance } from "../spill/memory-pool.ts";
import { deepestLevel, Partitions } from "../spill/partition.ts";
import { rowBytes, textBytes } from "../spill/row-bytes.ts";
import type { SpillReader } from "../spill/spill-file.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

const stepRows = 1024;
/** Estimated bytes of a group without its first row, and of each aggregate. */
const groupBytes = 128;
const aggregateBytes = 96;

export interface GroupState {
	readonly row: Row;
	/** Values of the group keys; fewer for a ROLLUP group. */
	readonly values: Row;
	readonly aggregates: readonly RunningAggregate[];
	/** Position of the first row in the input. */
	readonly place: number;
}

/** One row with its keys and operands evaluated. */
interface GroupedRow {
	readonly row: Row;
	readonly values: Row;
	readonly operands: readonly Operands[];
	readonly place: number;
}

export class GroupTable {
	readonly #keyOf: (values: Row) => Value;
	readonly #ready: readonly ReadyAggregate[];
	readonly #execution: Execution;
	readonly #allowance: Allowance;
	readonly #level: number;
	readonly #states = new Map<Value, GroupState>();
	readonly #aggregates: readonly StartedAggregate[];
	#aside: Partitions | undefined;

	constructor(keyOf: (values: Row) => Value, ready: readonly ReadyAggregate[], execution: Execution, level = 0) {
		this.#keyOf = keyOf;
		this.#ready = ready;
		this.#execution = execution;
		this.#level = level;
		this.#allowance = execution.scratch.allowance();
		this.#aggregates = ready.map((aggregate) => aggregate.start(execution, this.#allowance));
	}

	/** `values`: of this table's group keys. */
	add(grouped: GroupedRow): void {
		const key = this.#keyOf(grouped.values);
		let state = this.#states.get(key);
		if (state === undefined) {
			if (this.#aside !== undefined) {
				this.#aside.add(key, flatRow(grouped));
				return;
			}
			state = this.#create(key, grouped);
		}
		const { operands } = grouped;
		for (let at = 0; at < operands.length; at++) {
			state.aggregates[at]!.add(operands[at]!);
		}
	}

	/** Creates the group of an empty input. */
	create(row: Row): void {
		this.#create(null, { row, values: [], operands: [], place: 0 });
	}

	get size(): number {
		return this.#states.size;
	}

	/** Passes every group to `take` after the last row. A task returned by `take` is run first, to free memory. */
	*settle(take: (state: GroupState) => CooperativeTask | undefined): CooperativeTask {
		for (const [at, aggregate] of this.#aggregates.entries()) {
			yield* aggregate.settle((group) => this.#states.get(group)!.aggregates[at]!);
		}
		let count = 0;
		for (const state of this.#states.values()) {
			yield* take(state) ?? [];
			if (++count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
		this.#states.clear();
		this.#allowance.release();
		for (const part of this.#aside?.parts() ?? []) {
			const table = new GroupTable(this.#keyOf, this.#ready, this.#execution, this.#level + 1);
			yield* table.#addPart(part);
			yield* table.settle(take);
		}
		this.#aside?.close();
	}

	get isWhole(): boolean {
		return this.#aside === undefined;
	}

	#create(key: Value, { row, values, place }: GroupedRow): GroupState {
		const state = { row, values, place, aggregates: this.#aggregates.map((aggregate) => aggregate.create(key)) };
		this.#states.set(key, state);
		const bytesOfKey = groupBytes + textBytes(key) + rowBytes(values);
		const bytes = bytesOfKey + rowBytes(row) + this.#aggregates.length * aggregateBytes;
		if (!this.#allowance.take(bytes) && this.#level < deepestLevel) {
			this.#aside = new Partitions(this.#execution.scratch, this.#level);
		}
		return state;
	}

	*#addPart(part: SpillReader): CooperativeTask {
		for (let flat = part.next(), count = 1; flat !== null; flat = part.next(), count++) {
			this.add(groupedRow(flat));
			if (count % stepRows === 0 || work.units > unitsInTurn) {
				yield;
			}
		}
	}
}

/** Concatenates all lists, each with its length first; a length of -1 means no keys. */
function flatRow({ row, values, operands, place }: GroupedRow): Row {
	const flat: Row = [place, row.length, ...row, values.length, ...values];
	for (const { values: given, keys } of operands) {
		flat.push(given.length, ...given, keys?.length ?? -1, ...(keys ?? []));
	}
	return flat;
}

function groupedRow(flat: Row): GroupedRow {
	let at = 1;
	const list = (): Row => {
		const from = at + 1;
		at = from + Math.max(flat[at] as number, 0);
		return flat.slice(from, at);
	};
	const [row, values] = [list(), list()];
	const operands: Operands[] = [];
	while (at < flat.length) {
		const given = list();
		const keys = flat[at] === -1 ? undefined : [];
		const found = list();
		operands.push({ values: given, keys: keys === undefined ? undefined : found });
	}
	return { row, values, operands, place: flat[0] as number };
}
