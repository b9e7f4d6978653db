/**
 * EXPLAIN: a plan as MySQL describes plans, a row for each table that is read.
 *
 * In: a plan. Out: rows that tell the truth about indexes and order; numbers of rows are the planner's guesses. It refuses to run
 * anything.
 */
import type { BoundExpression } from "./bound.ts";
import { partsOf } from "./bound-tree.ts";
import { describeAccess, type AccessWords } from "./explain-access.ts";
import type { PlanNode, TableNode } from "./node.ts";
import type { QueryPlan } from "./query-plan.ts";
import type { TargetPlan } from "./target.ts";

export interface ExplainRow extends AccessWords {
	/** null: the result of a UNION. */
	readonly id: number | null;
	readonly selectType: string;
	/** Alias, `<derived2>`, `<union1,2>`; null: none. */
	readonly table: string | null;
	readonly rows: number | null;
	/** Percent of the rows that hold the condition. */
	readonly filtered: number | null;
	readonly extra: string | null;
}

export function explainRows(plan: QueryPlan): ExplainRow[] {
	const explainer = new Explainer();
	explainer.query(plan, "SIMPLE", "PRIMARY");
	return explainer.rows;
}

/** `selectType`: UPDATE or DELETE. */
export function explainTargets(plan: TargetPlan, selectType: string): ExplainRow[] {
	const explainer = new Explainer();
	explainer.select(plan.node, selectType);
	return explainer.rows;
}

const noAccess: AccessWords = { type: null, possibleKeys: null, key: null, keyLength: null, ref: null };

/** What of one SELECT is gathered until its rows are known. */
interface Gathered {
	readonly id: number;
	readonly selectType: string;
	/** Said of the first table. */
	readonly first: string[];
	readonly nested: { readonly plan: QueryPlan; readonly selectType: string }[];
	readonly rows: { row: ExplainRow; extra: string[] }[];
}

class Explainer {
	readonly rows: ExplainRow[] = [];
	#lastId = 0;

