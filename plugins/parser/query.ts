/**
 * Converts queries: SELECT, UNION, and FROM items.
 */
import { printExpression } from "../../core/sql/print/index.ts";
import type { Expression, Limit, Query, Select, SelectItem, TableReference } from "../../core/sql/tree/expression.ts";
import type { Carrier } from "./carrier.ts";
import { expressionOf } from "./expression.ts";
import { orderOf } from "./order.ts";
import {
	isNode,
	isThere,
	listOf,
	nameOf,
	nodeOf,
	onlyMembers,
	type PackageNode,
	refuse,
	wordOf,
} from "./package-node.ts";
import type { IntoTarget } from "../../core/sql/tree/into-target.ts";

const selectMembers = [
	"columns",
	"distinct",
	"options",
	"into",
	"from",
	"where",
	"groupby",
	"having",
	"orderby",
	"limit",
	"locking_read",
	"_next",
	"set_op",
	"_orderby",
	"_limit",
];

export function queryOf(node: PackageNode, carrier: Carrier): Query {
	if (node.type !== "select") {
		return refuse(`a query of kind ${String(node.type)}`);
	}
	const first = selectOf(node, carrier);
	return isNode(node._next) ? unionOf(first, node, carrier) : withOuterClauses(first, node, carrier);
}

/** `(select ...) order by ... limit ...`: clauses outside the parentheses. */
function withOuterClauses(select: Select, node: PackageNode, carrier: Carrier): Query {
	const orderBy = orderOf(node._orderby, carrier);
	const limit = limitOf(node._limit, carrier);
	if (orderBy.length === 0 && limit === undefined) {
		return select;
	}
	const clauses = { ...(orderBy.length > 0 ? { orderBy } : {}), ...(limit === undefined ? {} : { limit }) };
	return select.orderBy === undefined && select.limit === undefined
		? { ...select, ...clauses }
		: { kind: "union", parts: [select], operators: [], ...clauses };
}

/**
 * The package links each part to the one before; ORDER BY and LIMIT of the whole are on the first or after the last.
 */
function unionOf(first: Select, node: PackageNode, carrier: Carrier): Query {
	const parts: Query[] = [first];
	const operators: ("distinct" | "all")[] = [];
	let orderBy = orderOf(node._orderby, carrier);
	let limit = limitOf(node._limit, carrier);
	for (let at: PackageNode = node; isNode(at._next); at = at._next) {
		const operator = wordOf(at.set_op);
		operators.push(
			operator === "union all"
				? "all"
				: operator === "union" || operator === "union distinct"
					? "distinct"
					: refuse(operator),
		);
		const next = at._next;
		const part = selectOf(next, carrier);
		if (
			!isNode(next._next) &&
			next.parentheses_symbol !== true &&
			(part.orderBy !== undefined || part.limit !== undefined)
		) {
			const { orderBy: own, limit: ownLimit, ...bare } = part;
			orderBy = own === undefined ? orderBy : [...own];
			limit = ownLimit ?? limit;
			parts.push(bare);
		} else {
			parts.push(part);
		}
	}
	return {
		kind: "union",
		parts,
		operators,
		...(orderBy.length > 0 ? { orderBy } : {}),
		...(limit === undefined ? {} : { limit }),
	};
}

function selectOf(node: PackageNode, carrier: Carrier): Select {
	onlyMembers(node, selectMembers, "a SELECT");
	const options = listOf(node.options).map(wordOf);
	const items = listOf(node.columns).map((column) => itemOf(nodeOf(column, "a column"), carrier));
	const into = intoOf(node.into);
	const from = listOf(node.from);
	const isDual = from.length === 1 && isNode(from[0]) && from[0].type === "dual";
	const references = isDual ? undefined : from.length === 0 ? undefined : referencesOf(from, carrier);
	const where = isNode(node.where) ? expressionOf(node.where, carrier) : undefined;
	const grouping = isNode(node.groupby) ? node.groupby : undefined;
	const groupBy = grouping === undefined ? [] : orderOf(grouping.columns, carrier);
	const rollup = listOf(grouping?.modifiers).some((modifier) => wordOf(modifier) === "with rollup");
	const having = isNode(node.having) ? expressionOf(node.having, carrier) : undefined;
	const orderBy = orderOf(node.orderby, carrier);
	const limit = limitOf(node.limit, carrier);
	const lock = lockOf(wordOf(node.locking_read));
	return {
		kind: "select",
		distinct: wordOf(node.distinct) === "distinct",
		modifiers: options,
		items,
		...(references === undefined ? {} : { from: references }),
		...(where === undefined ? {} : { where }),
		...(groupBy.length > 0 ? { groupBy } : {}),
		...(rollup ? { rollup } : {}),
		...(having === undefined ? {} : { having }),
		...(orderBy.length > 0 ? { orderBy } : {}),
		...(limit === undefined ? {} : { limit }),
		...(lock === undefined ? {} : { lock }),
		...(into === undefined ? {} : { into }),
	};
}

