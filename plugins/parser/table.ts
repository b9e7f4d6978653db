/**
 * Converts CREATE, ALTER, DROP, RENAME and TRUNCATE.
 */
import type { Statement } from "../../core/sql/tree/statement.ts";
import type { AlterChange, ColumnPosition, OnlineOption } from "../../core/sql/tree/table.ts";
import { targetOf } from "./data.ts";
import { columnOf, constraintOf, elementOf, indexOf, optionOf, partsOf } from "./definition.ts";
import type { Carrier } from "./carrier.ts";
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

export function createOf(node: PackageNode, carrier: Carrier): Statement {
	switch (node.keyword) {
		case "table":
			return createTableOf(node, carrier);
		case "database":
		case "schema":
			return createDatabaseOf(node);
		case "index":
			return createIndexOf(node);
		default:
			return refuse(`CREATE ${String(node.keyword)}`);
	}
}

function createTableOf(node: PackageNode, carrier: Carrier): Statement {
	onlyMembers(
		node,
		[
			"keyword",
			"temporary",
			"if_not_exists",
			"table",
			"create_definitions",
			"table_options",
			"like",
			"as",
			"query_expr",
			"ignore_replace",
		],
		"a CREATE TABLE",
	);
	const onDuplicate = wordOf(node.ignore_replace);
	const elements = listOf(node.create_definitions).map((each) => elementOf(each, carrier));
	const options = listOf(node.table_options).map(optionOf);
	return {
		kind: "create-table",
		table: targetOf(listOf(node.table)[0]),
		temporary: isThere(node.temporary),
		ifNotExists: isThere(node.if_not_exists),
		elements,
		options,
		...(isNode(node.like) ? { like: targetOf(listOf(node.like.table)[0]) } : {}),
		...(isNode(node.query_expr) ? { query: carrier.query(node.query_expr) } : {}),
		...(onDuplicate === "ignore" || onDuplicate === "replace" ? { onDuplicate } : {}),
	};
}

function createDatabaseOf(node: PackageNode): Statement {
	const name = isNode(node.database)
		? nameOf(listOf(node.database.schema ?? node.database.name)[0] ?? node.database)
		: nameOf(node.database);
	const options = listOf(node.create_definitions).map(optionOf);
	const charset = options.findLast((each) => each.option === "charset")?.value;
	const collation = options.findLast((each) => each.option === "collate")?.value;
	return {
		kind: "create-database",
		name,
		ifNotExists: isThere(node.if_not_exists),
		...(charset === undefined ? {} : { charset: String(charset) }),
		...(collation === undefined ? {} : { collation: String(collation) }),
	};
}

function createIndexOf(node: PackageNode): Statement {
	onlyMembers(
		node,
		["index_type", "keyword", "index", "on_kw", "table", "index_columns", "algorithm_option", "lock_option"],
		"a CREATE INDEX",
	);
	const type = wordOf(node.index_type);
	return {
		kind: "create-index",
		table: targetOf(node.table),
		index: {
			kind: "index-definition",
			type: type === "unique" || type === "fulltext" || type === "spatial" ? type : "plain",
			name: nameOf(node.index),
			parts: partsOf(node.index_columns),
		},
		...onlineOf([node.algorithm_option, node.lock_option].filter(isThere)),
	};
}

/** ALGORITHM and LOCK. */
function onlineOf(nodes: readonly unknown[]): { readonly online?: readonly OnlineOption[] } {
	const online = nodes.map((each) => {
		const node = nodeOf(each, "an option of an index");
		const option = wordOf(node.keyword) === "lock" ? ("lock" as const) : ("algorithm" as const);
		return { change: "online" as const, option, value: wordOf(node[option]) };
	});
	return online.length === 0 ? {} : { online };
}

export function dropOf(node: PackageNode): Statement {
	const ifExists = wordOf(node.prefix) === "if exists";
	switch (node.keyword) {
		case "table":
			return { kind: "drop-table", tables: listOf(node.name).map(targetOf), temporary: false, ifExists };
		case "database":
		case "schema":
			return { kind: "drop-database", name: nameOf(node.name), ifExists };
		case "view":
			return { kind: "drop-view", views: listOf(node.name).map(targetOf), ifExists };
		case "index":
			return {
				kind: "drop-index",
				table: targetOf(node.table),
				name: nameOf(node.name),
				...onlineOf(listOf(node.options)),
			};
		default:
			return refuse(`DROP ${String(node.keyword)}`);
	}
}

export function renameOf(node: PackageNode): Statement {
	return {
		kind: "rename-table",
		renames: listOf(node.table).map((pair) => ({ from: targetOf(listOf(pair)[0]), to: targetOf(listOf(pair)[1]) })),
	};
}

export function truncateOf(node: PackageNode): Statement {
	const [table, ...more] = listOf(node.name);
	return more.length > 0 ? refuse("TRUNCATE of several tables") : { kind: "truncate-table", table: targetOf(table) };
}

export function alterOf(node: PackageNode, carrier: Carrier): Statement {
	const changes = listOf(node.expr).map((each) => changeOf(nodeOf(each, "a change"), carrier));
	return { kind: "alter-table", table: targetOf(listOf(node.table)[0]), ignore: false, changes };
}

function changeOf(node: PackageNode, carrier: Carrier): AlterChange {
	const action = wordOf(node.action);
	const resource = wordOf(node.resource);
	switch (`${action} ${resource}`) {
		case "add column":
			return { change: "add-column", column: columnOf(node, carrier), ...positionOf(node) };
		case "drop column":
			return { change: "drop-column", name: nameOf(node.column) };
		case "modify column":
			return {
				change: "change-column",
				name: nameOf(node.column),
				column: columnOf(node, carrier),
				...positionOf(node),
				modify: true,
			};
		case "change column":
			return {
				change: "change-column",
				name: nameOf(node.old_column),
				column: columnOf({ ...node, old_column: undefined }, carrier),
				...positionOf(node),
				modify: false,
			};
		case "add index":
			return { change: "add-index", index: indexOf(node) };
		case "add constraint":
			return addedConstraint(node, carrier);
		case "drop key":
		case "drop index":
			return wordOf(node.keyword).startsWith("primary")
				? { change: "drop-primary-key" }
				: { change: "drop-index", name: nameOf(node.index ?? node.key) };
		case "rename table":
			return { change: "rename-table", to: targetOf({ table: nameOf(node.table) }) };
		default:
			return refuse(`ALTER TABLE ... ${action} ${resource}`);
	}
}

function positionOf(node: PackageNode): { readonly position?: ColumnPosition } {
	const words = isNode(node.first_after) ? node.first_after : isNode(node.suffix) ? node.suffix : undefined;
	if (words === undefined) {
		return {};
	}
	return wordOf(words.keyword) === "first"
		? { position: { first: true } }
		: { position: { after: nameOf(words.expr ?? words.column) } };
}

function addedConstraint(node: PackageNode, carrier: Carrier): AlterChange {
	const made = constraintOf(nodeOf(node.create_definitions ?? node, "a constraint"), carrier);
	return made.kind === "index-definition"
		? { change: "add-index", index: made }
		: made.kind === "check-definition"
			? { change: "add-check", check: made }
			: { change: "add-foreign-key", foreignKey: made };
}
