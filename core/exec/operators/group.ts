/**
 * GROUP BY by hash aggregation (`group-table.ts`), with WITH ROLLUP and ordering of groups.
 *
 * Returns each group's first row with keys and aggregate results in further slots, sorted by the keys if the plan
 * asks for it. WITH ROLLUP also groups by each prefix of the keys, the rest NULL; a super-aggregate row follows its
 * groups.
 */
import type { Operands, ReadyAggregate } from "./running-aggregate.ts";
import { compile } from "../../plan/compile/compile.ts";
import type { BoundExpression } from "../../plan/tree/bound-expression.ts";
import type { Compiled } from "../../functions/definition/function.ts";
import { groupKey, sortKey } from "../../types/compare/comparison.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { Row, Value } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import { readyAggregate } from "./aggregate.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { joinedKey } from "./group-key.ts";
import { type GroupState, GroupTable } from "./group-table.ts";
import { drain, OpenedSource, sourceOf, type RowSource } from "../row-source.ts";
import { keyOrder } from "./sort.ts";
import type { RowOrder } from "../spill/merge.ts";
import { Sorter } from "../spill/sorter.ts";
import { runGivingWay, type CooperativeTask } from "../../async/cooperative-task.ts";
import { eachRow } from "../../async/suspension.ts";
import type { Group } from "../../plan/tree/query-plan.ts";

export function groupOperator(node: Group, operators: Operators): Operator {
	const input = operators.of(node.input);
	const { execution } = operators;
	const keys = node.keys.map(keyPart);
	const aggregates = node.aggregates.map(readyAggregate);
	return {
		open(base) {
			const source = input.open(base);
			const groups = new Groups(node, keys, aggregates, execution);
			const made = (): MaybePromise<RowSource> =>
				after(
					drain(source, (batch) => eachRow(batch, (row) => groups.add(row), execution)),
					() => groups.source(base),
				);
			return new OpenedSource(made, source);
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

/** Returns the hash key of a row's group. */
function keyOf(keys: readonly KeyPart[], values: Row): Value {
	if (values.length === 1) {
		return values[0] === null ? null : keys[0]!.group(values[0]!);
	}
	return joinedKey(values.map((value, at) => (value === null ? null : keys[at]!.group(value))));
}

interface Level {
	readonly parts: number;
	readonly table: GroupTable;
}

class Groups {
	readonly #node: Group;
	readonly #keys: readonly KeyPart[];
	readonly #aggregates: readonly ReadyAggregate[];
	readonly #execution: Execution;
	/** A table for each key prefix: one without ROLLUP. */
	readonly #levels: readonly Level[];
	#count = 0;

	constructor(node: Group, keys: readonly KeyPart[], aggregates: readonly ReadyAggregate[], execution: Execution) {
		this.#node = node;
		this.#keys = keys;
		this.#aggregates = aggregates;
		this.#execution = execution;
		const counts = node.rollup ? keys.map((_key, at) => keys.length - at).concat(0) : [keys.length];
		this.#levels = counts.map((parts) => ({
			parts,
			table: new GroupTable((values) => keyOf(keys, values), aggregates, execution),
		}));
	}

	/** Evaluates everything before any state changes, so that it can be retried. */
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
		const place = this.#count++;
		for (const { parts, table } of this.#levels) {
			table.add({ row, values: parts === values.length ? values : values.slice(0, parts), operands, place });
		}
	}

	/** Returns all groups in the requested order, or in order of their first rows. */
	source(base: Row): MaybePromise<RowSource> {
		const [{ table: first }] = this.#levels as readonly [Level];
		if (this.#keys.length === 0 && first.size === 0) {
			first.create(base);
		}
		const { order } = this.#node;
		if ((order === undefined || order.length === 0) && this.#levels.every(({ table }) => table.isWhole)) {
			const rows: Row[] = [];
			return after(
				runGivingWay(
					this.#execution,
					this.#settle((_keys, row) => void rows.push(row)),
				),
				() => sourceOf(rows),
			);
		}
		const sorter = new Sorter(groupOrder(order ?? []), this.#execution);
		const settled = runGivingWay(
			this.#execution,
			this.#settle((keys, row) => (sorter.add(keys, row) ? sorter.relieving() : undefined)),
		);
		return after(settled, () => sorter.source());
	}

	*#settle(take: (keys: Row, row: Row) => CooperativeTask | undefined): CooperativeTask {
		for (const { table } of this.#levels) {
			yield* table.settle((state) => take(this.#sortKeys(state), this.#row(state)));
		}
	}

	/** Sort keys, followed by the position where an order is requested. */
	#sortKeys({ values, place }: GroupState): Row {
		const keys: Row =
			this.#node.order === undefined
				? []
				: values.map((value, at) => (value === null ? null : this.#keys[at]!.sort(value)));
		keys.push(place);
		return keys;
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

/** Orders by keys, super-aggregate rows after their groups, then by position. */
function groupOrder(descending: readonly boolean[]): RowOrder {
	// Only ROLLUP asks for prefixes: orders of all would take the square of the keys' number.
	const orders: RowOrder[] = [];
	const orderOf = (count: number): RowOrder => (orders[count] ??= keyOrder(descending.slice(0, count)));
	return (one, other) => {
		const [length, otherLength] = [one.keys.length - 1, other.keys.length - 1];
		return (
			orderOf(Math.min(length, otherLength))(one, other) ||
			otherLength - length ||
			(one.keys[length] as number) - (other.keys[otherLength] as number)
		);
	};
}
