/**
 * Semi-join: `a in (select b ...)` as a join with the distinct values of the subquery.
 *
 * Adds a derived table to FROM and replaces IN by an equality, where an index of the outer table can be used;
 * `join.ts` compares the costs. Only for types whose equal values are identical, so that no two values find one row,
 * and only as a conjunct, where NULL may be treated as FALSE.
 */
import { familyOf, type SqlType } from "../../types/value/type.ts";
import { boundColumn, type BoundExpression, type BoundSubquery } from "../tree/bound-expression.ts";
import { callNamed } from "../bind/function-call.ts";
import type { Planning } from "../tree/planning.ts";
import type { ScopeColumn, ScopeTable } from "../tree/scope-table.ts";
import { wholePlan, type FromDerived, type FromItem } from "../tree/query-plan.ts";

interface Joined {
	readonly item: FromItem;
	readonly conjuncts: readonly BoundExpression[];
}

/** `newSlots` allocates slots and returns the first. */
export function asSemiJoin(
	item: FromItem,
	conjuncts: readonly BoundExpression[],
	planning: Planning,
	newSlots: (count: number) => number,
): Joined | undefined {
	const found = conjuncts.find(
		(conjunct): conjunct is BoundSubquery => conjunct.kind === "subquery" && isJoinable(conjunct, item),
	);
	if (found === undefined) {
		return undefined;
	}
	const leaf = leafOf(found, newSlots(2));
	const [column] = leaf.source.columns as [ScopeColumn];
	const values = boundColumn(column.slot, column.type, column.nullable, column);
	const equality = callNamed(
		"=",
		[found.operands[0]!, { ...values, coercibility: found.plan.coercibilities[0]! }],
		planning,
	);
	return {
		item: { kind: "join", outer: false, straight: false, left: item, right: leaf, condition: undefined },
		conjuncts: conjuncts.map((conjunct) => (conjunct === found ? equality : conjunct)),
	};
}

function isJoinable({ form, operands, captures, plan, meetingTypes }: BoundSubquery, item: FromItem): boolean {
	const [operand] = operands;
	if (form !== "in" || operands.length !== 1 || captures.length > 0 || plan.volatile || operand?.kind !== "column") {
		return false;
	}
	return isSame(operand.type, plan.columns[0]!.type, meetingTypes[0]!) && indexedIn(item, operand.slot);
}

/** Whether values are equal exactly when identical. */
function isSame(a: SqlType, b: SqlType, meeting: SqlType): boolean {
	const [first, second] = [familyOf(a), familyOf(b)];
	const isExact = (family: string): boolean => family === "integer" || family === "decimal";
	if (isExact(first) && isExact(second)) {
		return isExact(familyOf(meeting));
	}
	return first === second && (first === "text" || first === "bytes")
		? a.collation === b.collation && a.charset === b.charset && meeting.collation === a.collation
		: first === "temporal" && second === "temporal" && a.name === b.name && a.scale === b.scale;
}

/** Whether it is the first column of an index of a stored table, not on the inner side of an outer join. */
function indexedIn(item: FromItem, slot: number): boolean {
	if (item.kind === "join") {
		return !item.straight && (indexedIn(item.left, slot) || (!item.outer && indexedIn(item.right, slot)));
	}
	if (item.kind !== "table") {
		return false;
	}
	const offset = slot - item.source.firstSlot;
	return item.table.indexes.some(
		({ parts: [part] }) => part !== undefined && part.column.offset === offset && part.length === undefined,
	);
}

function leafOf(subquery: BoundSubquery, firstSlot: number): FromDerived {
	const plan = wholePlan(subquery.plan);
	const [{ name, type }] = plan.columns as [(typeof plan.columns)[number]];
	const columns: ScopeColumn[] = [];
	const source: ScopeTable = {
		database: "",
		name: "<subquery>",
		alias: "<subquery>",
		table: undefined,
		firstSlot,
		keySlot: firstSlot + 1,
		columns,
	};
	columns.push({ name, slot: firstSlot, type, nullable: true, source, column: undefined });
	return {
		kind: "derived",
		source,
		plan: { ...plan, node: { kind: "distinct", input: plan.node, types: [type] }, mergeable: undefined },
		subquery: true,
	};
}
