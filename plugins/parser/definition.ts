/**
 * Converts columns, indexes, keys and options of CREATE TABLE and ALTER TABLE.
 */
import { printExpression } from "../../core/sql/print/index.ts";
import type {
	CheckDefinition,
	ColumnDefinition,
	ForeignKeyDefinition,
	IndexDefinition,
	IndexPart,
	ReferentialAction,
	References,
	TableElement,
	TableOption,
} from "../../core/sql/tree/table.ts";
import { decodeText } from "../../core/types/value/value.ts";
import { targetOf } from "./data.ts";
import { typeOf } from "./data-type.ts";
import type { Carrier } from "./carrier.ts";
import { expressionOf } from "./expression.ts";
import { literalOf } from "./literal.ts";
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

const columnMembers = [
	"column",
	"definition",
	"resource",
	"nullable",
	"default_val",
	"auto_increment",
	"primary_key",
	"unique",
	"unique_key",
	"comment",
	"character_set",
	"collate",
	"generated",
	"keyword",
	"action",
	"suffix",
	"first_after",
];

export function elementOf(value: unknown, carrier: Carrier): TableElement {
	const node = nodeOf(value, "an element");
	switch (node.resource) {
		case "column":
			return columnOf(node, carrier);
		case "index":
			return indexOf(node);
		case "constraint":
			return constraintOf(node, carrier);
		default:
			return refuse(`an element of kind ${String(node.resource)}`);
	}
}

export function columnOf(node: PackageNode, carrier: Carrier): ColumnDefinition {
	onlyMembers(node, columnMembers, "a column");
	const type = typeOf(nodeOf(node.definition, "a type"), false);
	const charset = isNode(node.character_set) ? nameOf(node.character_set.value) : undefined;
	const collation = isNode(node.collate)
		? nameOf(isNode(node.collate.collate) ? node.collate.collate.name : (node.collate.collate ?? node.collate.value))
		: undefined;
	const nullable = isNode(node.nullable) ? wordOf(node.nullable.value ?? node.nullable.type) === "null" : undefined;
	const given = isNode(node.default_val) ? nodeOf(node.default_val.value, "a default") : undefined;
	const unique = isThere(node.unique) || isThere(node.unique_key);
	const key = isThere(node.primary_key) ? "primary" : unique ? "unique" : undefined;
	const comment = commentOf(node.comment);
	const generated = isNode(node.generated) ? node.generated : undefined;
	const onUpdate = given === undefined ? undefined : onUpdateOf(given);
	const expression = generated === undefined ? undefined : expressionOf(generated.expr, carrier);
	return {
		kind: "column-definition",
		name: nameOf(node.column),
		type: { ...type, ...(charset === undefined ? {} : { charset }), ...(collation === undefined ? {} : { collation }) },
		...(nullable === undefined ? {} : { nullable }),
		...(given === undefined ? {} : { default: expressionOf({ ...given, over: undefined }, carrier) }),
		...(onUpdate === undefined ? {} : { onUpdate }),
		autoIncrement: isThere(node.auto_increment),
		...(key === undefined ? {} : { key }),
		...(key === "primary" && unique ? { alsoUnique: true as const } : {}),
		...(comment === undefined ? {} : { comment }),
		...(expression === undefined || generated === undefined
			? {}
			: {
					generated: {
						expression,
						text: decodeText(printExpression(expression)),
						stored: wordOf(generated.storage_type) === "stored",
					},
				}),
	};
}

function onUpdateOf(given: PackageNode): ColumnDefinition["onUpdate"] {
	const over = isNode(given.over) ? given.over : undefined;
	if (over === undefined) {
		return undefined;
	}
	return over.type === "on update" && !isThere(over.expr)
		? { kind: "call", name: "now", arguments: [] }
		: refuse("ON UPDATE with digits");
}

function commentOf(value: unknown): string | undefined {
	if (!isNode(value)) {
		return undefined;
	}
	const text = literalOf(nodeOf(value.value, "a comment"));
	return text?.type === "string" ? decodeText(text.bytes) : refuse("this comment");
}