	/** `alone`: what it is called where it holds no other query; else `outer`. */
	query(plan: QueryPlan, alone: string, outer: string): void {
		const union = unionIn(plan.node);
		if (union === undefined) {
			this.select(plan.node, hasNested(plan.node) ? outer : alone);
			return;
		}
		const ids: number[] = [];
		for (const [at, part] of union.parts.entries()) {
			ids.push(this.#lastId + 1);
			this.query(part.plan, at === 0 ? outer : "UNION", at === 0 ? outer : "UNION");
		}
		const extra = ["Using temporary", ...(plan.node.kind === "sort" || isSortedLimit(plan.node) ? ["Using filesort"] : [])].join("; ");
		this.rows.push({ id: null, selectType: "UNION RESULT", table: `<union${ids.join(",")}>`, ...noAccess, type: "ALL", rows: null, filtered: null, extra });
	}

	select(node: PlanNode, selectType: string): void {
		const gathered: Gathered = { id: ++this.#lastId, selectType, first: [], nested: [], rows: [] };
		this.#visit(node, gathered, []);
		const { id, first, rows, nested } = gathered;
		const [head] = rows;
		if (head === undefined) {
			const extra = first.length > 0 ? first.join("; ") : "No tables used";
			this.rows.push({ id, selectType, table: null, ...noAccess, rows: null, filtered: null, extra });
		} else {
			head.extra.push(...first);
		}
		for (const { row, extra } of rows) {
			this.rows.push({ ...row, extra: extra.length === 0 ? null : extra.join("; ") });
		}
		for (const inner of nested) {
			this.query(inner.plan, inner.selectType, inner.selectType);
		}
	}

	/** `extra`: what an operator above says of the tables below. */
	#visit(node: PlanNode, gathered: Gathered, extra: readonly string[]): void {
		for (const expression of expressionsOf(node)) {
			this.#subqueries(expression, gathered);
		}
		switch (node.kind) {
			case "one-row":
				return;
			case "no-rows":
				gathered.first.push(node.reason);
				return;
			case "table":
				this.#table(node, gathered, extra);
				return;
			case "computed":
			case "derived":
				this.#whole(node, gathered, extra);
				return;
			case "join":
				this.#visit(node.left, gathered, []);
				this.#visit(node.right, gathered, []);
				return;
			case "hash-lookup":
				this.#visit(node.input, gathered, [
					...(node.condition === undefined && node.keys.length === 0 ? [] : ["Using where"]),
					node.keys.length > 0 ? "Using join buffer (hash join)" : "Using join buffer",
				]);
				return;
			case "sort":
				gathered.first.push("Using filesort");
				break;
			case "group":
				if (node.keys.length > 0) {
					gathered.first.push("Using temporary", ...(node.order === undefined ? [] : ["Using filesort"]));
				}
				break;
			case "distinct":
				gathered.first.push("Using temporary");
				break;
			case "union":
				return;
		}
		this.#visit(node.input, gathered, extra);
	}

	#table(node: TableNode, gathered: Gathered, extra: readonly string[]): void {
		const { id, selectType, rows } = gathered;
		const where = node.condition === undefined ? [] : ["Using where"];
		rows.push({
			row: {
				id, selectType, table: node.source.alias, ...describeAccess(node),
				rows: Math.max(1, Math.round(node.rows)), filtered: node.condition === undefined || node.access.kind === "index" ? 100 : 10, extra: null,
			},
			extra: [...new Set([...where, ...extra])],
		});
	}

	#whole(node: PlanNode & { kind: "computed" | "derived" }, gathered: Gathered, extra: readonly string[]): void {
		const { id, selectType, rows, nested } = gathered;
		let table = node.source.alias;
		if (node.kind === "derived") {
			nested.push({ plan: node.plan, selectType: "DERIVED" });
			table = `<derived${this.#lastId + nested.length}>`;
		}
		const where = node.condition === undefined ? [] : ["Using where"];
		rows.push({
			row: { id, selectType, table, ...noAccess, type: "ALL", rows: 100, filtered: 100, extra: null },
			extra: [...new Set([...where, ...extra])],
		});
	}

	#subqueries(bound: BoundExpression, gathered: Gathered): void {
		if (bound.kind === "subquery" && !gathered.nested.some(({ plan }) => plan === bound.plan)) {
			const kind = bound.captures.length > 0 ? "DEPENDENT SUBQUERY" : "SUBQUERY";
			gathered.nested.push({ plan: bound.plan, selectType: bound.plan.volatile ? `UNCACHEABLE SUBQUERY` : kind });
		}
		for (const part of partsOf(bound)) {
			this.#subqueries(part, gathered);
		}
	}
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

function isSortedLimit(node: PlanNode): boolean {
	return node.kind === "limit" && node.input.kind === "sort";
}

function hasNested(node: PlanNode): boolean {
	const holds = (bound: BoundExpression): boolean => bound.kind === "subquery" || partsOf(bound).some(holds);
	return node.kind === "derived" || expressionsOf(node).some(holds) || inputsOf(node).some(hasNested);
}

function inputsOf(node: PlanNode): readonly PlanNode[] {
	if (node.kind === "join") {
		return [node.left, node.right];
	}
	return "input" in node ? [node.input] : [];
}

/** The expressions that an operator evaluates itself. */
function expressionsOf(node: PlanNode): readonly BoundExpression[] {
	const condition = "condition" in node && node.condition !== undefined ? [node.condition] : [];
	switch (node.kind) {
		case "hash-lookup":
			return [...node.keys, ...node.probes, ...condition];
		case "group":
			return [...node.keys, ...node.aggregates.flatMap((aggregate) => aggregate.operands)];
		case "compute":
		case "project":
			return node.expressions;
		case "sort":
			return node.keys.map((key) => key.expression);
		default:
			return condition;
	}
}
