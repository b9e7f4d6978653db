/**
 * Join cost of one table: index lookup for each outer row, or read once into a hash table.
 *
 * Gives `join-order.ts` the steps to compare, and the access path of the chosen one.
 */
import { chooseAccessPath, type AccessChoice } from "../access/access-path.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { tablesOf, valuesOfSpan } from "../tree/bound-tree.ts";
import { isVolatile, hasColumn, hasOuter } from "../tree/tree-facts.ts";
import { tableFacts } from "../access/sargable-predicates.ts";
import { costs } from "../access/cost-model.ts";
import { roughEstimates } from "../access/row-estimate.ts";
import { equalities, isOwn } from "./hash-key.ts";
import type { JoinStep } from "./join-order.ts";
import { isSubset, type FromLeaf } from "./join-part.ts";
import { estimatedRows } from "../tree/estimated-rows.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { selectivityOf, filteredRows } from "../access/selectivity.ts";
import type { FromTable } from "../tree/query-plan.ts";

/** Guess for a computed table. */
const computedRows = 100;

/** Cheapest access path after other tables; `counts`: the row estimate is needed. */
export function cheapestAccess(
	{ source, table, hints }: FromTable,
	conjuncts: readonly BoundExpression[],
	have: ReadonlySet<ScopeTable>,
	planning: Planning,
	{ used, keyed, lock }: JoinOptions,
	counts: boolean,
): AccessChoice {
	const isKnown = (bound: BoundExpression): boolean => !isVolatile(bound) && isSubset(tablesOf(bound), have);
	return chooseAccessPath(table, tableFacts(source, conjuncts, isKnown, planning), hints, {
		estimates: planning.estimates ?? roughEstimates,
		columns: usedColumns(source, used),
		withKey: keyed.has(source),
		locks: lock !== undefined || planning.locksReads === true,
		counts: counts || planning.needsRowEstimates === true,
	});
}

/** Offsets of a table's columns that are read. */
export function usedColumns({ columns, firstSlot }: ScopeTable, used: ReadonlySet<number>): number[] {
	const offsets: number[] = [];
	for (const { slot } of columns) {
		if (used.has(slot)) {
			offsets.push(slot - firstSlot);
		}
	}
	return offsets;
}

/** Whether the path depends on the outer row or on captured values. */
function dependsOnRow({ access }: AccessChoice): boolean {
	return (
		access.kind === "index" &&
		access.ranges.some((span) => valuesOfSpan(span).some((value) => hasColumn(value) || hasOuter(value)))
	);
}

export class AccessCost {
	readonly #planning: Planning;
	readonly #options: JoinOptions;

	constructor(planning: Planning, options: JoinOptions) {
		this.#planning = planning;
		this.#options = options;
	}

	/** `isFirst`: the first table, read once. */
	steps(
		leaf: FromLeaf,
		conjuncts: readonly BoundExpression[],
		have: ReadonlySet<ScopeTable>,
		isFirst: boolean,
	): readonly JoinStep[] {
		const isLoose = !conjuncts.some((conjunct) => tablesOf(conjunct).size > 1);
		if (leaf.kind !== "table") {
			return [this.#whole(leaf, conjuncts, have, isFirst, isLoose)];
		}
		const lookup = this.#access(leaf, conjuncts, have);
		const rows = Math.min(filteredRows(leaf.source, conjuncts, this.#planning), lookup.rows);
		const asked = conjuncts.some(({ kind }) => kind === "subquery") ? lookup.rows * costs.probe : 0;
		const lookedUp: JoinStep = { rows, once: 0, each: lookup.cost + asked, isKept: false, isLoose };
		if (isFirst) {
			return [lookedUp];
		}
		const own = conjuncts.filter((conjunct) => isOwn(conjunct, leaf.source));
		const alone = this.#access(leaf, own, new Set());
		const inputRows = Math.min(filteredRows(leaf.source, own, this.#planning), alone.rows);
		const kept = this.#kept({ leaf, conjuncts, have, rows, inputRows, inputCost: alone.cost, isLoose });
		if (!dependsOnRow(lookup)) {
			return [kept];
		}
		// A hash table would lock every row of the table.
		return this.#options.lock === undefined ? [lookedUp, kept] : [lookedUp];
	}

	#access(leaf: FromTable, conjuncts: readonly BoundExpression[], have: ReadonlySet<ScopeTable>): AccessChoice {
		return cheapestAccess(leaf, conjuncts, have, this.#planning, this.#options, true);
	}

	#kept({ leaf, conjuncts, have, rows, inputRows, inputCost, isLoose }: KeptLeaf): JoinStep {
		const hasKeys = equalities(leaf.source, conjuncts, have, this.#planning).length > 0;
		const each = costs.probe + (hasKeys ? rows : inputRows) * costs.joined;
		return { rows, once: inputCost + inputRows * costs.kept, each, isKept: true, isLoose };
	}

	#whole(
		leaf: FromLeaf,
		conjuncts: readonly BoundExpression[],
		have: ReadonlySet<ScopeTable>,
		isFirst: boolean,
		isLoose: boolean,
	): JoinStep {
		const estimates = this.#planning.estimates ?? roughEstimates;
		const inputRows = leaf.kind === "derived" ? estimatedRows(leaf.plan.node) : computedRows;
		const rows = conjuncts.reduce(
			(left, conjunct) => left * selectivityOf(conjunct, this.#planning, estimates),
			inputRows,
		);
		return isFirst
			? { rows, once: 0, each: inputRows, isKept: false, isLoose }
			: this.#kept({ leaf, conjuncts, have, rows, inputRows, inputCost: inputRows, isLoose });
	}
}

interface KeptLeaf {
	readonly leaf: FromLeaf;
	readonly conjuncts: readonly BoundExpression[];
	readonly have: ReadonlySet<ScopeTable>;
	readonly rows: number;
	readonly inputRows: number;
	readonly inputCost: number;
	readonly isLoose: boolean;
}

export interface JoinOptions {
	/** Slots read by any expression of the query. */
	readonly used: ReadonlySet<number>;
	/** A subquery that runs for many outer rows: inputs may be kept between runs. */
	readonly repeated: boolean;
	/** SELECT STRAIGHT_JOIN. */
	readonly straight: boolean;
	readonly lock: "update" | "share" | undefined;
	/** Tables whose row keys are needed. */
	readonly keyed: ReadonlySet<ScopeTable>;
	/** Rows wanted by a LIMIT, if nothing needs all rows. */
	readonly few?: number | undefined;
	/** Allocates slots for a table added by the planner; returns the first. */
	readonly newSlots?: (count: number) => number;
}