export function indexOf(node: PackageNode): IndexDefinition {
	const words = wordOf(node.keyword);
	const type = words.startsWith("fulltext") ? "fulltext" : words.startsWith("spatial") ? "spatial" : "plain";
	return {
		kind: "index-definition",
		type,
		...indexNameOf(node.index),
		parts: partsOf(node.definition),
		...usingOf(node),
	};
}

function indexNameOf(value: unknown): Pick<IndexDefinition, "name"> {
	return isThere(value) ? { name: nameOf(value) } : {};
}

function usingOf(node: PackageNode): Pick<IndexDefinition, "using"> {
	const options = [...listOf(node.index_options), ...listOf(node.index_type)].map((each) => nodeOf(each, "an option"));
	const using = options.map((each) =>
		wordOf(each.keyword) === "using"
			? wordOf(each.type)
			: refuse(`the index option ${wordOf(each.keyword ?? each.type)}`),
	);
	const [method] = using;
	return method === undefined ? {} : { using: method === "hash" ? "hash" : "btree" };
}

export function partsOf(list: unknown): IndexPart[] {
	return listOf(list).map((each) => {
		const node = nodeOf(each, "a part of an index");
		if (node.type !== "column_ref") {
			return refuse("an index over an expression");
		}
		const length = typeof node.suffix === "string" ? /\((\d+)\)/.exec(node.suffix)?.[1] : undefined;
		return {
			column: nameOf(node.column),
			...(length === undefined ? {} : { length: Number(length) }),
			descending: wordOf(node.order_by) === "desc",
		};
	});
}

export function constraintOf(
	node: PackageNode,
	carrier: Carrier,
): IndexDefinition | ForeignKeyDefinition | CheckDefinition {
	const kind = wordOf(node.constraint_type);
	const constraint = isThere(node.constraint) ? { constraint: nameOf(node.constraint) } : {};
	if (kind === "primary key" || kind.startsWith("unique")) {
		return {
			kind: "index-definition",
			type: kind === "primary key" ? "primary" : "unique",
			...indexNameOf(node.index),
			...constraint,
			parts: partsOf(node.definition),
			...usingOf(node),
		};
	}
	if (kind === "foreign key") {
		return {
			kind: "foreign-key-definition",
			...constraint,
			...indexNameOf(node.index),
			columns: partsOf(node.definition).map(({ column }) => column),
			references: referencesOf(nodeOf(node.reference_definition, "REFERENCES")),
		};
	}
	if (kind === "check") {
		const expression = expressionOf(listOf(node.definition)[0], carrier);
		return {
			kind: "check-definition",
			...constraint,
			expression,
			text: decodeText(printExpression(expression)),
			enforced: wordOf(node.enforced) !== "not enforced",
		};
	}
	return refuse(`the constraint ${kind}`);
}

function referencesOf(node: PackageNode): References {
	const actions = new Map(
		listOf(node.on_action)
			.map((each) => nodeOf(each, "an action"))
			.map((each) => [wordOf(each.type), wordOf(each.value) as ReferentialAction]),
	);
	const [onDelete, onUpdate] = [actions.get("on delete"), actions.get("on update")];
	return {
		table: targetOf(listOf(node.table)[0]),
		columns: partsOf(node.definition).map(({ column }) => column),
		...(onDelete === undefined ? {} : { onDelete }),
		...(onUpdate === undefined ? {} : { onUpdate }),
	};
}

export function optionOf(value: unknown): TableOption {
	const node = nodeOf(value, "a table option");
	const name = wordOf(node.keyword).replace(/^default /, "");
	const text = isNode(node.value) ? nameOf(node.value) : String(node.value);
	switch (name) {
		case "charset":
		case "character set":
			return { option: "charset", value: text };
		case "collate":
			return { option: "collate", value: text };
		case "auto_increment":
			return { option: "auto-increment", value: Number(text) };
		case "comment":
			return { option: "comment", value: unquoted(text) };
		case "engine":
			// The package prints engine names in capitals, however written.
			return { option: "engine", value: text };
		default:
			return { option: "other", name, value: unquoted(text) };
	}
}

function unquoted(text: string): string {
	const read = /^'.*'$/s.test(text) ? literalOf({ type: "single_quote_string", value: text.slice(1, -1) }) : undefined;
	return read?.type === "string" ? decodeText(read.bytes) : text;
}
