/**
 * FROM clause: binds table references, assigns slots, and builds the join tree and the scope of its columns.
 *
 * Throws 1046, 1052, 1054, 1066, 1146, 1248. A right join becomes the mirrored left join; its columns keep their
 * order.
 *
 *     | columns of a | key | columns of b | key | ...        slots of a row of `a join b ...`
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import { bindExpression } from "../bind/bind-expression.ts";
import { boundColumn, type BoundExpression } from "../tree/bound-expression.ts";
import { callNamed } from "../bind/function-call.ts";
import { needColumn, needNamed, needTable } from "../tree/required-privileges.ts";
import { selectPartitions } from "../partition/partition-selection.ts";
import type { Planning, Enclosing, Scope } from "../tree/planning.ts";
import { inTurns, turnsWithin } from "../tree/planning-turns.ts";
import type { QueryPlan, FromItem, FromJoin } from "../tree/query-plan.ts";
import { connect } from "../bind/row-comparison.ts";
import { scopeTable, TableScope } from "../bind/scope.ts";
import { mostTables, type ScopeColumn, type ScopeTable } from "../tree/scope-table.ts";
import { findView, readTable } from "../bind/table-name.ts";
import { planView } from "./view.ts";
import { planningOfCondition } from "../bind/null-rejecting-subquery.ts";
import type { DerivedTable, Join, TableReference } from "../../sql/tree/expression.ts";
import type { TableName } from "../../sql/tree/table-name.ts";

export interface BoundFrom {
	readonly item: FromItem;
	readonly scope: Scope;
}

/** An item with its visible tables and columns. */
interface Shown {
	readonly item: FromItem;
	readonly tables: readonly ScopeTable[];
	readonly visible: readonly ScopeColumn[];
}

export function bindFrom(references: readonly TableReference[], planning: Planning, enclosing?: Enclosing): BoundFrom {
	const within = turnsWithin(planning, references);
	const binder = inTurns(within, references, () => new FromBinder(within, enclosing));
	const bound = references.map((reference) => binder.reference(reference, false));
	if (bound.length > mostTables) {
		// Before they are joined, which takes time quadratic in their number.
		throw sqlError("tooManyTables", mostTables);
	}
	const { item, tables, visible } = bound.reduce((left, right) =>
		binder.join(left, right, { outer: false, straight: false }),
	);
	assertUnique(tables);
	if (tables.length > mostTables) {
		throw sqlError("tooManyTables", mostTables);
	}
	return { item, scope: new TableScope(tables, visible, binder.width, enclosing) };
}

class FromBinder {
	width = 0;
	readonly #planning: Planning;
	readonly #enclosing: Enclosing | undefined;

	constructor(planning: Planning, enclosing: Enclosing | undefined) {
		this.#planning = planning;
		this.#enclosing = enclosing;
	}

	/** `nullable`: an outer join may set its columns to NULL. */
	reference(reference: TableReference, nullable: boolean): Shown {
		return inTurns(this.#planning, reference, () => this.#referred(reference, nullable));
	}

	#referred(reference: TableReference, nullable: boolean): Shown {
		switch (reference.kind) {
			case "table":
				return this.#table(reference, nullable);
			case "derived":
				return this.#derived(reference, nullable);
			case "join":
				return this.#joined(reference, nullable);
		}
	}

