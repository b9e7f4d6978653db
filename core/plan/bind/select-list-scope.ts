/**
 * Alias resolution: scopes of the clauses that see the select list (GROUP BY, HAVING, ORDER BY, the list itself).
 *
 * | clause    | a name alone                           | a name within an expression, or t.name   |
 * |-----------|----------------------------------------|------------------------------------------|
 * | SELECT    | column                                 | column; in a subquery, else alias so far |
 * | GROUP BY  | column, else alias; of several columns that of the select list | column, else alias |
 * | HAVING    | key of the groups, else select list    | the same; without groups, in a subquery column first |
 * | ORDER BY  | select list, else column               | column, else alias                       |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { ColumnName, Expression } from "../../sql/tree/expression.ts";
import { encodeText } from "../../types/value/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { sameExpression, someBound } from "../tree/bound-tree.ts";
import { Multimap } from "../tree/multimap.ts";
import { isNamed } from "./scope.ts";
import type { ScopeColumn, ScopeTable } from "../tree/scope-table.ts";
import type { Enclosing, Scope } from "../tree/planning.ts";

/**
 * The item that an unqualified name means: the first expression with that alias; two different columns are error
 * 1052.
 */
export function itemNamed(items: readonly BoundItem[], name: string, clause: string): BoundItem | undefined {
	const wanted = name.toLowerCase();
	let found: BoundItem | undefined;
	for (const item of itemsCalled(items, wanted)) {
		if (!isColumn(item)) {
			return item;
		}
		if (found !== undefined && !sameExpression(found.bound, item.bound)) {
			throw sqlError("ambiguousColumn", encodeText(name), clause);
		}
		found ??= item;
	}
	return found;
}

/** Longer lists are looked up by name: thousands of names in a list of thousands took seconds. */
const shortList = 64;

interface NamedItems {
	readonly byName: Multimap<string, BoundItem>;
	/** Items that are in the map: a list grows while it is bound. */
	count: number;
}

const named = new WeakMap<readonly BoundItem[], NamedItems>();

function itemsCalled(items: readonly BoundItem[], wanted: string): readonly BoundItem[] {
	if (items.length <= shortList) {
		return items.filter((item) => nameOf(item) === wanted);
	}
	let known = named.get(items);
	if (known === undefined) {
		known = { byName: new Multimap(), count: 0 };
		named.set(items, known);
	}
	const { byName } = known;
	for (; known.count < items.length; known.count++) {
		const item = items[known.count]!;
		const name = nameOf(item);
		if (name !== undefined) {
			byName.add(name, item);
		}
	}
	return byName.get(wanted);
}

/** By alias, or a column by its name; in lower case. */
function nameOf(item: BoundItem): string | undefined {
	return item.alias?.toLowerCase() ?? (isColumn(item) ? item.name.toLowerCase() : undefined);
}

function isColumn({ expression, bound }: BoundItem): boolean {
	return (
		(expression === undefined || expression.kind === "column") && (bound.kind === "column" || bound.kind === "outer")
	);
}

abstract class ItemScope implements Scope {
	readonly base: Scope;
	readonly items: readonly BoundItem[];
	readonly proposedSlot = undefined;

	constructor(base: Scope, items: readonly BoundItem[]) {
		this.base = base;
		this.items = items;
	}

	get tables(): readonly ScopeTable[] {
		return this.base.tables;
	}

	get visible(): readonly ScopeColumn[] {
		return this.base.visible;
	}

	get width(): number {
		return this.base.width;
	}

	get enclosing(): Enclosing | undefined {
		return this.base.enclosing;
	}

	abstract find(name: ColumnName, clause: string): BoundExpression | undefined;
}

/** Columns, then aliases: GROUP BY, and expressions in ORDER BY. */
export class ColumnFirstScope extends ItemScope {
	find(name: ColumnName, clause: string): BoundExpression | undefined {
		return (
			this.base.find(name, clause) ??
			(name.table === undefined ? itemNamed(this.items, name.name, clause)?.bound : undefined)
		);
	}
}

