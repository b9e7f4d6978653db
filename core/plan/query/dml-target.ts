/**
 * Plans the rows that UPDATE and DELETE change: tables' columns, each table followed by its row key.
 *
 * Views are merged into their tables (`derived-merge.ts`). Throws 1046, 1066 and 1109 for targets that are no
 * tables, 1288 and 1395 for those that cannot be changed, and 1093.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { Expression, OrderItem, Limit, TableReference } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import { bindExpression } from "../bind/bind-expression.ts";
import { databaseOf } from "../bind/table-name.ts";
import { conjunctsOf, isAlwaysFalse } from "../tree/bound-tree.ts";
import { isKnown, eachSlot } from "../tree/tree-facts.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { refuseSelfReference, subqueryReadings } from "../from/self-referencing-update.ts";
import { bindFrom } from "../from/from-clause.ts";
import { rewriteIsNull } from "../bind/is-null-rewrite.ts";
import { inOrder } from "../access/index-order.ts";
import { planJoins } from "../join/join.ts";
import { mergeDerived, type Merged, type ViewCheck } from "../from/derived-merge.ts";
import { bindLimit, bindOrder, rowsWanted } from "../bind/order-by.ts";
import type { Planning, Scope } from "../tree/planning.ts";
import { inTurns } from "../tree/planning-turns.ts";
import { checkSafeUpdate } from "./safe-update.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { tablesRead } from "../from/tables-read.ts";
import { fixedViews } from "../from/updatability.ts";
import { planningOfCondition } from "../bind/null-rejecting-subquery.ts";
import type { TableReading } from "../tree/subquery-plan.ts";
import type { PlanNode, FromItem } from "../tree/query-plan.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export interface DmlTarget {
	readonly table: Table;
	readonly alias: string;
	/** The view it was reached through, by its name in FROM. */
	readonly view: string | undefined;
	/** Slot of the table's first column. */
	readonly firstSlot: number;
	/** Slot of the row's store key; NULL where an outer join found no row. */
	readonly keySlot: number;
}

/** Plan of the joined rows with the keys of those that are changed. */
export interface TargetPlan {
	/** Scope of the rows, for binding assignments. */
	readonly scope: Scope;
	/** In the order of `targets`, else all stored tables of FROM in order. */
	readonly tables: readonly DmlTarget[];
	readonly node: PlanNode;
	readonly width: number;
	/** All stored tables that are read. */
	readonly read: readonly Table[];
	/** Tables read by its subqueries. */
	readonly readings: readonly TableReading[];
	/** Rewrites an expression over the scope to the plan's rows (after merging). */
	readonly rewrite: (bound: BoundExpression) => BoundExpression;
	/** Views that were merged into their tables. */
	readonly views: ReadonlySet<ScopeTable>;
	/** Read-only views and derived tables. */
	readonly fixed: readonly ScopeTable[];
	/** WITH CHECK OPTION conditions for changed rows. */
	readonly checks: readonly ViewCheck[];
}

/** Clauses of UPDATE and DELETE that select rows. */
interface TargetClauses {
	readonly from: readonly TableReference[];
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	/** DELETE: the target tables, in this order; undefined: every stored table (UPDATE). */
	readonly targets?: readonly TableName[];
}