function itemOf(node: PackageNode, carrier: Carrier): SelectItem {
	const expression = nodeOf(node.expr, "a column");
	if (expression.type === "column_ref" && expression.column === "*") {
		return {
			kind: "star",
			...(isThere(expression.db) ? { database: nameOf(expression.db) } : {}),
			...(isThere(expression.table) ? { table: nameOf(expression.table) } : {}),
		};
	}
	const read = expressionOf(expression, carrier);
	const text = carrier.text(expression) ?? printExpression(read);
	return { kind: "item", expression: read, ...(isThere(node.as) ? { alias: nameOf(node.as) } : {}), text };
}

function intoOf(value: unknown): IntoTarget | undefined {
	if (!isNode(value) || !isThere(value.type)) {
		return undefined;
	}
	return value.keyword === "var"
		? { kind: "variables", targets: listOf(value.expr).map((each) => nameOf(nodeOf(each, "a variable").name)) }
		: refuse("INTO a file");
}

function lockOf(words: string): Select["lock"] {
	return words === ""
		? undefined
		: words === "for update"
			? "update"
			: words === "lock in share mode"
				? "share"
				: refuse(words);
}

export function limitOf(value: unknown, carrier: Carrier): Limit | undefined {
	if (!isNode(value) || listOf(value.value).length === 0) {
		return undefined;
	}
	const [first, second] = listOf(value.value).map((each) => expressionOf(each, carrier)) as [
		Expression,
		Expression | undefined,
	];
	if (second === undefined) {
		return { count: first };
	}
	return value.seperator === "offset" ? { count: first, offset: second } : { count: second, offset: first };
}

const joins: Readonly<Record<string, "inner" | "left" | "right" | "straight">> = {
	join: "inner",
	"inner join": "inner",
	"cross join": "inner",
	"left join": "left",
	"left outer join": "left",
	"right join": "right",
	"right outer join": "right",
	straight_join: "straight",
};

/** A list whose entries tell how they are joined to those before; an entry without follows a comma. */
export function referencesOf(list: readonly unknown[], carrier: Carrier): TableReference[] {
	const references: TableReference[] = [];
	// A parenthesis at the start of the list holds the rest of it in its own `joins`.
	for (const entry of list.flatMap((each) =>
		isNode(each) && Array.isArray(each.joins) ? [{ ...each, joins: undefined }, ...each.joins] : [each],
	)) {
		const node = nodeOf(entry, "a table");
		if (!isThere(node.join)) {
			references.push(referenceOf(node, carrier));
			continue;
		}
		const type = joins[wordOf(node.join)];
		const left = references.pop();
		if (type === undefined || left === undefined) {
			return refuse(`the join ${wordOf(node.join)}`);
		}
		const right = referenceOf(node, carrier);
		const on = isNode(node.on) ? expressionOf(node.on, carrier) : undefined;
		const using = listOf(node.using).map((each) => nameOf(each));
		references.push({
			kind: "join",
			type,
			natural: false,
			left,
			right,
			...(on === undefined ? {} : { on }),
			...(using.length > 0 ? { using } : {}),
		});
	}
	return references;
}

function referenceOf(node: PackageNode, carrier: Carrier): TableReference {
	const alias = isThere(node.as) ? { alias: nameOf(node.as) } : {};
	if (isNode(node.expr)) {
		return isNode(node.expr.ast)
			? { kind: "derived", query: carrier.query(node.expr.ast), ...alias }
			: refuse("this table");
	}
	if (Array.isArray(node.expr)) {
		const inner = referencesOf(node.expr, carrier);
		return inner.length === 1 ? inner[0]! : refuse("a comma within parentheses of tables");
	}
	onlyMembers(node, ["db", "table", "as", "join", "on", "using", "addition"], "a table");
	return {
		kind: "table",
		...(isThere(node.db) ? { database: nameOf(node.db) } : {}),
		name: nameOf(node.table, "a table's name"),
		...alias,
	};
}
