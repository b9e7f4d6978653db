/**
 * Join planning: order of tables, access path of each, nested-loop or hash join.
 *
 * Builds a plan node whose rows meet every condition of FROM and WHERE, in the cheapest order (`join-order.ts`).
 */
import { invariant } from "../../errors/invariant.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { tablesOf } from "../tree/bound-tree.ts";
import { hasSubquery, isVolatile } from "../tree/tree-facts.ts";
import type { AccessChoice } from "../access/access-path.ts";
import { columnFacts } from "../access/sargable-predicates.ts";
import { roughEstimates } from "../access/row-estimate.ts";
import { equalities, isOwn } from "./hash-key.ts";
import {
	writtenOrder,
	cheapestOrder,
	hasTable,
	isEmpty,
	noTable,
	withTable,
	type JoinOrder,
	type JoinStep,
	type StepsOf,
} from "./join-order.ts";
import { isSubset, flattenJoins, type OuterJoinPart, type FromLeaf, type JoinParts } from "./join-part.ts";
import { cheapestAccess, AccessCost, usedColumns, type JoinOptions } from "./access-cost.ts";
import { simplifyJoins } from "./outer-join.ts";
import { Multimap } from "../tree/multimap.ts";
import type { Planning } from "../tree/planning.ts";
import { connect } from "../bind/row-comparison.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { withImplied } from "./implied-condition.ts";
import { asSemiJoin } from "./semi-join.ts";
import type { ComputedNode, HashLookup, PlanNode, FromItem, FromTable } from "../tree/query-plan.ts";
import { filteredShare } from "../access/selectivity.ts";

/** Conditions of a table that decide where it comes in the order. */
const costedParts = 200;
/** Guess for the outer rows a subquery runs for. */
const assumedRuns = 100;
/** A subquery waits for later tables that leave less than this share of the rows. */
const fewerShare = 0.5;

interface OrderedLeaf {
	readonly leaf: FromLeaf;
	/** Read once into a hash table. */
	readonly isKept: boolean;
	/** Estimated matches for each row before, and rows joined so far. */
	readonly rows: number;
	readonly rowsAfter: number;
}

export function planJoins(
	item: FromItem,
	where: readonly BoundExpression[],
	planning: Planning,
	options: JoinOptions,
): PlanNode {
	const planner = new JoinPlanner(planning, options);
	const simple = simplifyJoins(item, where);
	const { newSlots, straight, repeated } = options;
	const joined =
		newSlots === undefined || straight || repeated ? undefined : asSemiJoin(simple, where, planning, newSlots);
	if (joined !== undefined && planner.cost(joined.item, joined.conjuncts) < planner.cost(simple, where)) {
		return planner.plan(joined.item, joined.conjuncts, new Set(), 1);
	}
	return planner.plan(simple, where, new Set(), repeated ? assumedRuns : 1);
}

class JoinPlanner {
	readonly #planning: Planning;
	readonly #options: JoinOptions;

	constructor(planning: Planning, options: JoinOptions) {
		this.#planning = planning;
		this.#options = options;
	}

