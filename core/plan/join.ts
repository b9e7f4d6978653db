/**
 * Joins: in which order tables are read, and how each is found from those before it.
 *
 * In: the FROM clause's tree, the conjuncts of WHERE, the slots that somebody reads. Out: a plan node whose rows hold every
 * condition. Rules, in this order: a table that an index finds from what is known, one that an equality finds through a
 * hash table, the order written. It refuses to know grouping and sorting.
 */
import { invariant } from "../invariant.ts";
import type { BoundExpression } from "./bound.ts";
import { isVolatile, someBound } from "./bound-tree.ts";
import { assumedRows, chooseAccess, type AccessChoice } from "./access.ts";
import { columnFacts, tableFacts } from "./column-fact.ts";
import type { FromItem, FromTable } from "./from.ts";
import { equalities } from "./hash-key.ts";
import { isSubset, tablesOf, takeApart, type Attachment, type FromLeaf, type JoinParts } from "./join-part.ts";
import { simplifyJoins } from "./outer-join.ts";
import type { ComputedNode, HashLookup, PlanNode } from "./node.ts";
import type { Planning } from "./planning.ts";
import { connect } from "./row.ts";
import type { ScopeTable } from "./scope-table.ts";

export interface JoinOptions {
	/** Slots that any expression of the query reads. */
	readonly used: ReadonlySet<number>;
	/** The query is a subquery that runs for many outer rows: what can be kept between runs is. */
	readonly repeated: boolean;
	/** SELECT STRAIGHT_JOIN. */
	readonly straight: boolean;
	readonly lock: "update" | "share" | undefined;
	/** The tables whose row keys are wanted. */
	readonly keyed: ReadonlySet<ScopeTable>;
}

export function planJoins(item: FromItem, where: readonly BoundExpression[], planning: Planning, options: JoinOptions): PlanNode {
	const planner = new JoinPlanner(planning, options);
	return planner.plan(simplifyJoins(item, where), where, new Set());
}

/** Captured from an enclosing query: known, but not the same in every run. */
function hasOuter(bound: BoundExpression): boolean {
	return someBound(bound, (node) => node.kind === "outer");
}

function hasSubquery(bound: BoundExpression): boolean {
	return someBound(bound, (node) => node.kind === "subquery");
}

class JoinPlanner {
	readonly #planning: Planning;
	readonly #options: JoinOptions;

	constructor(planning: Planning, options: JoinOptions) {
		this.#planning = planning;
		this.#options = options;
	}

	/** `above`: the tables whose columns are filled in the row the node is opened with. */
	plan(item: FromItem, conditions: readonly BoundExpression[], above: ReadonlySet<ScopeTable>): PlanNode {
		const parts = takeApart(item);
		const run = new JoinRun([...conditions, ...parts.conjuncts], new Set(above));
		const waiting = [...parts.attachments];
		let node: PlanNode | undefined;
		for (let leaf = this.#next(parts, run); leaf !== undefined; leaf = this.#next(parts, run)) {
			const isFirst = node === undefined && above.size === 0;
			const right = this.#leaf(leaf, run, isFirst);
			node = node === undefined ? right : { kind: "join", outer: false, left: node, right, condition: undefined };
			node = this.#attach(node, waiting, run);
		}
		invariant(node !== undefined && waiting.length === 0, "Every part of a FROM clause finds its place.");
		return filtered(node, run.takeAll(), this.#planning);
	}

	/** Takes the leaf to read next out of the list. */
	#next({ leaves, straight }: JoinParts, run: JoinRun): FromLeaf | undefined {
		let best = 0;
		if (!straight && !this.#options.straight && leaves.length > 1) {
			let least = Number.POSITIVE_INFINITY;
			for (const [at, leaf] of leaves.entries()) {
				const rows = this.#estimate(leaf, run);
				if (rows < least) {
					best = at;
					least = rows;
				}
			}
		}
		return leaves.splice(best, 1)[0];
	}

	/** How many rows of a leaf there will be for each row so far. */
	#estimate(leaf: FromLeaf, run: JoinRun): number {
		const conjuncts = run.concerning(leaf.source);
		const connected = run.have.size > 0 && equalities(leaf.source, conjuncts, run.have, this.#planning).length > 0;
		const all = leaf.kind === "table" ? this.#access(leaf, conjuncts, run.have).rows : assumedRows / 10;
		if (run.have.size === 0) {
			return all;
		}
		// Without a connection every row meets every row.
		return connected ? Math.min(all, assumedRows / 50) : all + assumedRows;
	}

