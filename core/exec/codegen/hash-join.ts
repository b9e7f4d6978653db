/**
 * Joins whose right side is read once and kept by key, so that a loop over the left side finds partners in memory.
 *
 * In: a join node. Out: what is read, what is compared, what is left to check; undefined for joins of another kind.
 * Besides hash lookups these are lookups by a whole unique key: for many left rows one pass over the right table
 * beats a lookup a row.
 */
import type { Table } from "../../catalog/table.ts";
import { boundColumn, type BoundExpression } from "../../plan/tree/bound-expression.ts";
import { conjunctsOf, isVolatile, sameExpression, someBound, tablesOf } from "../../plan/tree/bound-tree.ts";
import type { SqlType } from "../../types/type.ts";
import type { Access, HashLookup, Join, PlanNode, TableNode } from "../../plan/tree/query-plan.ts";

export interface HashJoin {
	/** The right side, which reads nothing of the left. */
	readonly input: PlanNode;
	/** Over the right rows, over the left ones, and the types in which they meet. */
	readonly keys: readonly BoundExpression[];
	readonly probes: readonly BoundExpression[];
	readonly types: readonly SqlType[];
	readonly firstSlot: number;
	readonly endSlot: number;
	/** Left rows without a partner are joined with NULLs. */
	readonly outer: boolean;
	/** What the joined row has to hold besides. */
	readonly condition: BoundExpression | undefined;
	/** Without the loop each left row would look up one row: so many right rows must not be too many. */
	readonly replacesLookup: boolean;
}

export function hashJoinOf({ right, outer }: Join): HashJoin | undefined {
	if (right.kind === "hash-lookup") {
		return right.keys.length === 0 || (outer && right.condition !== undefined)
			? undefined
			: { ...lookupParts(right), outer };
	}
	return right.kind === "table" ? keyedJoin(right, outer) : undefined;
}

function lookupParts({
	input,
	keys,
	probes,
	types,
	firstSlot,
	endSlot,
	condition,
}: HashLookup): Omit<HashJoin, "outer"> {
	return { input, keys, probes, types, firstSlot, endSlot, condition, replacesLookup: false };
}

const inputs = new WeakMap<TableNode, TableNode>();

function keyedJoin(node: TableNode, outer: boolean): HashJoin | undefined {
	const { access, source, withKey, lock } = node;
	const equal = access.kind === "index" && access.unique && access.ranges.length === 1 ? access.ranges[0]!.equal : [];
	if (
		equal.length === 0 ||
		withKey ||
		lock !== undefined ||
		equal.some(({ nullSafe, value }) => nullSafe || hasSubquery(value))
	) {
		return undefined;
	}
	const { index } = access as Access & { kind: "index" };
	const keys = index.parts.map(({ column }) =>
		boundColumn(source.firstSlot + column.offset, column.type, column.nullable, source.columns[column.offset]),
	);
	const probes = equal.map(({ value }) => value);
	const conjuncts = conjunctsOf(node.condition);
	const own = conjuncts.filter((conjunct) => isOwn(conjunct, node));
	const rest = conjuncts.filter(
		(conjunct) => !own.includes(conjunct) && !keys.some((key, at) => isEquality(conjunct, key, probes[at]!)),
	);
	// What is left would have to be put together again; and an outer join asks whether it held for any partner.
	if (rest.length > 1 || own.length > 1 || (outer && rest.length > 0)) {
		return undefined;
	}
	return {
		input: wholeInput(
			node,
			own[0],
			keys.map(({ slot }) => slot - source.firstSlot),
		),
		keys,
		probes,
		types: equal.map(({ meeting }) => meeting),
		firstSlot: source.firstSlot,
		endSlot: source.keySlot + 1,
		outer,
		condition: rest[0],
		replacesLookup: true,
	};
}

/** The whole table; the same node for all runs of a plan. */
function wholeInput(node: TableNode, condition: BoundExpression | undefined, keys: readonly number[]): TableNode {
	let input = inputs.get(node);
	if (input === undefined) {
		const columns = (node.source.table as Table).columns
			.map(({ offset }) => offset)
			.filter((offset) => node.columns.includes(offset) || keys.includes(offset));
		input = { ...node, columns, access: { kind: "scan", reverse: false }, condition };
		inputs.set(node, input);
	}
	return input;
}

function hasSubquery(bound: BoundExpression): boolean {
	return someBound(bound, ({ kind }) => kind === "subquery");
}

/** Over the right table alone. */
function isOwn(bound: BoundExpression, { source }: TableNode): boolean {
	const tables = tablesOf(bound);
	return (
		tables.size === 1 &&
		tables.has(source) &&
		!isVolatile(bound) &&
		!someBound(bound, ({ kind }) => kind === "outer" || kind === "subquery")
	);
}

function isEquality(bound: BoundExpression, key: BoundExpression, probe: BoundExpression): boolean {
	if (bound.kind !== "call" || bound.definition.name !== "=") {
		return false;
	}
	const [a, b] = bound.operands as [BoundExpression, BoundExpression];
	return (sameExpression(a, key) && sameExpression(b, probe)) || (sameExpression(b, key) && sameExpression(a, probe));
}