/**
 * Scope of subqueries in the select list: columns, then aliases of earlier items; 1247 for later aliases and for
 * aggregates.
 */
class ListAroundScope extends ColumnFirstScope {
	/** Aliases of items not bound yet, in lower case. */
	readonly #later: readonly string[];

	constructor(base: Scope, items: readonly BoundItem[], later: readonly string[]) {
		super(base, items);
		this.#later = later;
	}

	override find(name: ColumnName, clause: string): BoundExpression | undefined {
		const column = this.base.find(name, clause);
		if (column !== undefined || name.table !== undefined) {
			return column;
		}
		const found = itemNamed(this.items, name.name, clause)?.bound;
		if (found === undefined && this.#later.includes(name.name.toLowerCase())) {
			throw sqlError("illegalReference", encodeText(name.name), "forward reference in item list");
		}
		if (found !== undefined && someBound(found, (node) => node.kind === "column" && node.slot >= this.base.width)) {
			throw sqlError("illegalReference", encodeText(name.name), "reference to group function");
		}
		return found;
	}
}

/** The select list: columns; its subqueries see aliases of earlier items as well. */
export class ListScope extends ItemScope {
	readonly around: Scope;

	constructor(base: Scope, items: readonly BoundItem[], later: readonly string[]) {
		super(base, items);
		this.around = new ListAroundScope(base, items, later);
	}

	find(name: ColumnName, clause: string): BoundExpression | undefined {
		return this.base.find(name, clause);
	}
}

/** Scope of subqueries in HAVING: columns, unless the query around them is grouped, then what HAVING itself sees. */
class HavingAroundScope extends ItemScope {
	readonly #having: HavingScope;
	readonly #isGrouped: () => boolean;

	constructor(base: Scope, items: readonly BoundItem[], having: HavingScope, isGrouped: () => boolean) {
		super(base, items);
		this.#having = having;
		this.#isGrouped = isGrouped;
	}

	find(name: ColumnName, clause: string): BoundExpression | undefined {
		return (this.#isGrouped() ? undefined : this.base.find(name, clause)) ?? this.#having.find(name, clause);
	}
}

/**
 * HAVING: group keys and the select list. Throws 1052 where a name means different columns of the list, or different
 * keys and none of the list.
 */
export class HavingScope extends ItemScope {
	readonly #keys: readonly BoundExpression[];
	readonly around: Scope;

	/** `isGrouped`: it has keys or aggregates; asked when a subquery is bound. */
	constructor(base: Scope, items: readonly BoundItem[], keys: readonly BoundExpression[], isGrouped: () => boolean) {
		super(base, items);
		this.#keys = keys;
		this.around = new HavingAroundScope(base, items, this, isGrouped);
	}

	find(name: ColumnName, clause: string): BoundExpression | undefined {
		const isMeant = (bound: BoundExpression): boolean =>
			bound.kind === "column" &&
			bound.origin !== undefined &&
			bound.origin.name.toLowerCase() === name.name.toLowerCase() &&
			(name.table === undefined || isNamed(bound.origin.source, name));
		const listed = name.table === undefined ? itemNamed(this.items, name.name, clause)?.bound : undefined;
		const [key, another] = this.#keys.filter(isMeant);
		if (key !== undefined && another !== undefined && listed === undefined && !sameExpression(key, another)) {
			throw sqlError("ambiguousColumn", encodeText(name.name), clause);
		}
		return key ?? listed ?? this.items.find((item) => isMeant(item.bound))?.bound;
	}
}

export interface BoundItem {
	readonly name: string;
	/** The AS name, by which other clauses may refer to it. */
	readonly alias: string | undefined;
	/** The syntax; undefined for a column of `*`. */
	readonly expression: Expression | undefined;
	readonly bound: BoundExpression;
}
