/**
 * Groups: rows with equal keys become one.
 *
 * In: all rows of an input. Out: for each group its first row, with the keys and the aggregates' results in further slots,
 * in the order of the keys where the plan asks for it. WITH ROLLUP also makes a group of each beginning of the keys,
 * the rest NULL, behind the groups it sums up. It refuses to spill: every group is in memory.
 */
import { compile } from "../plan/compile.ts";
import type { BoundExpression } from "../plan/bound.ts";
import type { Compiled } from "../functions/function.ts";
import type { Group } from "../plan/node.ts";
import { groupKey, sortKey } from "../types/comparison.ts";
import type { Answer } from "../store/store.ts";
import type { Row, Value } from "../types/value.ts";
import { after } from "./answer.ts";
import { readyAggregate, type Operands, type ReadyAggregate, type RunningAggregate } from "./aggregate.ts";
import type { Execution } from "./execution.ts";
import { joinedKey } from "./group-key.ts";
import { drain, LateSource, type Operator, type Operators } from "./operator.ts";
import { keyOrder, type Keyed } from "./sort.ts";
import { eachRow } from "./waiting.ts";

interface GroupState {
	/** The first row. */
	readonly row: Row;
	/** Values of the keys; a rolled-up group has fewer. */
	readonly values: Row;
	readonly aggregates: readonly RunningAggregate[];
}

export function groupOperator(node: Group, operators: Operators): Operator {
	const input = operators.of(node.input);
	const { execution } = operators;
	const keys = node.keys.map(keyPart);
	const aggregates = node.aggregates.map(readyAggregate);
	return {
		open(base) {
			const source = input.open(base);
			const groups = new Groups(node, keys, aggregates, execution);
			const made = (): Answer<Row[]> =>
				after(drain(source, (batch) => eachRow(batch, (row) => groups.add(row))), () => groups.rows(base));
			return new LateSource(made, source);
		},
	};
}

interface KeyPart {
	readonly compiled: Compiled;
	readonly group: (value: Value) => Value;
	readonly sort: (value: Value) => Value;
}

function keyPart(expression: BoundExpression): KeyPart {
	return { compiled: compile(expression), group: groupKey(expression.type), sort: sortKey(expression.type) };
}

class Groups {
	readonly #node: Group;
	readonly #keys: readonly KeyPart[];
	readonly #aggregates: readonly ReadyAggregate[];
	readonly #execution: Execution;
	/** A map for each number of keys that groups are made by: one, unless they are rolled up. */
	readonly #levels: readonly { readonly parts: number; readonly states: Map<Value, GroupState> }[];

	constructor(node: Group, keys: readonly KeyPart[], aggregates: readonly ReadyAggregate[], execution: Execution) {
		this.#node = node;
		this.#keys = keys;
		this.#aggregates = aggregates;
		this.#execution = execution;
		const counts = node.rollup ? keys.map((_key, at) => keys.length - at).concat(0) : [keys.length];
		this.#levels = counts.map((parts) => ({ parts, states: new Map() }));
	}

	/** Everything is evaluated before anything is kept. */
	add(row: Row): void {
		const execution = this.#execution;
		const values: Row = [];
		for (const { compiled } of this.#keys) {
			values.push(compiled(row, execution));
		}
		const operands: Operands[] = [];
		for (const aggregate of this.#aggregates) {
			operands.push(aggregate.read(row, execution));
		}
		for (const { parts, states } of this.#levels) {
			const key = this.#keyOf(values, parts);
			let state = states.get(key);
			if (state === undefined) {
				state = this.#state(row, parts === values.length ? values : values.slice(0, parts));
				states.set(key, state);
			}
			for (let at = 0; at < operands.length; at++) {
				state.aggregates[at]!.add(operands[at]!);
			}
		}
	}

	rows(base: Row): Row[] {
		const states = this.#levels.flatMap((level) => [...level.states.values()]);
		if (this.#keys.length === 0 && states.length === 0) {
			states.push(this.#state(base, []));
		}
		return this.#inOrder(states).map((state) => this.#row(state));
	}

	#keyOf(values: Row, parts: number): Value {
		if (parts === 1) {
			return values[0] === null ? null : this.#keys[0]!.group(values[0]!);
		}
		const keys: Row = [];
		for (let at = 0; at < parts; at++) {
			const value = values[at]!;
			keys.push(value === null ? null : this.#keys[at]!.group(value));
		}
		return joinedKey(keys);
	}

	#state(row: Row, values: Row): GroupState {
		return { row, values, aggregates: this.#aggregates.map((aggregate) => aggregate.create(this.#execution)) };
	}

	#inOrder(states: GroupState[]): GroupState[] {
		const { order } = this.#node;
		if (order === undefined || order.length === 0) {
			return states;
		}
		const byKeys = keyOrder(order);
		const keyed: Keyed<GroupState>[] = states.map((item) => ({
			keys: item.values.map((value, at) => (value === null ? null : this.#keys[at]!.sort(value))),
			item,
		}));
		keyed.sort((a, b) => {
			const shorter = Math.min(a.keys.length, b.keys.length);
			if (shorter === order.length) {
				return byKeys(a, b);
			}
			// A sum comes behind what it sums up.
			const common = keyOrder(order.slice(0, shorter))(a, b);
			return common === 0 ? b.keys.length - a.keys.length : common;
		});
		return keyed.map(({ item }) => item);
	}

	#row({ row, values, aggregates }: GroupState): Row {
		const { keySlots } = this.#node;
		const result = row.slice();
		for (let at = 0; at < keySlots.length; at++) {
			result[keySlots[at]!] = at < values.length ? values[at]! : null;
		}
		for (let at = 0; at < aggregates.length; at++) {
			result[this.#aggregates[at]!.slot] = aggregates[at]!.result();
		}
		return result;
	}
}