	#table(name: TableName, nullable: boolean): Shown {
		const called = { alias: name.alias ?? name.name, isAliased: name.alias !== undefined };
		const view = findView(name, this.#planning);
		if (view !== undefined) {
			const { database, name: own } = view;
			this.#planning.onePiece?.takeView(view.record.text.length);
			const need = needNamed(database, own, this.#planning);
			return this.#planned(
				planView(view, { ...turnsWithin(this.#planning, name), needsRowEstimates: true }),
				{ ...called, database, name: own, need },
				nullable,
			);
		}
		const { table, computed } = readTable(name, this.#planning);
		if (name.partitions !== undefined && computed === undefined) {
			const plan = selectPartitions(table, called.alias, name.partitions, name.indexHints ?? [], this.#planning);
			return this.#planned(
				plan,
				{ ...called, database: table.database, name: table.name, need: needTable(table, this.#planning) },
				nullable,
			);
		}
		const source = scopeTable(table, called.alias, this.width, {
			nullable,
			need: needTable(table, this.#planning),
			isAliased: called.isAliased,
		});
		this.width = source.keySlot + 1;
		const item: FromItem =
			computed === undefined
				? { kind: "table", source, table, hints: name.indexHints ?? [] }
				: { kind: "computed", source, computed };
		return { item, tables: [source], visible: source.columns };
	}

	#derived({ query, alias }: DerivedTable, nullable: boolean): Shown {
		if (alias === undefined) {
			throw sqlError("derivedMustHaveAlias");
		}
		const plan = this.#planning.planQuery(query, {
			...this.#planning,
			needsRowEstimates: true,
			materializesDerived: undefined,
		});
		const kept = this.#planning.materializesDerived === "all" ? { ...plan, mergeable: undefined } : plan;
		return this.#planned(kept, { database: "", name: alias, alias, isAliased: true }, nullable);
	}

	#planned(plan: QueryPlan, called: Called, nullable: boolean): Shown {
		const source = derivedTable(plan, called, this.width, nullable);
		this.width = source.keySlot + 1;
		return { item: { kind: "derived", source, plan }, tables: [source], visible: source.columns };
	}

	#joined(reference: Join, nullable: boolean): Shown {
		const { type, natural, on, using } = reference;
		const left = this.reference(reference.left, nullable || type === "right");
		const right = this.reference(reference.right, nullable || type === "left");
		const [first, second] = type === "right" ? [right, left] : [left, right];
		const kind = { outer: type === "left" || type === "right", straight: type === "straight" };
		const names = natural ? commonNames(first, second) : using;
		if (names !== undefined) {
			return this.#using(first, second, names, kind);
		}
		const shown: Shown = { ...this.join(first, second, kind), visible: [...left.visible, ...right.visible] };
		if (on === undefined) {
			return shown;
		}
		const planning = turnsWithin(this.#planning, reference);
		const tables = [...left.tables, ...right.tables];
		const scope = inTurns(
			planning,
			reference,
			() => new TableScope(tables, shown.visible, this.width, this.#enclosing),
		);
		const condition = bindExpression(on, scope, planningOfCondition(on, planning), "on clause");
		return { ...shown, tables, item: { ...(shown.item as FromJoin), condition } };
	}

	join(left: Shown, right: Shown, kind: Pick<FromJoin, "outer" | "straight">, condition?: BoundExpression): Shown {
		return {
			item: { kind: "join", ...kind, left: left.item, right: right.item, condition },
			tables: [...left.tables, ...right.tables],
			visible: [...left.visible, ...right.visible],
		};
	}

	/** NATURAL and USING: the columns are equal and appear once, first, as the first table's. */
	#using(first: Shown, second: Shown, names: readonly string[], kind: Pick<FromJoin, "outer" | "straight">): Shown {
		const pairs = names.map((name) => [onlyColumn(first.visible, name), onlyColumn(second.visible, name)] as const);
		const equal = pairs.map(([a, b]) => callNamed("=", [boundOf(a), boundOf(b)], this.#planning));
		const condition = equal.length === 0 ? undefined : connect("and", equal, this.#planning);
		const mine = new Set(pairs.map(([a]) => a));
		const others = new Set(pairs.map(([, b]) => b));
		const visible = [
			...first.visible.filter((column) => mine.has(column)),
			...first.visible.filter((column) => !mine.has(column)),
			...second.visible.filter((column) => !others.has(column)),
		];
		return { ...this.join(first, second, kind, condition), visible };
	}
}

function boundOf(column: ScopeColumn): BoundExpression {
	needColumn(column.source.need, column.name);
	return boundColumn(column.slot, column.type, column.nullable, column);
}

function commonNames(first: Shown, second: Shown): string[] {
	const names = new Set(second.visible.map((column) => column.name.toLowerCase()));
	return first.visible.filter((column) => names.has(column.name.toLowerCase())).map((column) => column.name);
}

function onlyColumn(columns: readonly ScopeColumn[], name: string): ScopeColumn {
	const [found, another] = columns.filter((column) => column.name.toLowerCase() === name.toLowerCase());
	if (found === undefined) {
		throw sqlError("unknownColumn", encodeText(name), "from clause");
	}
	if (another !== undefined) {
		throw sqlError("ambiguousColumn", encodeText(name), "from clause");
	}
	return found;
}

type Called = Pick<ScopeTable, "database" | "name" | "alias" | "isAliased" | "need">;

/** Columns of a derived table; 1060 for duplicate names. */
function derivedTable(plan: QueryPlan, called: Called, firstSlot: number, nullable: boolean): ScopeTable {
	const columns: ScopeColumn[] = [];
	const keySlot = firstSlot + plan.columns.length;
	const source: ScopeTable = { ...called, table: undefined, firstSlot, keySlot, columns };
	const names = new Set<string>();
	for (const [at, column] of plan.columns.entries()) {
		const name = column.name.toLowerCase();
		const selected = plan.mergeable?.items[at];
		if (names.has(name)) {
			throw sqlError("duplicateColumn", encodeText(column.name));
		}
		names.add(name);
		const slot = firstSlot + columns.length;
		columns.push({
			name: column.name,
			slot,
			type: column.type,
			nullable: nullable || column.nullable,
			source,
			column: undefined,
			selected: selected?.kind === "column" ? selected.origin : undefined,
		});
	}
	return source;
}

function assertUnique(tables: readonly ScopeTable[]): void {
	const seen = new Set<string>();
	for (const { database, alias } of tables) {
		const name = `${database}.${alias}`.toLowerCase();
		if (seen.has(name)) {
			throw sqlError("notUniqueTable", encodeText(alias));
		}
		seen.add(name);
	}
}
