/**
 * Join order: dynamic programming over sets of tables up to eight tables, greedy beyond.
 */

/** Cost of reading a table after a set of others. */
export interface JoinStep {
	/** Rows of the table for each row before. */
	readonly rows: number;
	/** Cost once, and for each row before. */
	readonly once: number;
	readonly each: number;
	/** Read once into a hash table; otherwise looked up for each row. */
	readonly isKept: boolean;
	/** No condition connects it with the tables before: a cross product. */
	readonly isLoose: boolean;
}

/** A set of tables by their numbers, in two words of bits: a join has at most 61. */
interface TableSet {
	readonly low: number;
	readonly high: number;
}

const wordBits = 31;

export const noTable: TableSet = { low: 0, high: 0 };

export function hasTable({ low, high }: TableSet, at: number): boolean {
	return ((at < wordBits ? low : high) & (1 << (at % wordBits))) !== 0;
}

export function withTable({ low, high }: TableSet, at: number): TableSet {
	return at < wordBits ? { low: low | (1 << at), high } : { low, high: high | (1 << (at - wordBits)) };
}

export function isEmpty({ low, high }: TableSet): boolean {
	return low === 0 && high === 0;
}

/** Ways to read a table after others. */
export type StepsOf = (leaf: number, before: TableSet) => readonly JoinStep[];

interface Ordered {
	readonly leaf: number;
	readonly step: JoinStep;
	/** Rows before it. */
	readonly rowsBefore: number;
}

export interface JoinOrder {
	readonly cost: number;
	readonly rows: number;
	readonly steps: readonly Ordered[];
}

/** Beyond this the 2^n sets of dynamic programming are too many. */
const maximumExhaustive = 8;

/** `first`: rows before all tables. `wanted`: share of the rows that a LIMIT needs. */
export function cheapestOrder(
	count: number,
	stepsOf: StepsOf,
	first: number,
	wanted: (rows: number) => number,
): JoinOrder {
	const start: JoinOrder = { cost: 0, rows: first, steps: [] };
	const share = count <= maximumExhaustive ? wanted(greedy(count, stepsOf, start, 1).rows) : 1;
	return count <= maximumExhaustive
		? dynamicProgramming(count, stepsOf, start, share)
		: greedy(count, stepsOf, start, share);
}

/** STRAIGHT_JOIN: the written order. */
export function writtenOrder(count: number, stepsOf: StepsOf, first: number): JoinOrder {
	let route: JoinOrder = { cost: 0, rows: first, steps: [] };
	let before = noTable;
	for (let leaf = 0; leaf < count; leaf++) {
		route = extended(route, leaf, before, stepsOf, 1);
		before = withTable(before, leaf);
	}
	return route;
}

function extended(route: JoinOrder, leaf: number, before: TableSet, stepsOf: StepsOf, share: number): JoinOrder {
	const opened = Math.max(route.rows * share, 1);
	const costOf = ({ once, each }: JoinStep): number => once + opened * each;
	const step = stepsOf(leaf, before).reduce((best, other) => (costOf(other) < costOf(best) ? other : best));
	return {
		cost: route.cost + costOf(step),
		rows: Math.max(route.rows * step.rows, 1e-3),
		steps: [...route.steps, { leaf, step, rowsBefore: route.rows }],
	};
}

function dynamicProgramming(count: number, stepsOf: StepsOf, start: JoinOrder, share: number): JoinOrder {
	const all = (1 << count) - 1;
	const routes: (JoinOrder | undefined)[] = [start];
	for (let set = 0; set < all; set++) {
		const route = routes[set];
		const before: TableSet = { low: set, high: 0 };
		for (let leaf = 0; route !== undefined && leaf < count; leaf++) {
			if ((set & (1 << leaf)) === 0) {
				const next = extended(route, leaf, before, stepsOf, share);
				const known = routes[set | (1 << leaf)];
				if (known === undefined || next.cost < known.cost) {
					routes[set | (1 << leaf)] = next;
				}
			}
		}
	}
	return routes[all]!;
}

function greedy(count: number, stepsOf: StepsOf, start: JoinOrder, share: number): JoinOrder {
	let route = start;
	let set = noTable;
	for (let done = 0; done < count; done++) {
		let best: { readonly route: JoinOrder; readonly leaf: number; readonly measure: number } | undefined;
		for (let leaf = 0; leaf < count; leaf++) {
			if (!hasTable(set, leaf)) {
				const next = extended(route, leaf, set, stepsOf, share);
				// Few rows now save work in all later steps; cross products multiply it.
				const measure = next.cost + next.rows * (next.steps.at(-1)!.step.isLoose && done > 0 ? 100 : 1);
				best = best === undefined || measure < best.measure ? { route: next, leaf, measure } : best;
			}
		}
		route = best!.route;
		set = withTable(set, best!.leaf);
	}
	return route;
}