	/** `above`: tables already filled in the row the node is opened with, one of about `rows`. */
	plan(item: FromItem, conditions: readonly BoundExpression[], above: ReadonlySet<ScopeTable>, rows: number): PlanNode {
		const parts = flattenJoins(item);
		const run = new JoinRun(this.#conditions(conditions, parts), new Set(above));
		const waiting = [...parts.attachments];
		let node: PlanNode | undefined;
		let after = rows;
		const order = this.#ordered(parts, run, above, rows);
		for (const [at, ordered] of order.entries()) {
			run.isFewerLater = order.some(({ rowsAfter }, later) => later > at && rowsAfter < ordered.rowsAfter * fewerShare);
			const right = this.#leaf(ordered, run);
			after = ordered.rowsAfter;
			node = node === undefined ? right : { kind: "join", outer: false, left: node, right, condition: undefined };
			node = this.#attach(node, waiting, run, after);
		}
		invariant(node !== undefined && waiting.length === 0, "Every part of a FROM clause finds its place.");
		return filtered(node, run.takeAll(), this.#planning);
	}

	/** Estimated cost with all conditions applied. */
	cost(item: FromItem, conditions: readonly BoundExpression[]): number {
		const parts = flattenJoins(item);
		return this.#route(parts, new JoinRun(this.#conditions(conditions, parts), new Set()), true, 1).cost;
	}

	#conditions(conditions: readonly BoundExpression[], { conjuncts }: JoinParts): readonly BoundExpression[] {
		return withImplied([...conditions, ...conjuncts], this.#planning);
	}

	/** Tables in reading order. */
	#ordered(parts: JoinParts, run: JoinRun, above: ReadonlySet<ScopeTable>, rows: number): readonly OrderedLeaf[] {
		const isAlone = above.size === 0 && !this.#options.repeated;
		const { leaves, attachments } = parts;
		if (leaves.length === 1 && isAlone && attachments.length === 0) {
			return [{ leaf: leaves[0]!, isKept: false, rows, rowsAfter: rows }];
		}
		return this.#route(parts, run, isAlone, rows).steps.map(({ leaf, step, rowsBefore }) => ({
			leaf: leaves[leaf]!,
			isKept: step.isKept,
			rows: step.rows,
			rowsAfter: rowsBefore * step.rows,
		}));
	}

	#route({ leaves, straight }: JoinParts, run: JoinRun, isAlone: boolean, rows: number): JoinOrder {
		const { few } = this.#options;
		const stepsOf = this.#steps(run, leaves, isAlone);
		const wanted = (all: number): number => (few === undefined ? 1 : Math.min(few / Math.max(all, 1), 1));
		return straight || this.#options.straight
			? writtenOrder(leaves.length, stepsOf, rows)
			: cheapestOrder(leaves.length, stepsOf, rows, wanted);
	}

	/** The cost of a table depends only on those earlier tables that a condition connects it with. */
	#steps(run: JoinRun, leaves: readonly FromLeaf[], isAlone: boolean): StepsOf {
		const cost = new AccessCost(this.#planning, this.#options);
		const neighbours = leaves.map(({ source }) => run.neighbours(source));
		const known = leaves.map(() => new Map<number | string, readonly JoinStep[]>());
		return (at, before) => {
			const leaf = leaves[at]!;
			const { low, high } = leaves.reduce(
				(set, { source }, other) =>
					hasTable(before, other) && neighbours[at]!.has(source) ? withTable(set, other) : set,
				noTable,
			);
			// The first table is never hashed.
			const isFirst = isEmpty(before);
			const word = low * 2 + (isFirst ? 1 : 0);
			const key = high === 0 ? word : `${word} ${high}`;
			let steps = known[at]!.get(key);
			if (steps === undefined) {
				const have = new Set([
					...run.have,
					...leaves.filter((_, other) => hasTable(before, other)).map(({ source }) => source),
				]);
				steps = cost.steps(leaf, run.about(leaf.source, have), have, isAlone && isFirst);
				known[at]!.set(key, steps);
			}
			return steps;
		};
	}

	#leaf({ leaf, isKept, rows }: OrderedLeaf, run: JoinRun): PlanNode {
		const conjuncts = run.take(leaf.source);
		if (isKept) {
			return this.#kept(leaf, conjuncts, run.have, rows);
		}
		if (leaf.kind !== "table") {
			return this.#whole(leaf, conjuncts);
		}
		return this.#table(
			leaf,
			conjuncts,
			this.#access(leaf, conjuncts, new Set([...run.have].filter((table) => table !== leaf.source))),
		);
	}

	#access(leaf: FromTable, conjuncts: readonly BoundExpression[], have: ReadonlySet<ScopeTable>): AccessChoice {
		return cheapestAccess(leaf, conjuncts, have, this.#planning, this.#options, false);
	}

	/** A hash join's inner table, probed by the equalities with earlier tables. */
	#kept(
		leaf: FromLeaf,
		conjuncts: readonly BoundExpression[],
		have: ReadonlySet<ScopeTable>,
		rows: number,
	): HashLookup | PlanNode {
		const { source } = leaf;
		const keys = equalities(source, conjuncts, have, this.#planning);
		const own = conjuncts.filter((conjunct) => isOwn(conjunct, source));
		const taken = new Set(own.concat(keys.map((key) => key.conjunct)));
		const rest = conjuncts.filter((conjunct) => !taken.has(conjunct));
		const input =
			leaf.kind === "table" ? this.#table(leaf, own, this.#access(leaf, own, new Set())) : this.#whole(leaf, own);
		return {
			kind: "hash-lookup",
			input,
			keys: keys.map(({ key }) => key),
			probes: keys.map(({ probe }) => probe),
			types: keys.map(({ type }) => type),
			firstSlot: source.firstSlot,
			endSlot: source.keySlot + 1,
			condition: conjunction(rest, this.#planning),
			rows,
		};
	}

	#table(
		{ source, table, aside }: FromTable,
		conjuncts: readonly BoundExpression[],
		{ access, possible, rows }: AccessChoice,
	): PlanNode {
		const { used, keyed, lock } = this.#options;
		const { needsRowEstimates, estimates = roughEstimates } = this.#planning;
		return {
			kind: "table",
			source,
			columns: usedColumns(source, used),
			withKey: keyed.has(source),
			access,
			condition: conjunction(conjuncts, this.#planning),
			lock: (aside === true ? undefined : lock) ?? (this.#planning.locksReads === true ? "read" : undefined),
			possible,
			// Decisions assume more rows than a small table has; EXPLAIN shows the real number.
			rows: needsRowEstimates === true ? Math.min(rows, Math.max(estimates.rows(table), 1)) : rows,
			filtered: needsRowEstimates === true ? filteredShare(source, conjuncts, rows, this.#planning) : 1,
		};
	}

	#whole(leaf: Exclude<FromLeaf, FromTable>, conjuncts: readonly BoundExpression[]): PlanNode {
		const condition = conjunction(conjuncts, this.#planning);
		const { source } = leaf;
		if (leaf.kind === "derived") {
			return {
				kind: "derived",
				source,
				plan: leaf.plan,
				condition,
				...(leaf.subquery === true ? { subquery: true } : {}),
			};
		}
		return {
			kind: "computed",
			source,
			computed: leaf.computed,
			wanted: this.#wanted(source, conjuncts),
			columns: usedColumns(source, this.#options.used),
			condition,
		};
	}

	#wanted(source: ScopeTable, conjuncts: readonly BoundExpression[]): ComputedNode["wanted"] {
		const facts = columnFacts(
			source,
			conjuncts,
			(bound) => tablesOf(bound).size === 0 && !isVolatile(bound),
			this.#planning,
		);
		return [...facts].flatMap(([offset, { equal }]) =>
			equal?.length === 1 ? [{ name: source.columns[offset]!.name.toLowerCase(), value: equal[0]!.value }] : [],
		);
	}

	/** Adds outer joins whose left sides have been read, and the conditions that can be checked then. */
	#attach(node: PlanNode, waiting: OuterJoinPart[], run: JoinRun, rows: number): PlanNode {
		let joined = node;
		for (;;) {
			const at = waiting.findIndex(({ after }) => isSubset(after, run.have));
			if (at < 0) {
				return joined;
			}
			const { item, conjuncts } = waiting.splice(at, 1)[0]!;
			const right = this.plan(item, conjuncts, run.have, rows);
			joined = { kind: "join", outer: true, left: joined, right, condition: undefined };
			run.add(item);
			joined = filtered(joined, run.takeKnown(), this.#planning);
		}
	}
}

/** State of ordering: conditions left to check, tables read. */
class JoinRun {
	readonly have: Set<ScopeTable>;
	/** Later tables leave fewer rows: conditions that ask a query for each row wait for them. */
	isFewerLater = false;
	#conjuncts: BoundExpression[];
	/** While the order is chosen: before any is taken. */
	#byTable: Multimap<ScopeTable, BoundExpression> | undefined;

	constructor(conjuncts: readonly BoundExpression[], have: Set<ScopeTable>) {
		// Conditions with subqueries last: they then run for fewer rows.
		this.#conjuncts = [...conjuncts.filter((bound) => !hasSubquery(bound)), ...conjuncts.filter(hasSubquery)];
		this.have = have;
	}

	/** Conditions that could be checked for this table once the others are read; so many as decide about its cost. */
	about(source: ScopeTable, have: ReadonlySet<ScopeTable>): BoundExpression[] {
		const all = new Set(have).add(source);
		const about: BoundExpression[] = [];
		for (const conjunct of this.#of(source)) {
			if (isSubset(tablesOf(conjunct), all) && about.push(conjunct) === costedParts) {
				break;
			}
		}
		return about;
	}

	/** The conditions that name a table. */
	#of(source: ScopeTable): readonly BoundExpression[] {
		if (this.#byTable === undefined) {
			this.#byTable = new Multimap();
			for (const conjunct of this.#conjuncts) {
				for (const table of tablesOf(conjunct)) {
					this.#byTable.add(table, conjunct);
				}
			}
		}
		return this.#byTable.get(source);
	}

	/** Tables that conditions connect with this one. */
	neighbours(source: ScopeTable): ReadonlySet<ScopeTable> {
		const neighbours = new Set<ScopeTable>();
		for (const conjunct of this.#of(source)) {
			const tables = tablesOf(conjunct);
			if (tables.size > 1) {
				for (const table of tables) {
					neighbours.add(table);
				}
			}
		}
		return neighbours;
	}

	/** Marks the table as read and takes the conditions that can be checked now. */
	take(source: ScopeTable): BoundExpression[] {
		this.have.add(source);
		return this.takeKnown();
	}

	takeKnown(): BoundExpression[] {
		const known: BoundExpression[] = [];
		const others: BoundExpression[] = [];
		for (const conjunct of this.#conjuncts) {
			const isTaken = isSubset(tablesOf(conjunct), this.have) && !(this.isFewerLater && asksForEachRow(conjunct));
			(isTaken ? known : others).push(conjunct);
		}
		this.#conjuncts = others;
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

/** EXISTS, IN and comparisons with a query that reads values of the row. No access path is made of them. */
function asksForEachRow(condition: BoundExpression): boolean {
	if (condition.kind === "call" && condition.definition.name === "not") {
		return asksForEachRow(condition.operands[0]!);
	}
	return condition.kind === "subquery" && condition.captures.length > 0;
}

function conjunction(conjuncts: readonly BoundExpression[], planning: Planning): BoundExpression | undefined {
	return conjuncts.length === 0 ? undefined : connect("and", conjuncts, planning);
}

function filtered(node: PlanNode, conjuncts: readonly BoundExpression[], planning: Planning): PlanNode {
	const condition = conjunction(conjuncts, planning);
	return condition === undefined ? node : { kind: "filter", input: node, condition, clause: "where" };
}
