/**
 * Describes a plan as EXPLAIN blocks: what the executor does, with the planner's row estimates.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import { estimatedRows } from "../tree/estimated-rows.ts";
import {
	wholePlan,
	type QueryPlan,
	type Group,
	type HashLookup,
	type PlanNode,
	type Sort,
} from "../tree/query-plan.ts";
import { noAccess } from "./access-text.ts";
import type { QueryBlock, TableFacts } from "./block.ts";
import { isOrderOfSearch, writtenParts } from "./fulltext-search.ts";
import { expressionsOf } from "./plan-tree.ts";
import { tableFacts } from "./table-facts.ts";

export function describePlan(plan: QueryPlan): QueryBlock {
	return new Describer().query(plan, { alone: "SIMPLE", outer: "PRIMARY", dependent: false });
}

/** `selectType`: UPDATE or DELETE. */
export function describeTargets(node: PlanNode, selectType: string): QueryBlock {
	const block = new Describer().select(node, { alone: selectType, outer: selectType, dependent: false }, true);
	return block.tables.length === 1 ? { ...block, tables: block.tables.map(asRange) } : block;
}

/** A single-table change shows a range even for a whole unique key, as MySQL does. */
function asRange(facts: TableFacts): TableFacts {
	if (facts.type !== "const" && facts.type !== "ref") {
		return facts;
	}
	return {
		...facts,
		type: "range",
		extra: facts.extra.includes("Using where") ? facts.extra : ["Using where", ...facts.extra],
	};
}

/** select_type of a query: without other queries inside, and otherwise. */
interface Calling {
	readonly alone: string;
	readonly outer: string;
	readonly dependent: boolean;
}

/** Collected about one SELECT. */
interface Gathered {
	readonly tables: TableFacts[];
	readonly nested: QueryBlock[];
	readonly seen: Set<QueryPlan>;
	message: string | undefined;
	sorts: boolean;
	groups: QueryBlock["groups"];
	distinct: boolean;
	/** Rows joined so far, and their cost. */
	rows: number;
	cost: number;
}

class Describer {
	#lastId = 0;

	query(plan: QueryPlan, calling: Calling): QueryBlock {
		const union = unionIn(plan.node);
		if (union === undefined) {
			return this.select(plan.node, calling, !plan.volatile);
		}
		const { outer, dependent } = calling;
		const rest = dependent ? "DEPENDENT UNION" : "UNION";
		const parts = union.parts.map((part, at) => {
			const called = at === 0 ? outer : rest;
			return this.query(part.plan, { alone: called, outer: called, dependent });
		});
		const cost = parts.reduce((sum, part) => sum + part.cost, 0);
		return {
			id: null,
			selectType: "UNION RESULT",
			tables: [],
			message: undefined,
			sorts: hasSort(plan.node),
			groups: "none",
			distinct: union.distinctParts > 0,
			cost,
			nested: [],
			parts,
			dependent,
			cacheable: !plan.volatile,
			node: plan.node,
		};
	}

	select(node: PlanNode, { alone, outer, dependent }: Calling, cacheable: boolean): QueryBlock {
		const id = ++this.#lastId;
		const gathered: Gathered = {
			tables: [],
			nested: [],
			seen: new Set(),
			message: undefined,
			sorts: false,
			groups: "none",
			distinct: false,
			rows: 1,
			cost: 0,
		};
		this.#visit(node, gathered);
		const { nested, sorts, groups, distinct, cost } = gathered;
		const isPruned = gathered.tables.length === 1 && gathered.tables[0]!.partitions === "";
		const [tables, message] = isPruned
			? [[], "No matching rows after partition pruning"]
			: [gathered.tables, gathered.message];
		return {
			id,
			selectType: nested.some((inner) => inner.selectType !== "MATERIALIZED") ? outer : alone,
			tables,
			message: tables.length > 0 ? undefined : (message ?? "No tables used"),
			sorts,
			groups,
			distinct,
			cost,
			nested,
			parts: [],
			dependent,
			cacheable,
			node,
		};
	}

