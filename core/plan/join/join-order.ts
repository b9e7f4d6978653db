/**
 * In which order tables are read.
 *
 * In: how many leaves there are, and what each costs behind which others. Out: the order that costs least, and how
 * each is read. Up to some leaves all orders are compared, each set of leaves once; beyond that the leaf comes next
 * that makes the least of what follows. It refuses to know tables.
 */

/** What reading a leaf costs behind a set of others. */
export interface JoinStep {
	/** Rows of the leaf for each row before. */
	readonly rows: number;
	/** Once, and for each row before. */
	readonly once: number;
	readonly each: number;
	/** It is read once and kept; else it is looked up for each row. */
	readonly isKept: boolean;
	/** Nothing connects it with what was read before. */
	readonly isLoose: boolean;
}

/** The ways to read a leaf. `before`: a bit for each leaf that is read. */
export type StepsOf = (leaf: number, before: number) => readonly JoinStep[];

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

/** Beyond so many leaves there are too many sets. */
const maximumExhaustive = 8;

/** `first`: rows before all leaves. `wanted`: the share of rows that anybody asks for. */
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

/** In the order written. */
export function writtenOrder(count: number, stepsOf: StepsOf, first: number): JoinOrder {
	let route: JoinOrder = { cost: 0, rows: first, steps: [] };
	for (let leaf = 0; leaf < count; leaf++) {
		route = extended(route, leaf, (1 << leaf) - 1, stepsOf, 1);
	}
	return route;
}

function extended(route: JoinOrder, leaf: number, before: number, stepsOf: StepsOf, share: number): JoinOrder {
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
		for (let leaf = 0; route !== undefined && leaf < count; leaf++) {
			if ((set & (1 << leaf)) === 0) {
				const next = extended(route, leaf, set, stepsOf, share);
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
	let set = 0;
	for (let done = 0; done < count; done++) {
		let best: { readonly route: JoinOrder; readonly leaf: number; readonly measure: number } | undefined;
		for (let leaf = 0; leaf < count; leaf++) {
			if ((set & (1 << leaf)) === 0) {
				const next = extended(route, leaf, set, stepsOf, share);
				// Few rows now are less work for all that come later; what nothing connects multiplies them.
				const measure = next.cost + next.rows * (next.steps.at(-1)!.step.isLoose && set !== 0 ? 100 : 1);
				best = best === undefined || measure < best.measure ? { route: next, leaf, measure } : best;
			}
		}
		route = best!.route;
		set |= 1 << best!.leaf;
	}
	return route;
}
