/**
 * One group's aggregates while its rows come in.
 *
 * In: the aggregates of a group node, once; then for each group and row the operands' values. Out: results. DISTINCT and the
 * ORDER BY of GROUP_CONCAT are settled here, before the accumulator sees a row. It refuses to know which row belongs to which
 * group.
 */
import { converted } from "../functions/definition.ts";
import type { Accumulator, Compiled } from "../functions/function.ts";
import { operandOf } from "../plan/bound.ts";
import { compile } from "../plan/compile.ts";
import type { GroupAggregate } from "../plan/node.ts";
import { groupKey } from "../types/comparison.ts";
import type { Row, Value } from "../types/value.ts";
import type { Execution } from "./execution.ts";
import { joinedKey } from "./group-key.ts";
import { keyOrder, keyReader, type Keyed } from "./sort.ts";

/** What of one row goes into one aggregate. */
export interface Operands {
	readonly values: Row;
	/** Keys of its ORDER BY. */
	readonly keys: Row | undefined;
}

/** One aggregate made ready. */
export interface ReadyAggregate {
	read(row: Row, execution: Execution): Operands;
	create(execution: Execution): RunningAggregate;
	readonly slot: number;
}

/** One aggregate of one group. */
export interface RunningAggregate {
	add(operands: Operands): void;
	result(): Value;
}

export function readyAggregate(aggregate: GroupAggregate): ReadyAggregate {
	const { operands, resolution, order, distinct, slot } = aggregate;
	const compiled = operands.map((operand, at): Compiled =>
		converted(compile(operand), operandOf(operand), resolution.operands?.[at]));
	const readKeys = order.length === 0 ? undefined : keyReader(order);
	const compare = keyOrder(order.map((key) => key.descending));
	const distinctKeys = operands.map((operand, at) => groupKey(resolution.operands?.[at] ?? operand.type));
	const [only] = compiled;
	const read = compiled.length === 1 && readKeys === undefined
		? (row: Row, execution: Execution): Operands => ({ values: [only!(row, execution)], keys: undefined })
		: (row: Row, execution: Execution): Operands => ({
			values: compiled.map((each) => each(row, execution)),
			keys: readKeys?.(row, execution),
		});
	return {
		read,
		slot,
		create(execution) {
			const accumulator = resolution.create();
			const plain = new PlainAggregate(accumulator, execution);
			const ordered = readKeys === undefined ? plain : new OrderedAggregate(plain, compare);
			return distinct ? new DistinctAggregate(ordered, distinctKeys) : ordered;
		},
	};
}

class PlainAggregate implements RunningAggregate {
	readonly #accumulator: Accumulator;
	readonly #execution: Execution;

	constructor(accumulator: Accumulator, execution: Execution) {
		this.#accumulator = accumulator;
		this.#execution = execution;
	}

	add({ values }: Operands): void {
		this.#accumulator.add(this.#execution, values);
	}

	result(): Value {
		return this.#accumulator.result(this.#execution);
	}
}

/** Rows of which a value is NULL count for no aggregate, so they need not be told apart. */
class DistinctAggregate implements RunningAggregate {
	readonly #inner: RunningAggregate;
	readonly #keys: readonly ((value: Value) => Value)[];
	readonly #seen = new Set<Value>();

	constructor(inner: RunningAggregate, keys: readonly ((value: Value) => Value)[]) {
		this.#inner = inner;
		this.#keys = keys;
	}

	add(operands: Operands): void {
		const { values } = operands;
		if (values.includes(null)) {
			return;
		}
		const key = values.length === 1
			? this.#keys[0]!(values[0]!)
			: joinedKey(values.map((value, at) => this.#keys[at]!(value)));
		const { size } = this.#seen;
		if (this.#seen.add(key).size > size) {
			this.#inner.add(operands);
		}
	}

	result(): Value {
		return this.#inner.result();
	}
}

/** Keeps what comes and sorts it at the end. */
class OrderedAggregate implements RunningAggregate {
	readonly #inner: RunningAggregate;
	readonly #order: (a: Keyed<Operands>, b: Keyed<Operands>) => number;
	readonly #kept: Keyed<Operands>[] = [];

	constructor(inner: RunningAggregate, order: (a: Keyed<Operands>, b: Keyed<Operands>) => number) {
		this.#inner = inner;
		this.#order = order;
	}

	add(operands: Operands): void {
		this.#kept.push({ keys: operands.keys ?? [], item: operands });
	}

	result(): Value {
		for (const { item } of this.#kept.sort(this.#order)) {
			this.#inner.add(item);
		}
		return this.#inner.result();
	}
}
