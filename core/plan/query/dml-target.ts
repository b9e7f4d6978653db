/**
 * The rows that an UPDATE or DELETE is about.
 *
 * In: its tables, WHERE, ORDER BY and LIMIT. Out: a plan whose rows hold the tables' columns and, behind each table's
 * columns, the key of its row. A plain view stands for the tables it reads (`merge.ts`). Errors 1109, 1288 and 1395
 * for targets that are no tables or can't be changed, and 1093. It refuses to know what becomes of the rows.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors.ts";
import type { Expression, OrderItem, Limit, TableReference } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value.ts";
import { bindExpression } from "../bind/bind-expression.ts";
import { conjunctsOf, eachSlot, isKnown, isAlwaysFalse, subqueryTables } from "../tree/bound-tree.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { refuseSelfReference, subqueryReadings } from "../from/self-referencing-update.ts";
import { bindFrom } from "../from/from-clause.ts";
import { rewriteIsNull } from "../bind/is-null-rewrite.ts";
import { inOrder } from "../access/index-order.ts";
import { planJoins } from "../join/join.ts";
import { mergeDerived, type Merged, type ViewCheck } from "../from/derived-merge.ts";
import { bindLimit, bindOrder, rowsWanted } from "../bind/order-by.ts";
import type { Planning, Scope } from "../tree/planning.ts";
import { checkSafeUpdate } from "./safe-update.ts";
import type { ScopeTable } from "../tree/scope-table.ts";
import { tablesIn } from "./select.ts";
import { fixedViews } from "../from/updatability.ts";
import { planningOfCondition } from "../bind/null-rejecting-subquery.ts";
import type { TableReading } from "../tree/subquery-plan.ts";
import type { PlanNode, FromItem } from "../tree/query-plan.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export interface DmlTarget {
	readonly table: Table;
	readonly alias: string;
	/** What the FROM clause calls the view that the table stands for. */
	readonly view: string | undefined;
	/** Of the table's first column in the rows. */
	readonly firstSlot: number;
	/** Holds the row's store key; NULL where an outer join found no row. */
	readonly keySlot: number;
}

/** Rows of joined tables together with the keys of those that a statement changes. */
export interface TargetPlan {
	/** Of the rows: for whoever binds assignments. */
	readonly scope: Scope;
	/** In the order of `targets`, or else all stored tables of the FROM clause in its order. */
	readonly tables: readonly DmlTarget[];
	readonly node: PlanNode;
	readonly width: number;
	/** All stored tables that are read. */
	readonly read: readonly Table[];
	/** What its subqueries read. */
	readonly readings: readonly TableReading[];
	/** An expression over the scope, over rows. */
	readonly rewrite: (bound: BoundExpression) => BoundExpression;
	/** Views that tables stand for. */
	readonly views: ReadonlySet<ScopeTable>;
	/** Views and derived tables through which nothing can be changed. */
	readonly fixed: readonly ScopeTable[];
	/** What rows that are changed through views have to hold. */
	readonly checks: readonly ViewCheck[];
}

/** What an UPDATE or DELETE says of the rows it is about. */
interface TargetClauses {
	readonly from: readonly TableReference[];
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	/** DELETE: the tables rows vanish from, in this order; undefined: every stored table (UPDATE). */
	readonly targets?: readonly TableName[];
}

export function planTargets(clauses: TargetClauses, planning: Planning): TargetPlan {
	const { item: written, scope } = bindFrom(clauses.from, planning);
	const merged = mergeDerived(written, scope.width, planning);
	const { item, rewrite, conditions } = merged ?? { item: written, rewrite: same, conditions: [] };
	const fixed = fixedViews(written);
	if (clauses.targets === undefined && written.kind === "derived" && fixed.includes(written.source)) {
		throw sqlError("nonUpdatableTable", encodeText(written.source.alias), "UPDATE");
	}
	const targets =
		clauses.targets === undefined
			? storedIn(item)
			: clauses.targets.map((name) => targetNamed(name, scope, merged, fixed, isJoined(clauses)));
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
	// What an UPDATE assigns is bound later and may read any column.
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
		read: [...new Set([...tablesIn(item), ...expressions.flatMap(subqueryTables)])],
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

/** Computed tables have no id, and derived ones are no tables: neither can be changed. */
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

function targetNamed(
	name: TableName,
	scope: Scope,
	merged: Merged | undefined,
	fixed: readonly ScopeTable[],
	joined: boolean,
): ScopeTable {
	const wanted = name.name.toLowerCase();
	const source = scope.tables.find(
		({ alias, database }) =>
			alias.toLowerCase() === wanted &&
			(name.database === undefined || database.toLowerCase() === name.database.toLowerCase()),
	);
	if (source === undefined) {
		throw sqlError("unknownTableInMultiDelete", encodeText(name.name), "MULTI DELETE");
	}
	const place = merged?.places.get(source);
	const isFixed = fixed.includes(source);
	const isJoin = place?.kind === "join" && source.database !== "";
	// A DELETE of several tables asks first whether a view is of several itself.
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
