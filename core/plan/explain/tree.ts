/**
 * EXPLAIN FORMAT=TREE, as MySQL 8.0 prints it: an operator a line, its inputs indented below.
 */
import type { BoundExpression } from "../tree/bound-expression.ts";
import { estimatedRows } from "../tree/estimated-rows.ts";
import { typeOf } from "./access-text.ts";
import { expressionsOf } from "./plan-tree.ts";
import { isIndexOnly } from "./table-facts.ts";
import type { Access, HashLookup, PlanNode, TableNode } from "../tree/query-plan.ts";

export interface TreeText {
	print(bound: BoundExpression): string;
	/** Subqueries of an expression, outermost first. */
	subqueries(bound: BoundExpression): readonly { readonly title: string; readonly node: PlanNode }[];
}

export function explainTree(node: PlanNode, words: TreeText): string {
	return `${linesOf(node, words).join("\n")}\n`;
}

function linesOf(node: PlanNode, words: TreeText): string[] {
	const nested = expressionsOf(node)
		.flatMap((bound) => words.subqueries(bound))
		.flatMap(({ title, node: inner }) => [`-> ${title}`, ...indented(linesOf(inner, words))]);
	return [...own(node, words), ...nested];
}

function indented(lines: readonly string[]): string[] {
	return lines.map((line) => `    ${line}`);
}

function above(title: string, input: PlanNode, words: TreeText): string[] {
	return [`-> ${title}`, ...indented(linesOf(input, words))];
}

function rowsText(node: PlanNode): string {
	return `(rows=${Math.max(Math.round(estimatedRows(node)), 0)})`;
}

function own(node: PlanNode, words: TreeText): string[] {
	switch (node.kind) {
		case "one-row":
			return ["-> Rows fetched before execution  (rows=1)"];
		case "no-rows":
			return [`-> Zero rows (${node.reason})  (rows=0)`];
		case "table":
			return withCondition(
				node,
				node.condition,
				[`-> ${accessText(node, words)}  (rows=${Math.max(1, Math.round(node.rows))})`],
				words,
			);
		case "computed":
			return withCondition(node, node.condition, [`-> Table scan on ${node.source.alias}`], words);
		case "derived":
			return withCondition(
				node,
				node.condition,
				[
					`-> Table scan on ${node.source.alias}  ${rowsText(node)}`,
					...indented(above("Materialize", node.plan.node, words)),
				],
				words,
			);
		case "join":
			return joinLines(node, words);
		case "hash-lookup":
			return hashLines(node, "", words);
		case "filter":
			return above(`Filter: ${words.print(node.condition)}`, node.input, words);
		case "group":
			return above(
				`${node.keys.length === 0 ? "Aggregate" : node.order === undefined ? "Aggregate using temporary table" : "Group aggregate, sorted"}: ` +
					node.aggregates
						.map(({ name, operands }) => `${name}(${operands.map(words.print).join(", ") || "*"})`)
						.join(", "),
				node.input,
				words,
			);
		case "sort":
			return above(
				`Sort: ${node.keys
					.map(({ expression, descending }) => `${words.print(expression)}${descending ? " DESC" : ""}`)
					.join(", ")}${node.limit === undefined ? "" : ", limit input to the first rows"}`,
				node.input,
				words,
			);
		case "limit":
			return above(`Limit: ${words.print(node.count)} row(s)`, node.input, words);
		case "distinct":
			return above("Deduplicate", node.input, words);
		case "union":
			return [
				`-> Append${node.distinctParts > 0 ? ", deduplicated" : ""}`,
				...node.parts.flatMap(({ plan }) => indented(linesOf(plan.node, words))),
			];
		default:
			return linesOf(node.input, words);
	}
}

function withCondition(
	node: PlanNode,
	condition: BoundExpression | undefined,
	lines: string[],
	words: TreeText,
): string[] {
	return condition === undefined
		? lines
		: [`-> Filter: ${words.print(condition)}  ${rowsText(node)}`, ...indented(lines)];
}

function joinLines({ left, right, outer }: PlanNode & { kind: "join" }, words: TreeText): string[] {
	const kind = outer ? "Left" : "Inner";
	if (right.kind === "hash-lookup") {
		const [title, ...below] = hashLines(right, kind, words);
		return [title!, ...indented(linesOf(left, words)), ...below];
	}
	return [
		`-> Nested loop ${outer ? "left" : "inner"} join`,
		...indented([...linesOf(left, words), ...linesOf(right, words)]),
	];
}

function hashLines({ input, keys, probes, condition }: HashLookup, kind: string, words: TreeText): string[] {
	const pairs = keys.map((key, at) => `(${words.print(key)} = ${words.print(probes[at]!)})`);
	const extra = condition === undefined ? "" : `, extra conditions: ${words.print(condition)}`;
	const title = kind === "" ? "Hash lookup" : `${kind} hash join`;
	return [
		`-> ${title} (${pairs.length === 0 ? "no condition" : pairs.join(", ")})${extra}`,
		...indented(above("Hash", input, words)),
	];
}

function accessText(node: TableNode, words: TreeText): string {
	const {
		access,
		source: { alias },
	} = node;
	if (access.kind === "scan") {
		return `Table scan on ${alias}${access.reverse ? " (reverse)" : ""}`;
	}
	const covering = isIndexOnly(node) && !access.index.primary ? "Covering index" : "Index";
	const reverse = access.reverse ? " (reverse)" : "";
	const name = `on ${alias} using ${access.index.name}`;
	switch (typeOf(access, access.ranges[0]!)) {
		case "const":
		case "eq_ref":
			return `Single-row index lookup ${name} (${equalText(access, words)})`;
		case "ref":
			return `${covering} lookup ${name} (${equalText(access, words)})${reverse}`;
		case "range":
			return `${covering} range scan ${name} over ${rangesText(access, words)}${reverse}`;
		default:
			return `${covering} scan ${name}${reverse}`;
	}
}

type IndexAccess = Access & { kind: "index" };

function equalText({ index, ranges }: IndexAccess, words: TreeText): string {
	return ranges[0]!.equal
		.map(({ value }, part) => `${index.parts[part]!.column.name}=${words.print(value)}`)
		.join(", ");
}

/** Ranges that are written out. */
const shown = 3;

function rangesText({ index, ranges }: IndexAccess, words: TreeText): string {
	const texts = ranges.slice(0, shown).map(({ equal, low, high, like }) => {
		const name = index.parts[equal.length]?.column.name ?? "";
		const bounds = [
			...equal.map(({ value }, part) => `${index.parts[part]!.column.name} = ${words.print(value)}`),
			...(low === undefined ? [] : [`${words.print(low.value)} ${low.inclusive ? "<=" : "<"} ${name}`]),
			...(high === undefined ? [] : [`${name} ${high.inclusive ? "<=" : "<"} ${words.print(high.value)}`]),
			...(like === undefined ? [] : [`${name} like ${words.print(like)}`]),
		];
		return `(${bounds.join(" AND ")})`;
	});
	return `${texts.join(" OR ")}${ranges.length > shown ? ` OR (${ranges.length - shown} more)` : ""}`;
}