	#access({ source, table, hints }: FromTable, conjuncts: readonly BoundExpression[], have: ReadonlySet<ScopeTable>): AccessChoice {
		const isKnown = (bound: BoundExpression): boolean => !isVolatile(bound) && isSubset(tablesOf(bound), have);
		return chooseAccess(table, tableFacts(source, conjuncts, isKnown, this.#planning), hints);
	}

	#leaf(leaf: FromLeaf, run: JoinRun, isFirst: boolean): PlanNode {
		const conjuncts = run.take(leaf.source);
		if (leaf.kind === "table") {
			const choice = this.#access(leaf, conjuncts, new Set([...run.have].filter((table) => table !== leaf.source)));
			if ((isFirst && !this.#options.repeated) || dependsOnRow(choice)) {
				return this.#table(leaf, conjuncts, choice);
			}
		} else if (isFirst && !this.#options.repeated) {
			return this.#whole(leaf, conjuncts);
		}
		return this.#kept(leaf, conjuncts, run.have);
	}

	/** A leaf that is read once and kept, to be looked up by the equalities that connect it with what was read before. */
	#kept(leaf: FromLeaf, conjuncts: readonly BoundExpression[], have: ReadonlySet<ScopeTable>): HashLookup | PlanNode {
		const { source } = leaf;
		const keys = equalities(source, conjuncts, have, this.#planning);
		const isOwn = (bound: BoundExpression): boolean =>
			tablesOf(bound).size === 1 && tablesOf(bound).has(source) && !hasOuter(bound) && !isVolatile(bound) && !hasSubquery(bound);
		const own = conjuncts.filter(isOwn);
		const rest = conjuncts.filter((conjunct) => !own.includes(conjunct) && !keys.some((key) => key.conjunct === conjunct));
		const input = leaf.kind === "table" ? this.#table(leaf, own, this.#access(leaf, own, new Set())) : this.#whole(leaf, own);
		return {
			kind: "hash-lookup",
			input,
			keys: keys.map(({ key }) => key),
			probes: keys.map(({ probe }) => probe),
			types: keys.map(({ type }) => type),
			firstSlot: source.firstSlot,
			endSlot: source.keySlot + 1,
			condition: conjunction(rest, this.#planning),
		};
	}

	#table({ source, table }: FromTable, conjuncts: readonly BoundExpression[], { access, possible, rows }: AccessChoice): PlanNode {
		const { used, keyed, lock } = this.#options;
		return {
			kind: "table",
			source,
			columns: table.columns.map((column) => column.offset).filter((offset) => used.has(source.firstSlot + offset)),
			withKey: keyed.has(source),
			access,
			condition: conjunction(conjuncts, this.#planning),
			lock: lock ?? (this.#planning.locksReads === true ? "read" : undefined),
			possible,
			rows,
		};
	}

	#whole(leaf: Exclude<FromLeaf, FromTable>, conjuncts: readonly BoundExpression[]): PlanNode {
		const condition = conjunction(conjuncts, this.#planning);
		const { source } = leaf;
		if (leaf.kind === "derived") {
			return { kind: "derived", source, plan: leaf.plan, condition };
		}
		return { kind: "computed", source, computed: leaf.computed, wanted: this.#wanted(source, conjuncts), condition };
	}

	#wanted(source: ScopeTable, conjuncts: readonly BoundExpression[]): ComputedNode["wanted"] {
		const facts = columnFacts(source, conjuncts, (bound) => tablesOf(bound).size === 0 && !isVolatile(bound), this.#planning);
		return [...facts].flatMap(([offset, { equal }]) =>
			equal?.length === 1 ? [{ name: source.columns[offset]!.name.toLowerCase(), value: equal[0]!.value }] : []);
	}

	/** Outer joins whose left sides have been read, and what can be checked behind them. */
	#attach(node: PlanNode, waiting: Attachment[], run: JoinRun): PlanNode {
		let joined = node;
		for (;;) {
			const at = waiting.findIndex(({ after }) => isSubset(after, run.have));
			if (at < 0) {
				return joined;
			}
			const { item, conjuncts } = waiting.splice(at, 1)[0]!;
			const right = this.plan(item, conjuncts, run.have);
			joined = { kind: "join", outer: true, left: joined, right, condition: undefined };
			run.add(item);
			joined = filtered(joined, run.takeKnown(), this.#planning);
		}
	}
}

/** What is left to check, and what has been read, while tables are put in order. */
class JoinRun {
	readonly have: Set<ScopeTable>;
	#conjuncts: BoundExpression[];

	constructor(conjuncts: readonly BoundExpression[], have: Set<ScopeTable>) {
		// Cheap conditions first: a subquery runs for the rows that the others leave.
		this.#conjuncts = [...conjuncts.filter((bound) => !hasSubquery(bound)), ...conjuncts.filter(hasSubquery)];
		this.have = have;
	}

	/** What could be checked once this table is read too. */
	concerning(source: ScopeTable): BoundExpression[] {
		const all = new Set(this.have).add(source);
		return this.#conjuncts.filter((conjunct) => isSubset(tablesOf(conjunct), all));
	}

	/** The same, taken: the table counts as read from now on. */
	take(source: ScopeTable): BoundExpression[] {
		this.have.add(source);
		return this.takeKnown();
	}

	takeKnown(): BoundExpression[] {
		const known = this.#conjuncts.filter((conjunct) => isSubset(tablesOf(conjunct), this.have));
		this.#conjuncts = this.#conjuncts.filter((conjunct) => !known.includes(conjunct));
		return known;
	}

	takeAll(): BoundExpression[] {
		return this.#conjuncts.splice(0);
	}

	add(item: FromItem): void {
		if (item.kind === "join") {
			this.add(item.left);
			this.add(item.right);
		} else {
			this.have.add(item.source);
		}
	}
}

/** Does the access look for values of the row it is opened with, or of an enclosing query's? */
function dependsOnRow({ access }: AccessChoice): boolean {
	return access.kind === "index" && access.ranges.some(({ equal, low, high, like }) =>
		[...equal.map(({ value }) => value), low?.value, high?.value, like].some((value) =>
			value !== undefined && someBound(value, (node) => node.kind === "column" || node.kind === "outer")));
}

export function conjunction(conjuncts: readonly BoundExpression[], planning: Planning): BoundExpression | undefined {
	return conjuncts.length === 0 ? undefined : connect("and", conjuncts, planning);
}

function filtered(node: PlanNode, conjuncts: readonly BoundExpression[], planning: Planning): PlanNode {
	const condition = conjunction(conjuncts, planning);
	return condition === undefined ? node : { kind: "filter", input: node, condition, clause: "where" };
}
