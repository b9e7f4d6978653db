/**
 * The rows that an UPDATE or DELETE is about.
 *
 * In: its tables, WHERE, ORDER BY and LIMIT. Out: a plan whose rows hold the tables' columns and, behind each table's
 * columns, the key of its row. Errors 1109 and 1288 for targets that are no tables or can't be changed. It refuses
 * to know what becomes of the rows.
 */
import { privilegeBit } from "../catalog/privilege.ts";
import type { Table } from "../catalog/table.ts";
import { sqlError } from "../errors.ts";
import type { Expression, OrderItem } from "../sql/tree/expression.ts";
import type { Limit, TableName, TableReference } from "../sql/tree/query.ts";
import { encodeText } from "../types/value.ts";
import { bindExpression } from "./bind.ts";
import { conjunctsOf, eachSlot, isKnown } from "./bound-tree.ts";
import type { BoundExpression } from "./bound.ts";
import { bindFrom, type FromItem } from "./from.ts";
import { inOrder } from "./index-order.ts";
import { planJoins } from "./join.ts";
import type { PlanNode } from "./node.ts";
import { bindLimit, bindOrder } from "./order.ts";
import type { Planning } from "./planning.ts";
import { checkSafeUpdate } from "./safe-update.ts";
import type { Scope } from "./scope.ts";
import type { ScopeTable } from "./scope-table.ts";
import { isNeverTrue } from "./select-check.ts";
import { subqueryTables, tablesIn } from "./select.ts";

export interface Target {
	readonly table: Table;
	readonly alias: string;
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
	readonly tables: readonly Target[];
	readonly node: PlanNode;
	readonly width: number;
	/** All stored tables that are read. */
	readonly read: readonly Table[];
}

/** What an UPDATE or DELETE says of the rows it is about. */
export interface TargetClauses {
	readonly from: readonly TableReference[];
	readonly where?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	/** DELETE: the tables rows vanish from, in this order; undefined: every stored table (UPDATE). */
	readonly targets?: readonly TableName[];
}

export function planTargets(clauses: TargetClauses, planning: Planning): TargetPlan {
	const { item, scope } = bindFrom(clauses.from, planning);
	const targets = clauses.targets === undefined
		? scope.tables.filter((source) => isStored(source))
		: clauses.targets.map((name) => targetNamed(name, scope));
	if (clauses.targets !== undefined) {
		for (const { need } of targets) {
			if (need !== undefined) {
				need.whole = isJoined(clauses) ? need.whole | removal : removal;
			}
		}
	}
	const where = clauses.where && bindExpression(clauses.where, scope, planning, "where clause");
	const order = bindOrder(clauses.orderBy ?? [], [], scope, planning, undefined).filter((key) => !isKnown(key.expression));
	const limit = bindLimit(clauses.limit, planning);
	const expressions = [...(where === undefined ? [] : [where]), ...order.map((key) => key.expression), ...conditionsIn(item)];
	// What an UPDATE assigns is bound later and may read any column.
	const wanted = clauses.targets === undefined ? scope.tables : targets;
	const used = new Set(wanted.flatMap((source) => source.columns.map((column) => column.slot)));
	for (const expression of expressions) {
		eachSlot(expression, (slot) => used.add(slot));
	}
	const conjuncts = conjunctsOf(where);
	let node: PlanNode = conjuncts.some(isNeverTrue)
		? { kind: "no-rows", reason: "Impossible WHERE" }
		: planJoins(item, conjuncts, planning, { used, repeated: false, straight: false, lock: "update", keyed: new Set(targets) });
	if (planning.safeUpdates === true && limit === undefined) {
		checkSafeUpdate(node);
	}
	if (order.length > 0) {
		node = inOrder(node, order, limit !== undefined) ?? { kind: "sort", input: node, keys: order, limit: limit && [limit.count] };
	}
	if (limit !== undefined) {
		node = { kind: "limit", input: node, ...limit, countAll: false };
	}
	return {
		scope,
		tables: targets.map((source) => {
			const { alias, firstSlot, keySlot } = source;
			return { table: source.table!, alias, firstSlot, keySlot };
		}),
		node,
		width: scope.width,
		read: [...new Set([...tablesIn(item), ...expressions.flatMap(subqueryTables)])],
	};
}

const removal = privilegeBit("DELETE");

function isJoined({ from }: TargetClauses): boolean {
	return from.length > 1 || from[0]?.kind === "join";
}

function conditionsIn(item: FromItem): BoundExpression[] {
	if (item.kind !== "join") {
		return [];
	}
	return [...(item.condition === undefined ? [] : [item.condition]), ...conditionsIn(item.left), ...conditionsIn(item.right)];
}

/** Computed tables have no id, and derived ones are no tables: neither can be changed. */
function isStored({ table }: ScopeTable): boolean {
	return table !== undefined && table.id !== 0;
}

function targetNamed(name: TableName, scope: Scope): ScopeTable {
	const wanted = name.name.toLowerCase();
	const source = scope.tables.find(({ alias, database }) => alias.toLowerCase() === wanted &&
		(name.database === undefined || database.toLowerCase() === name.database.toLowerCase()));
	if (source === undefined) {
		throw sqlError("unknownTableInMultiDelete", encodeText(name.name), "MULTI DELETE");
	}
	if (!isStored(source)) {
		throw sqlError("nonUpdatableTable", encodeText(source.alias), "DELETE");
	}
	return source;
}
