/**
 * Converts calls of functions and aggregates; functions with a syntax of their own become the kernel's plain calls.
 */
import type { AggregateName, Expression, FunctionCall, Word } from "../../core/sql/tree/expression.ts";
import { parseExpression, plainMode } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { typeOf } from "./data-type.ts";
import type { Carrier } from "./carrier.ts";
import { columnOf } from "./column-name.ts";
import { orderOf } from "./order.ts";
import { isNode, isThere, listOf, nameOf, nodeOf, type PackageNode, refuse, wordOf } from "./package-node.ts";

const aggregates: Readonly<Record<string, AggregateName>> = {
	count: "count",
	sum: "sum",
	avg: "avg",
	min: "min",
	max: "max",
	bit_and: "bit_and",
	bit_or: "bit_or",
	bit_xor: "bit_xor",
	std: "std",
	stddev: "std",
	stddev_pop: "std",
	stddev_samp: "stddev_samp",
	variance: "variance",
	var_pop: "variance",
	var_samp: "var_samp",
	group_concat: "group_concat",
	json_arrayagg: "json_arrayagg",
	json_objectagg: "json_objectagg",
};

export function callOf(node: PackageNode, carrier: Carrier): Expression {
	if (isThere(node.over) && !isNow(node)) {
		refuse("window functions");
	}
	if (node.type === "extract") {
		const { field, source } = nodeOf(node.args, "what is extracted");
		return { kind: "call", name: "extract", arguments: [word(wordOf(field)), carrier.expression(source)] };
	}
	if (node.type === "aggr_func") {
		return aggregateOf(wordOf(node.name), nodeOf(node.args, "operands"), carrier);
	}
	const parts = listOf(nodeOf(node.name, "a function's name").name).map((part) => nameOf(part));
	const schema =
		isNode(node.name) && isThere(node.name.schema) ? nameOf(node.name.schema) : parts.length > 1 ? parts[0] : undefined;
	const name = (parts.at(-1) ?? "").toLowerCase();
	const given = listOf(isNode(node.args) ? node.args.value : node.args);
	const special = schema === undefined ? specialOf(name, given, carrier) : undefined;
	if (special !== undefined) {
		return special;
	}
	const operands = given.map((each) => carrier.expression(each));
	const aggregate = schema === undefined ? aggregates[name] : undefined;
	if (aggregate !== undefined) {
		return { kind: "aggregate", name: aggregate, distinct: false, arguments: operands };
	}
	return plainCall(schema, name, operands);
}

/** The package stores ON UPDATE of DEFAULT CURRENT_TIMESTAMP where window clauses belong. */
function isNow(node: PackageNode): boolean {
	return isNode(node.over) && node.over.type === "on update";
}

/** Synonyms have one name in the kernel's tree: the kernel parses the bare call to find it. */
function plainCall(schema: string | undefined, name: string, operands: readonly Expression[]): Expression {
	if (schema !== undefined) {
		return { kind: "call", database: schema, name, arguments: operands };
	}
	const places = operands.map((_operand, at) => `a${at}`).join(", ");
	const read = parseExpression(encodeText(`${name}(${places})`), plainMode);
	if (read.kind !== "call" || read.arguments.length !== operands.length) {
		return refuse(`the function ${name}`);
	}
	return { ...read, arguments: operands } satisfies FunctionCall;
}

function word(text: string): Word {
	return { kind: "word", word: text };
}

function specialOf(name: string, given: readonly unknown[], carrier: Carrier): Expression | undefined {
	const [first] = given;
	switch (name) {
		case "exists":
			return isNode(first) && isNode(first.ast) ? { kind: "exists", query: carrier.query(first.ast) } : undefined;
		case "row":
			return { kind: "row", items: given.map((each) => carrier.expression(each)) };
		case "mod":
			return given.length === 2
				? { kind: "binary", operator: "%", left: carrier.expression(first), right: carrier.expression(given[1]) }
				: undefined;
		case "values":
			return isNode(first) && first.type === "column_ref" ? { kind: "values-of", column: columnOf(first) } : undefined;
		case "default":
			return isNode(first) && first.type === "column_ref" ? { kind: "default-of", column: columnOf(first) } : undefined;
		case "convert":
			return conversionOf(given, carrier);
		case "trim":
			return trimOf(given, carrier);
		case "timestampdiff":
		case "timestampadd":
			return {
				kind: "call",
				name,
				arguments: [word(wordOf(first)), ...given.slice(1).map((each) => carrier.expression(each))],
			};
		case "position":
			return isNode(first) && first.operator === "IN"
				? { kind: "call", name: "locate", arguments: [carrier.expression(first.left), carrier.expression(first.right)] }
				: undefined;
		default:
			return undefined;
	}
}

function conversionOf(given: readonly unknown[], carrier: Carrier): Expression {
	const operand = nodeOf(given[0], "what is converted");
	const using = typeof operand.suffix === "string" ? /^USING\s+(\S+)$/i.exec(operand.suffix)?.[1] : undefined;
	if (using !== undefined) {
		return {
			kind: "convert-using",
			operand: carrier.expression({ ...operand, suffix: undefined }),
			charset: using.toLowerCase(),
		};
	}
	return given.length === 2
		? { kind: "cast", operand: carrier.expression(operand), type: typeOf(nodeOf(given[1], "a type"), true) }
		: refuse("this form of CONVERT");
}

function trimOf(given: readonly unknown[], carrier: Carrier): Expression {
	const words = given.filter((each) => isNode(each) && each.type === "origin" && each.value !== "?").map(wordOf);
	const [side = ""] = words.filter((each) => each !== "from");
	const operands = given
		.filter((each) => !(isNode(each) && each.type === "origin" && each.value !== "?"))
		.map((each) => carrier.expression(each));
	if (words.length === 0) {
		return { kind: "call", name: "trim", arguments: operands };
	}
	return operands.length === 2
		? { kind: "call", name: "trim", arguments: [operands[1]!, operands[0]!, word(side === "" ? "both" : side)] }
		: refuse("this form of TRIM");
}

function aggregateOf(name: string, args: PackageNode, carrier: Carrier): Expression {
	const aggregate = aggregates[name];
	if (aggregate === undefined) {
		return refuse(`the aggregate ${name}`);
	}
	const distinct = wordOf(args.distinct) === "distinct";
	const operand = nodeOf(args.expr, "what is aggregated");
	if (operand.type === "star") {
		return { kind: "aggregate", name: aggregate, distinct, arguments: [] };
	}
	const operands =
		operand.type === "expr_list" && operand.parentheses !== true
			? listOf(operand.value).map((each) => carrier.expression(each))
			: [carrier.expression(operand)];
	const order = listOf(args.orderby).length > 0 ? { order: orderOf(args.orderby, carrier) } : {};
	const separator = isNode(args.separator) ? carrier.expression(args.separator.value) : undefined;
	if (separator !== undefined && (separator.kind !== "literal" || separator.type !== "string")) {
		return refuse("a separator that is no text");
	}
	return {
		kind: "aggregate",
		name: aggregate,
		distinct,
		arguments: operands,
		...order,
		...(separator === undefined ? {} : { separator: separator.bytes }),
	};
}
