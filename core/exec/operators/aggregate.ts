/**
 * Aggregation: compiles an aggregate's operands and starts one accumulator per group.
 *
 * DISTINCT (`distinct-aggregate.ts`) and the ORDER BY of GROUP_CONCAT (`ordered-aggregate.ts`) are applied before the
 * accumulator.
 */
import { converted } from "../../functions/definition/definition.ts";
import type { Accumulator, Compiled } from "../../functions/definition/function.ts";
import { operandOf, type GroupAggregate } from "../../plan/tree/bound-expression.ts";
import { compile, compileToResult } from "../../plan/compile/compile.ts";
import { groupKey } from "../../types/compare/comparison.ts";
import type { Row, Value } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";
import { DistinctAggregates } from "./distinct-aggregate.ts";
import { OrderedAggregates } from "./ordered-aggregate.ts";
import type { Operands, ReadyAggregate, RunningAggregate, StartedAggregate } from "./running-aggregate.ts";
import { keyOrder, keyReader } from "./sort.ts";
import type { CooperativeTask } from "../../async/cooperative-task.ts";

export function readyAggregate(aggregate: GroupAggregate): ReadyAggregate {
	const { operands, resolution, order, distinct, slot } = aggregate;
	const compiled = operands.map((operand, at): Compiled => {
		const type = resolution.operands?.[at];
		// DISTINCT compares the original value, which is converted to a number afterwards.
		return type === undefined
			? compile(operand)
			: distinct
				? converted(compile(operand), operandOf(operand), type)
				: compileToResult(operand, type);
	});
	const readKeys = order.length === 0 ? undefined : laterFirst(keyReader(order));
	const compare = keyOrder([...order.map((key) => key.descending), false]);
	const distinctKeys = operands.map((operand, at) => groupKey(resolution.operands?.[at] ?? operand.type));
	const [only] = compiled;
	const read =
		compiled.length === 1 && readKeys === undefined
			? (row: Row, execution: Execution): Operands => ({ values: [only!(row, execution)], keys: undefined })
			: (row: Row, execution: Execution): Operands => ({
					values: compiled.map((each) => each(row, execution)),
					keys: readKeys?.(row, execution),
				});
	return {
		read,
		slot,
		start(execution, allowance) {
			const plain = new PlainAggregates(() => resolution.create(), execution);
			const ordered = readKeys === undefined ? plain : new OrderedAggregates(plain, compare, execution);
			return distinct ? new DistinctAggregates(ordered, distinctKeys, execution, allowance) : ordered;
		},
	};
}

/** Of rows with equal keys MySQL takes the later one first. */
function laterFirst(read: (row: Row, execution: Execution) => Row): (row: Row, execution: Execution) => Row {
	let place = 0;
	return (row, execution) => {
		const keys = read(row, execution);
		place--;
		keys.push(place);
		return keys;
	};
}

class PlainAggregates implements StartedAggregate {
	readonly #make: () => Accumulator;
	readonly #execution: Execution;

	constructor(make: () => Accumulator, execution: Execution) {
		this.#make = make;
		this.#execution = execution;
	}

	create(): RunningAggregate {
		return new PlainAggregate(this.#make(), this.#execution);
	}

	*settle(): CooperativeTask {}
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
