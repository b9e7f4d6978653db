/**
 * Partitioning types RANGE, LIST, HASH and KEY: functions from a row to its partition number, or -1.
 *
 *     range    the first partition whose bound is greater; NULL is least
 *     list     the partition that lists the value
 *     hash     |value| % count; NULL is 0; LINEAR by the bits of the next power of two
 */
import type { Column } from "../../catalog/table.ts";
import { firstWhere } from "../../types/compare/bisection.ts";
import { comparator, type Comparator } from "../../types/compare/comparison.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { Integer, Row, Value } from "../../types/value/value.ts";
import { keyHash } from "./key-hash.ts";

/** Undefined is MAXVALUE. */
export type Tuple = readonly (Value | undefined)[];

export type PartitionFunction = (row: Row, evaluation: Evaluation) => number;

/** Reads the values that a partitioning function takes from a row. */
export type ReadValues = (row: Row, evaluation: Evaluation) => readonly Value[];

export const integers: Comparator = (a, b) =>
	(a as Integer) < (b as Integer) ? -1 : (a as Integer) > (b as Integer) ? 1 : 0;

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

/** `bounds` increase. */
export function byRange(
	bounds: readonly Tuple[],
	read: ReadValues,
	comparators: readonly Comparator[],
): PartitionFunction {
	return (row, evaluation) => {
		const values = read(row, evaluation);
		const part = firstWhere(bounds.length, (at) => compareTuples(values, bounds[at]!, comparators) < 0);
		return part < bounds.length ? part : -1;
	};
}

interface Listed {
	readonly tuple: Tuple;
	readonly part: number;
}

/** The listed tuples in order, those of the first partition first. */
export function listedInOrder(
	lists: readonly (readonly Tuple[])[],
	comparators: readonly Comparator[],
): readonly Listed[] {
	return lists
		.flatMap((tuples, part) => tuples.map((tuple): Listed => ({ tuple, part })))
		.sort((a, b) => compareTuples(a.tuple, b.tuple, comparators));
}

export function byList(
	lists: readonly (readonly Tuple[])[],
	read: ReadValues,
	comparators: readonly Comparator[],
): PartitionFunction {
	const listed = listedInOrder(lists, comparators);
	return (row, evaluation) => {
		const values = read(row, evaluation);
		const found = listed[firstWhere(listed.length, (at) => compareTuples(listed[at]!.tuple, values, comparators) >= 0)];
		return found !== undefined && compareTuples(values, found.tuple, comparators) === 0 ? found.part : -1;
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
