/**
 * Sort: rows in the order of keys.
 *
 * In: all rows of an input. Out: the same rows, NULLs first where a key ascends; rows with equal keys keep their order. Where a
 * limit is known only so many are kept. It refuses to spill: what is kept is in memory.
 */
import { compile } from "../plan/compile.ts";
import type { Sort, SortKey } from "../plan/node.ts";
import { sortKey } from "../types/comparison.ts";
import type { Answer } from "../store/store.ts";
import type { Integer, Row, Value } from "../types/value.ts";
import { after } from "./answer.ts";
import type { Execution } from "./execution.ts";
import { limitOf } from "./limit.ts";
import { drain, LateSource, type Operator, type Operators } from "./operator.ts";
import { eachRow } from "./waiting.ts";

/** A row with the keys it is sorted by. */
export interface Keyed<T> {
	readonly keys: Row;
	readonly item: T;
}

/** Compares by keys whose `<` is the order of the values. */
export function keyOrder(descending: readonly boolean[]): (a: Keyed<unknown>, b: Keyed<unknown>) => number {
	return (a, b) => {
		for (let at = 0; at < descending.length; at++) {
			const order = compareKeys(a.keys[at]!, b.keys[at]!);
			if (order !== 0) {
				return descending[at] ? -order : order;
			}
		}
		return 0;
	};
}

function compareKeys(a: Value, b: Value): number {
	if (a === b) {
		return 0;
	}
	if (a === null || b === null) {
		return a === null ? -1 : 1;
	}
	return (a as Integer) < (b as Integer) ? -1 : 1;
}

/** The keys of a row. */
export function keyReader(keys: readonly SortKey[]): (row: Row, execution: Execution) => Row {
	const parts = keys.map(({ expression }) => ({ compiled: compile(expression), key: sortKey(expression.type) }));
	return (row, execution) => {
		const values: Row = [];
		for (const { compiled, key } of parts) {
			const value = compiled(row, execution);
			values.push(value === null ? null : key(value));
		}
		return values;
	};
}

export function sortOperator({ input, keys, limit }: Sort, operators: Operators): Operator {
	const operator = operators.of(input);
	const { execution } = operators;
	const readKeys = keyReader(keys);
	const order = keyOrder(keys.map((key) => key.descending));
	const limits = limit?.map(compile);
	return {
		open(base) {
			const source = operator.open(base);
			const sorted = (): Answer<Row[]> => {
				const wanted = limits?.reduce((sum, each) => sum + limitOf(each, base, execution), 0) ?? Number.POSITIVE_INFINITY;
				const least = new Least<Row>(wanted, order);
				return after(
					drain(source, (batch) => eachRow(batch, (row) => least.add({ keys: readKeys(row, execution), item: row }))),
					() => least.sorted(),
				);
			};
			return new LateSource(sorted, source);
		},
	};
}

/** The first `wanted` items in an order: now and then those too many are dropped. */
class Least<T> {
	readonly #wanted: number;
	readonly #order: (a: Keyed<T>, b: Keyed<T>) => number;
	readonly #most: number;
	#kept: Keyed<T>[] = [];

	constructor(wanted: number, order: (a: Keyed<T>, b: Keyed<T>) => number) {
		this.#wanted = wanted;
		this.#order = order;
		this.#most = Math.max(2 * wanted, 2048);
	}

	add(keyed: Keyed<T>): void {
		this.#kept.push(keyed);
		if (this.#kept.length > this.#most) {
			this.#cut();
		}
	}

	sorted(): T[] {
		this.#cut();
		return this.#kept.map((keyed) => keyed.item);
	}

	#cut(): void {
		this.#kept.sort(this.#order);
		if (this.#kept.length > this.#wanted) {
			this.#kept = this.#kept.slice(0, this.#wanted);
		}
	}
}
