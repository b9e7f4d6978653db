/**
 * Converts INSERT, REPLACE, UPDATE and DELETE.
 */
import type { Assignment, Delete, Insert, Update } from "../../core/sql/tree/data.ts";
import type { ColumnName, Expression, TableReference } from "../../core/sql/tree/expression.ts";
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
import { limitOf, referencesOf } from "./query.ts";
import type { TableName } from "../../core/sql/tree/table-name.ts";

export function insertOf(node: PackageNode, carrier: Carrier): Insert {
	onlyMembers(node, ["table", "columns", "values", "prefix", "set", "on_duplicate_update"], "an INSERT");
	const prefix = wordOf(node.prefix)
		.split(/\s+/)
		.filter((each) => each !== "into" && each !== "");
	const priority = prefix.find((each) => each !== "ignore");
	const set = assignmentsOf(node.set, carrier);
	const columns =
		set.length > 0
			? set.map(({ column }) => column)
			: listOf(node.columns).map((column): ColumnName => ({ kind: "column", name: nameOf(column) }));
	const given = isNode(node.values) ? node.values : undefined;
	const isQuery = given?.type === "select";
	const rows = set.length > 0 ? [set.map(({ value }) => value)] : isQuery ? undefined : rowsOf(given, carrier);
	const update = isNode(node.on_duplicate_update) ? assignmentsOf(node.on_duplicate_update.set, carrier) : [];
	return {
		kind: "insert",
		replace: node.type === "replace",
		ignore: prefix.includes("ignore"),
		...(priority === undefined ? {} : { priority }),
		table: targetOf(listOf(node.table)[0]),
		...(isThere(node.columns) || set.length > 0 ? { columns } : {}),
		...(rows === undefined ? {} : { rows }),
		...(isQuery ? { query: carrier.query(given) } : {}),
		...(update.length > 0 ? { onDuplicate: update } : {}),
	};
}

function rowsOf(values: PackageNode | undefined, carrier: Carrier): readonly (readonly Expression[])[] {
	if (values?.type !== "values") {
		return refuse("an INSERT without rows");
	}
	return listOf(values.values).map((row) => listOf(nodeOf(row, "a row").value).map((each) => cellOf(each, carrier)));
}

/** The package reads DEFAULT as a column of that name. */
function cellOf(value: unknown, carrier: Carrier): Expression {
	return isNode(value) && value.type === "column_ref" && !isThere(value.table) && wordOf(value.column) === "default"
		? { kind: "default-of" }
		: expressionOf(value, carrier);
}

export function targetOf(value: unknown): TableName {
	const node = nodeOf(value, "a table");
	return {
		kind: "table",
		...(isThere(node.db) ? { database: nameOf(node.db) } : {}),
		name: nameOf(node.table, "a table's name"),
		...(isThere(node.as) ? { alias: nameOf(node.as) } : {}),
	};
}

function assignmentsOf(list: unknown, carrier: Carrier): Assignment[] {
	return listOf(list).map((each) => {
		const node = nodeOf(each, "an assignment");
		return {
			column: {
				kind: "column",
				...(isThere(node.table) ? { table: nameOf(node.table) } : {}),
				name: nameOf(node.column),
			},
			value: cellOf(node.value, carrier),
		};
	});
}

/** Clauses after the tables, in text order. */
function tailOf(node: PackageNode, carrier: Carrier): Pick<Update, "where" | "orderBy" | "limit"> {
	const where = isNode(node.where) ? expressionOf(node.where, carrier) : undefined;
	const orderBy = orderOf(node.orderby, carrier);
	const limit = limitOf(node.limit, carrier);
	return {
		...(where === undefined ? {} : { where }),
		...(orderBy.length > 0 ? { orderBy } : {}),
		...(limit === undefined ? {} : { limit }),
	};
}

export function updateOf(node: PackageNode, carrier: Carrier): Update {
	onlyMembers(node, ["table", "set", "where", "orderby", "limit"], "an UPDATE");
	const tables = referencesOf(listOf(node.table), carrier);
	const assignments = assignmentsOf(node.set, carrier);
	return { kind: "update", ignore: false, tables, assignments, ...tailOf(node, carrier) };
}

export function deleteOf(node: PackageNode, carrier: Carrier): Delete {
	onlyMembers(node, ["table", "from", "where", "orderby", "limit"], "a DELETE");
	const from = referencesOf(listOf(node.from), carrier);
	const named = listOf(node.table).map((each) => nodeOf(each, "a table"));
	const isMultiple = named.length > 0 && named.some((each) => each.addition !== true);
	const targets = isMultiple
		? named.map(targetOf)
		: from.filter((each: TableReference): each is TableName => each.kind === "table");
	return { kind: "delete", ignore: false, targets, from, multiple: isMultiple, ...tailOf(node, carrier) };
}
