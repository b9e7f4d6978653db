/**
 * Partitioning types RANGE, LIST, HASH and KEY: functions from a row to its partition number, or -1.
 *
 *     range    the first partition whose bound is greater; NULL is least
 *     list     the partition that lists the value
 *     hash     |value| % count; NULL is 0; LINEAR by the bits of the next power of two
 */
import type { Column } from "../../catalog/table.ts";
import { comparator, type Comparator } from "../../types/compare/comparison.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { keyHash } from "./key-hash.ts";

/** Undefined is MAXVALUE. */
export type Tuple = readonly (Value | undefined)[];

export type PartitionFunction = (row: Row, evaluation: Evaluation) => number;

/** Reads the values that a partitioning function takes from a row. */
export type ReadValues = (row: Row, evaluation: Evaluation) => readonly Value[];

const integers: Comparator = (a, b) => ((a as Integer) < (b as Integer) ? -1 : (a as Integer) > (b as Integer) ? 1 : 0);

export function comparatorsOf(columns: readonly Column[] | undefined): readonly Comparator[] {
	return columns?.map(({ type }) => comparator(type)) ?? [integers];
}

/** NULL sorts first, MAXVALUE last. */
export function compareTuples(a: Tuple, b: Tuple, comparators: readonly Comparator[]): number {
	for (const [at, compare] of comparators.entries()) {
		const [x, y] = [a[at], b[at]];
		const order =
			x === y ? 0 : x === undefined ? 1 : y === undefined ? -1 : x === null ? -1 : y === null ? 1 : compare(x, y);
		if (order !== 0) {
			return order;
		}
	}
	return 0;
}

export function byRange(
	bounds: readonly Tuple[],
	read: ReadValues,
	comparators: readonly Comparator[],
): PartitionFunction {
	return (row, evaluation) => {
		const values = read(row, evaluation);
		return bounds.findIndex((bound) => compareTuples(values, bound, comparators) < 0);
	};
}

export function byList(
	lists: readonly (readonly Tuple[])[],
	read: ReadValues,
	comparators: readonly Comparator[],
): PartitionFunction {
	return (row, evaluation) => {
		const values = read(row, evaluation);
		return lists.findIndex((tuples) => tuples.some((tuple) => compareTuples(values, tuple, comparators) === 0));
	};
}

export function byHash(count: number, isLinear: boolean, read: ReadValues): PartitionFunction {
	return (row, evaluation) => {
		const [value = null] = read(row, evaluation);
		const number = BigInt(value ?? 0);
		return isLinear
			? linearPart(BigInt.asUintN(64, number), count)
			: Number((number < 0n ? -number : number) % BigInt(count));
	};
}

export function byKey(count: number, isLinear: boolean, columns: readonly Column[]): PartitionFunction {
	return (row) => {
		const hash = keyHash(
			columns,
			columns.map(({ offset }) => row[offset]!),
		);
		return isLinear ? linearPart(hash, count) : Number(hash % BigInt(count));
	};
}

function linearPart(hash: bigint, count: number): number {
	let mask = 1n;
	while (mask < BigInt(count)) {
		mask *= 2n;
	}
	const part = Number(hash & (mask - 1n));
	return part >= count ? Number(hash & (mask / 2n - 1n)) : part;
}
