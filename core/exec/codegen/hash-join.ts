/**
 * Analyses a join node for a hash join: build side, keys and remaining condition; undefined for other joins.
 *
 * Besides hash lookups it takes lookups by a full unique key: for many left rows one scan of the right table beats a
 * lookup per row.
 */
import type { Table } from "../../catalog/table.ts";
import { boundColumn, type BoundExpression } from "../../plan/tree/bound-expression.ts";
import { conjunctsOf, sameExpression, tablesOf } from "../../plan/tree/bound-tree.ts";
import { mayWait, hasOuter } from "../../plan/tree/tree-facts.ts";
import type { SqlType } from "../../types/value/type.ts";
import type { Access, HashLookup, Join, PlanNode, TableNode } from "../../plan/tree/query-plan.ts";

export interface HashJoin {
	/** The build side, which reads nothing of the left side. */
	readonly input: PlanNode;
	/** Key expressions over the right rows and the left rows, and their common types. */
	readonly keys: readonly BoundExpression[];
	readonly probes: readonly BoundExpression[];
	readonly types: readonly SqlType[];
	readonly firstSlot: number;
	readonly endSlot: number;
	/** Left join: left rows without a match get NULLs. */
	readonly outer: boolean;
	readonly condition: BoundExpression | undefined;
	/** Replaces one lookup per left row, so the right table must not be too large in comparison. */
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
		equal.some(({ nullSafe, value }) => nullSafe || mayWait(value))
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
	// Several conjuncts would have to be combined again; and an outer join must know whether any match passed.
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

/** Returns a full table scan of the build side; the same node for all runs of a plan. */
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

/** True if it reads only the right table. */
function isOwn(bound: BoundExpression, { source }: TableNode): boolean {
	const tables = tablesOf(bound);
	return tables.size === 1 && tables.has(source) && !mayWait(bound) && !hasOuter(bound);
}

function isEquality(bound: BoundExpression, key: BoundExpression, probe: BoundExpression): boolean {
	if (bound.kind !== "call" || bound.definition.name !== "=") {
		return false;
	}
	const [a, b] = bound.operands as [BoundExpression, BoundExpression];
	return (sameExpression(a, key) && sameExpression(b, probe)) || (sameExpression(b, key) && sameExpression(a, probe));
}
