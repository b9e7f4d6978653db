/**
 * Facts of bound expressions beside a plain walk for each, on random trees below and beyond the size that is kept.
 */
import test from "ava";
import fc from "fast-check";
import type { BoundExpression } from "../../core/plan/tree/bound-expression.ts";
import { partsOf } from "../../core/plan/tree/bound-tree.ts";
import {
	countNodes,
	eachSlot,
	hasColumn,
	hasOuter,
	hasSubquery,
	isConstantItem,
	isKnown,
	isVolatile,
	mayWait,
} from "../../core/plan/tree/tree-facts.ts";

type Node = Partial<Record<keyof BoundExpression | "definition" | "operands" | "resolution", unknown>>;

const leaf = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Node>({ kind: "constant" }) },
	{ weight: 1, arbitrary: fc.nat(5).map((slot): Node => ({ kind: "column", slot }) as Node) },
	{ weight: 1, arbitrary: fc.constant<Node>({ kind: "outer" }) },
	{ weight: 1, arbitrary: fc.constant<Node>({ kind: "parameter" }) },
);

/** Mostly plain calls, so that a long tree does not have everything. */
const rarely = fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(true) });

const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 6 },
		leaf,
		fc.record({
			kind: fc.constant("call"),
			operands: fc.array(tie("tree"), { maxLength: 12 }),
			resolution: fc.record({ volatile: rarely, waits: rarely }),
		}) as fc.Arbitrary<Node>,
		fc.record({ kind: fc.constant("row"), items: fc.array(tie("tree"), { maxLength: 3 }) }) as fc.Arbitrary<Node>,
		fc.record({
			kind: fc.constant("subquery"),
			operands: fc.array(tie("tree"), { maxLength: 2 }),
			captures: fc.array(tie("tree"), { maxLength: 2 }),
			plan: fc.record({ volatile: fc.boolean() }),
		}) as fc.Arbitrary<Node>,
	),
}));

/** A call of many parts, or a tree of any kind. */
const expression = fc.oneof(
	tree,
	fc
		.array(fc.oneof({ weight: 20, arbitrary: leaf }, { weight: 1, arbitrary: tree }), {
			minLength: 30,
			maxLength: 200,
			size: "max",
		})
		.map((operands): Node => ({ kind: "call", operands, resolution: {} })),
) as unknown as fc.Arbitrary<BoundExpression>;

function nodesOf(bound: BoundExpression): BoundExpression[] {
	return [bound, ...partsOf(bound).flatMap(nodesOf)];
}

const isAnew = (node: BoundExpression): boolean =>
	(node.kind === "call" && node.resolution.volatile === true) || (node.kind === "subquery" && node.plan.volatile);

test("each fact is what a walk finds, asked once and again", (t) => {
	let long = 0;
	fc.assert(
		fc.property(expression, (bound) => {
			const nodes = nodesOf(bound);
			const has = (...kinds: readonly string[]): boolean => nodes.some(({ kind }) => kinds.includes(kind));
			const slots = new Set(nodes.flatMap((node) => (node.kind === "column" ? [node.slot] : [])));
			const anew = nodes.some(isAnew);
			long += nodes.length >= 64 ? 1 : 0;
			for (let time = 0; time < 2; time++) {
				t.is(isVolatile(bound), anew);
				t.is(isKnown(bound), !anew && !has("column"));
				t.is(isConstantItem(bound), !anew && !has("column", "outer", "subquery", "row"));
				t.is(hasColumn(bound), has("column"));
				t.is(hasOuter(bound), has("outer"));
				t.is(hasSubquery(bound), has("subquery"));
				t.is(
					mayWait(bound),
					anew || has("subquery") || nodes.some((node) => node.kind === "call" && node.resolution.waits === true),
				);
				t.is(countNodes(bound), nodes.length);
				const visited = new Set<number>();
				eachSlot(bound, (slot) => visited.add(slot));
				t.deepEqual([...visited].sort(), [...slots].sort());
			}
		}),
		{ numRuns: 400 },
	);
	t.true(long > 50, "trees that are kept");
});
