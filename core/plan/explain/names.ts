/**
 * Names of columns and subqueries in EXPLAIN's conditions.
 */
import type { Value } from "../../types/value/value.ts";
import type { BoundExpression, BoundSubquery } from "../tree/bound-expression.ts";
import { writtenParts } from "./fulltext-search.ts";
import type { QueryBlock } from "./block.ts";
import { type BoundNames, printBound } from "../tree/expression-text.ts";
import type { TreeText } from "./tree.ts";
import { wholePlan, type PlanNode } from "../tree/query-plan.ts";

type Parameters = readonly { readonly value: Value }[];

/** `quotes`: names in backticks, with their databases. */
export function namesFor(block: QueryBlock, parameters: Parameters, quotes: boolean): BoundNames {
	const numbers = numbersOf(block);
	const quoted = (name: string): string => `\`${name.replaceAll("`", "``")}\``;
	return {
		column: ({ name, source: { database, alias } }) =>
			quotes
				? [database, alias, name]
						.filter((part) => part !== "")
						.map(quoted)
						.join(".")
				: `${alias}.${name}`,
		subquery: (bound) => `select #${numbers.get(wholePlan(bound.plan).node) ?? "?"}`,
		parameters,
	};
}

export function treeText(block: QueryBlock, parameters: Parameters): TreeText {
	const names = namesFor(block, parameters, false);
	const numbers = numbersOf(block);
	return {
		print: (bound) => printBound(bound, names),
		subqueries: (bound) =>
			subqueriesIn(bound).map(({ plan, captures }) => ({
				title:
					`Select #${numbers.get(wholePlan(plan).node) ?? "?"} (subquery` +
					`${captures.length > 0 ? "; dependent" : plan.volatile ? "; uncacheable" : "; run only once"})`,
				node: wholePlan(plan).node,
			})),
	};
}

function numbersOf(block: QueryBlock): Map<PlanNode, number> {
	const numbers = new Map<PlanNode, number>();
	const visit = (each: QueryBlock): void => {
		numbers.set(each.node, each.id ?? each.parts[0]?.id ?? 0);
		[...each.parts, ...each.nested].forEach(visit);
	};
	visit(block);
	return numbers;
}

function subqueriesIn(bound: BoundExpression): BoundSubquery[] {
	return [...(bound.kind === "subquery" ? [bound] : []), ...writtenParts(bound).flatMap(subqueriesIn)];
}