	#visit(node: PlanNode, gathered: Gathered): void {
		switch (node.kind) {
			case "one-row":
			case "union":
				return;
			case "no-rows":
				gathered.message = node.reason;
				return;
			case "table":
				this.#add(tableFacts(node, gathered.rows, gathered.cost), gathered);
				this.#subqueries(node, gathered);
				return;
			case "computed":
			case "derived":
				this.#whole(node, gathered);
				this.#subqueries(node, gathered);
				return;
			case "join":
				this.#visit(node.left, gathered);
				this.#visit(node.right, gathered);
				this.#subqueries(node, gathered);
				return;
			case "hash-lookup":
				this.#kept(node, gathered);
				this.#subqueries(node, gathered);
				return;
			case "sort":
				this.#sort(node, gathered);
				return;
			case "group":
				if (isCounted(node)) {
					gathered.message = "Select tables optimized away";
					return;
				}
				gathered.groups = node.keys.length === 0 ? gathered.groups : node.order === undefined ? "hashed" : "sorted";
				break;
			case "distinct":
				gathered.distinct = true;
				break;
		}
		this.#visit(node.input, gathered);
		this.#subqueries(node, gathered);
	}

	/** Rows found by a full-text search come in its order. */
	#sort(node: Sort, gathered: Gathered): void {
		this.#visit(node.input, gathered);
		this.#subqueries(node, gathered);
		const [first] = gathered.tables;
		if (first?.type === "fulltext" && isOrderOfSearch(node.keys)) {
			gathered.tables[0] = { ...first, extra: [...first.extra, "Ft_hints: sorted"] };
		} else {
			gathered.sorts = true;
		}
	}

	#add(table: TableFacts, gathered: Gathered): void {
		gathered.tables.push(table);
		gathered.rows = table.produced;
		gathered.cost = table.cost;
	}

	/** A hash join's inner side. */
	#kept(node: HashLookup, gathered: Gathered): void {
		const { rows, cost } = gathered;
		gathered.rows = 1;
		this.#visit(node.input, gathered);
		const last = gathered.tables.pop()!;
		const words = [
			...(last.extra.includes("Using where") || (node.condition === undefined && node.keys.length === 0)
				? []
				: ["Using where"]),
			...last.extra,
			node.keys.length > 0 ? "Using join buffer (hash join)" : "Using join buffer (Block Nested Loop)",
		];
		const found = Math.max(last.rows ?? 1, 1);
		const filtered = Math.min(100, Math.max((node.rows / found) * 100, 0.01));
		const produced = Math.max(rows * node.rows, 0);
		this.#add(
			{
				...last,
				extra: words,
				filtered: node.keys.length === 0 ? last.filtered : filtered,
				produced,
				cost: cost + last.cost + produced * 0.2,
			},
			gathered,
		);
	}

	#whole(node: PlanNode & { kind: "computed" | "derived" }, gathered: Gathered): void {
		let table = node.source.alias;
		let materialized: QueryBlock | undefined;
		if (node.kind === "derived") {
			const isSubquery = node.subquery === true;
			const called = isSubquery ? "MATERIALIZED" : "DERIVED";
			// Materializing implies the DISTINCT.
			const { plan } = node;
			const described = isSubquery && plan.node.kind === "distinct" ? { ...plan, node: plan.node.input } : plan;
			materialized = this.query(described, { alone: called, outer: called, dependent: false });
			gathered.nested.push(materialized);
			table = `<${isSubquery ? "subquery" : "derived"}${firstId(materialized)}>`;
		}
		const rows = Math.max(1, Math.round(estimatedRows(node)));
		this.#add(
			{
				...noAccess,
				type: "ALL",
				table,
				rows,
				filtered: 100,
				extra: node.condition === undefined ? [] : ["Using where"],
				produced: gathered.rows * rows,
				cost: gathered.cost + gathered.rows * rows * 0.2,
				usedColumns: node.source.columns.map(({ name }) => name),
				keyParts: [],
				condition: node.condition,
				materialized,
			},
			gathered,
		);
	}

	#subqueries(node: PlanNode, gathered: Gathered): void {
		for (const expression of expressionsOf(node)) {
			this.#subqueriesIn(expression, gathered);
		}
	}

	#subqueriesIn(bound: BoundExpression, gathered: Gathered): void {
		const plan = bound.kind === "subquery" ? wholePlan(bound.plan) : undefined;
		if (bound.kind === "subquery" && plan !== undefined && !gathered.seen.has(plan)) {
			gathered.seen.add(plan);
			const dependent = bound.captures.length > 0;
			const called = plan.volatile ? "UNCACHEABLE SUBQUERY" : dependent ? "DEPENDENT SUBQUERY" : "SUBQUERY";
			gathered.nested.push(this.query(plan, { alone: called, outer: called, dependent }));
		}
		for (const part of writtenParts(bound)) {
			this.#subqueriesIn(part, gathered);
		}
	}
}

/** Number of a block; a UNION has its first part's. */
function firstId(block: QueryBlock): number {
	return block.id ?? firstId(block.parts[0]!);
}

/** COUNT(*) of a whole table reads the stored count, no rows. */
function isCounted({ input, keys, aggregates }: Group): boolean {
	return (
		input.kind === "table" &&
		keys.length === 0 &&
		aggregates.length > 0 &&
		input.access.kind === "scan" &&
		input.condition === undefined &&
		input.lock === undefined &&
		!input.withKey &&
		input.columns.length === 0 &&
		aggregates.every(
			({ name, distinct, operands }) =>
				name === "count" && !distinct && operands.every(({ kind, nullable }) => kind === "constant" && !nullable),
		)
	);
}

function unionIn(node: PlanNode): (PlanNode & { kind: "union" }) | undefined {
	switch (node.kind) {
		case "union":
			return node;
		case "sort":
		case "limit":
			return unionIn(node.input);
		default:
			return undefined;
	}
}

function hasSort(node: PlanNode): boolean {
	return node.kind === "sort" || (node.kind === "limit" && node.input.kind === "sort");
}