export function planTargets(clauses: TargetClauses, planning: Planning): TargetPlan {
	const { item: written, scope } = inTurns(planning, clauses.from, () => bindFrom(clauses.from, planning));
	const merged = mergeDerived(written, scope.width, planning);
	const { item, rewrite, conditions } = merged ?? { item: written, rewrite: same, conditions: [] };
	const fixed = fixedViews(written);
	if (clauses.targets === undefined && written.kind === "derived" && fixed.includes(written.source)) {
		throw sqlError("nonUpdatableTable", encodeText(written.source.alias), "UPDATE");
	}
	const targets =
		clauses.targets === undefined
			? storedIn(item)
			: clauses.targets.map((name) => targetOf(sourceNamed(name, scope, planning), merged, fixed, isJoined(clauses)));
	const where =
		clauses.where &&
		rewrite(
			rewriteIsNull(
				bindExpression(clauses.where, scope, planningOfCondition(clauses.where, planning), "where clause"),
				planning,
			)!,
		);
	const order = bindOrder(clauses.orderBy ?? [], [], scope, planning, undefined)
		.filter((key) => !isKnown(key.expression))
		.map(({ expression, descending }) => ({ expression: rewrite(expression), descending }));
	const limit = bindLimit(clauses.limit, planning);
	const conjuncts = [...conjunctsOf(where), ...conditions.flatMap(conjunctsOf)];
	const expressions = [...conjuncts, ...order.map((key) => key.expression), ...conditionsIn(item)];
	// Assignments of an UPDATE are bound later and may read any column.
	const wanted = clauses.targets === undefined ? [...scope.tables, ...targets] : targets;
	const used = new Set(wanted.flatMap((source) => source.columns.map((column) => column.slot)));
	for (const expression of expressions) {
		eachSlot(expression, (slot) => used.add(slot));
	}
	let width = merged?.width ?? scope.width;
	const newSlots = (count: number): number => {
		width += count;
		return width - count;
	};
	let node: PlanNode = conjuncts.some(isAlwaysFalse)
		? { kind: "no-rows", reason: "Impossible WHERE" }
		: planJoins(item, conjuncts, planning, {
				used,
				repeated: false,
				straight: false,
				lock: "update",
				keyed: new Set(targets),
				newSlots,
			});
	if (planning.safeUpdates === true && limit === undefined) {
		checkSafeUpdate(node);
	}
	if (order.length > 0) {
		node = inOrder(node, order, limit && rowsWanted(limit, planning), planning) ?? {
			kind: "sort",
			input: node,
			keys: order,
			limit: limit && [limit.count],
		};
	}
	if (limit !== undefined) {
		node = { kind: "limit", input: node, ...limit, countAll: false };
	}
	const [view] = merged?.places.keys() ?? [];
	const readings = [
		...conditions.flatMap(subqueryReadings).map((reading) => ({ ...reading, view: view?.alias, isInView: true })),
		...expressions.flatMap(subqueryReadings),
	];
	const tables = targets.map((source): DmlTarget => {
		const { alias, firstSlot, keySlot } = source;
		return { table: source.table!, alias, view: viewOf(source, merged), firstSlot, keySlot };
	});
	if (clauses.targets !== undefined) {
		tables.forEach((target) => refuseSelfReference(target, readings, "DELETE"));
	}
	return {
		scope,
		tables,
		node,
		width,
		read: tablesRead(item, expressions),
		readings,
		rewrite,
		views: new Set(merged?.places.keys()),
		fixed,
		checks: merged?.checks ?? [],
	};
}

const removal = privilegeBit("DELETE");

function isJoined({ from }: TargetClauses): boolean {
	return from.length > 1 || from[0]?.kind === "join";
}

function same(bound: BoundExpression): BoundExpression {
	return bound;
}

/** Computed tables (id 0) and derived tables cannot be changed. */
function storedIn(item: FromItem): readonly ScopeTable[] {
	if (item.kind === "join") {
		return [...storedIn(item.left), ...storedIn(item.right)];
	}
	return item.kind === "table" && item.table.id !== 0 ? [item.source] : [];
}

function viewOf(source: ScopeTable, merged: Merged | undefined): string | undefined {
	const standing = [...(merged?.places ?? [])].find(
		([{ database }, item]) => database !== "" && storedIn(item).includes(source),
	);
	return standing?.[0].alias;
}

function conditionsIn(item: FromItem): BoundExpression[] {
	if (item.kind !== "join") {
		return [];
	}
	return [
		...(item.condition === undefined ? [] : [item.condition]),
		...conditionsIn(item.left),
		...conditionsIn(item.right),
	];
}

/**
 * The table of FROM that a target means, as MySQL's multi_delete_table_match: one with an alias by that alone, another
 * by its name in its database. Throws 1046, 1066 and 1109.
 */
function sourceNamed({ database, name }: TableName, scope: Scope, planning: Planning): ScopeTable {
	const within = databaseOf({ database, name }, planning);
	const isCalled = (other: string, wanted: string): boolean => other.toLowerCase() === wanted.toLowerCase();
	const [source, another] = scope.tables.filter((each) =>
		each.isAliased === true
			? database === undefined && isCalled(each.alias, name)
			: isCalled(each.name, name) && isCalled(each.database, within),
	);
	if (source === undefined) {
		throw sqlError("unknownTableInClause", encodeText(name), "MULTI DELETE");
	}
	if (another !== undefined) {
		throw sqlError("notUniqueTable", encodeText(another.alias));
	}
	return source;
}

function targetOf(
	source: ScopeTable,
	merged: Merged | undefined,
	fixed: readonly ScopeTable[],
	joined: boolean,
): ScopeTable {
	const place = merged?.places.get(source);
	const isFixed = fixed.includes(source);
	const isJoin = place?.kind === "join" && source.database !== "";
	// A multi-table DELETE first refuses views of several tables.
	if (isJoin && (joined || !isFixed)) {
		throw sqlError("viewDeleteJoin", encodeText(source.database), encodeText(source.name));
	}
	if (isFixed) {
		throw sqlError("nonUpdatableTable", encodeText(source.alias), "DELETE");
	}
	const target = place === undefined || place.kind === "join" ? source : place.source;
	if (source.need !== undefined) {
		source.need.whole = joined ? source.need.whole | removal : removal;
	}
	if (target.need !== undefined && target !== source) {
		target.need.whole |= removal;
	}
	if (target.table === undefined || target.table.id === 0) {
		throw sqlError("nonUpdatableTable", encodeText(source.alias), "DELETE");
	}
	return target;
}
