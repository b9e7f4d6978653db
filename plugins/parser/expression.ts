/**
 * Converts expressions; corrects what the package misreads (`is not unknown` as a column) where it can be told.
 */
import type { BinaryOperator, Expression } from "../../core/sql/tree/expression.ts";
import { parseExpression, plainMode } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { callOf } from "./call.ts";
import type { Carrier } from "./carrier.ts";
import { columnOf } from "./column-name.ts";
import { typeOf } from "./data-type.ts";
import { literalOf } from "./literal.ts";
import { isNode, listOf, nameOf, nodeOf, type PackageNode, refuse, wordOf } from "./package-node.ts";

const binaryOperators: Readonly<Record<string, BinaryOperator>> = {
	"+": "+",
	"-": "-",
	"*": "*",
	"/": "/",
	"%": "%",
	DIV: "div",
	MOD: "%",
	"=": "=",
	"<=>": "<=>",
	"<>": "<>",
	"!=": "<>",
	"<": "<",
	"<=": "<=",
	">": ">",
	">=": ">=",
	AND: "and",
	"&&": "and",
	OR: "or",
	"||": "or",
	XOR: "xor",
	"&": "&",
	"|": "|",
	"^": "^",
	"<<": "<<",
	">>": ">>",
	"->": "->",
	"->>": "->>",
};

const unaryOperators = { "-": "-", "+": "+", "~": "~", "!": "!", NOT: "not", BINARY: "binary" } as const;

export function expressionOf(value: unknown, carrier: Carrier): Expression {
	const node = nodeOf(value, "an expression");
	const collate = isNode(node.collate) ? collationOf(node.collate) : undefined;
	const plain = plainOf(node, carrier);
	return collate === undefined ? plain : { kind: "collate", operand: plain, collation: collate };
}

function collationOf(node: PackageNode): string {
	return nameOf(isNode(node.collate) ? node.collate.name : node.collate, "a collation");
}

function plainOf(node: PackageNode, carrier: Carrier): Expression {
	if (isNode(node.ast)) {
		return { kind: "subquery", query: carrier.query(node.ast) };
	}
	const literal = literalOf(node);
	if (literal !== undefined) {
		return literal;
	}
	switch (node.type) {
		case "number":
			return parseExpression(encodeText(String(node.value)), plainMode);
		case "column_ref":
			return columnOf(node);
		case "origin":
			return node.value === "?" ? carrier.parameter() : refuse(`the word ${String(node.value)}`);
		case "param":
			return refuse("named parameters");
		case "var":
			return variableOf(node, carrier);
		case "assign": {
			const target = variableOf(nodeOf(node.left, "a variable"), carrier);
			return target.kind === "user-variable"
				? { kind: "assign-variable", name: target.name, value: expressionOf(node.right, carrier) }
				: refuse("an assignment to a system variable");
		}
		case "unary_expr":
			return unaryOf(node, carrier);
		case "binary_expr":
			return binaryOf(node, carrier);
		case "expr_list":
			return rowOf(node, carrier);
		case "case":
			return caseOf(node, carrier);
		case "cast":
			return castOf(node, carrier);
		case "interval":
			return { kind: "interval", amount: expressionOf(node.expr, carrier), unit: wordOf(node.unit) };
		case "function":
		case "aggr_func":
		case "extract":
			return callOf(node, carrier);
		default:
			return refuse(`an expression of kind ${String(node.type)}`);
	}
}

function variableOf(
	node: PackageNode,
	carrier: Carrier,
): Extract<Expression, { kind: "user-variable" | "system-variable" }> {
	const members = listOf(node.members).map(String);
	const name = nameOf(node.name, "a variable's name");
	if (node.prefix === "@") {
		return members.length > 0
			? refuse("dots in a variable's name")
			: carrier.isAssigned(name)
				? { kind: "user-variable", name, assigned: true }
				: { kind: "user-variable", name };
	}
	if (node.prefix !== "@@") {
		return refuse(`a variable behind ${String(node.prefix)}`);
	}
	const scope = name.toLowerCase();
	return (scope === "session" || scope === "global" || scope === "local") && members.length > 0
		? { kind: "system-variable", scope: scope === "global" ? "global" : "session", name: members.join(".") }
		: { kind: "system-variable", scope: "any", name: [name, ...members].join(".") };
}

function unaryOf(node: PackageNode, carrier: Carrier): Expression {
	if (String(node.operator).toUpperCase() === "NOT EXISTS") {
		const query = nodeOf(
			listOf(isNode(node.expr) && Array.isArray(node.expr.value) ? node.expr.value : node.expr)[0],
			"a query",
		);
		return {
			kind: "unary",
			operator: "not",
			operand: { kind: "exists", query: carrier.query(nodeOf(query.ast ?? query, "a query")) },
		};
	}
	const operator = unaryOperators[String(node.operator).toUpperCase() as keyof typeof unaryOperators];
	return operator === undefined
		? refuse(`the operator ${String(node.operator)}`)
		: { kind: "unary", operator, operand: expressionOf(node.expr, carrier) };
}

function binaryOf(node: PackageNode, carrier: Carrier): Expression {
	const operator = String(node.operator).toUpperCase();
	const negated = operator.startsWith("NOT ") || operator === "IS NOT";
	const left = (): Expression => expressionOf(node.left, carrier);
	switch (operator) {
		case "IS":
		case "IS NOT":
			return { kind: "is", operand: left(), test: testOf(nodeOf(node.right, "what IS asks")), negated };
		case "IN":
		case "NOT IN":
			return inOf(node, negated, carrier);
		case "BETWEEN":
		case "NOT BETWEEN": {
			const operand = left();
			const [low, high] = listOf(nodeOf(node.right, "bounds").value);
			return { kind: "between", operand, low: expressionOf(low, carrier), high: expressionOf(high, carrier), negated };
		}
		case "LIKE":
		case "NOT LIKE": {
			const operand = left();
			const right = nodeOf(node.right, "a pattern");
			const escape = isNode(right.escape) ? expressionOf(right.escape.value, carrier) : undefined;
			return {
				kind: "like",
				operand,
				pattern: expressionOf({ ...right, escape: undefined }, carrier),
				...(escape === undefined ? {} : { escape }),
				negated,
			};
		}
		case "REGEXP":
		case "RLIKE":
		case "NOT REGEXP":
		case "NOT RLIKE":
			return { kind: "regexp", operand: left(), pattern: expressionOf(node.right, carrier), negated };
		default:
			return comparisonOf(node, operator, carrier);
	}
}

function testOf(node: PackageNode): "null" | "true" | "false" | "unknown" {
	if (node.type === "null") {
		return "null";
	}
	if (node.type === "bool") {
		return node.value === true ? "true" : "false";
	}
	return node.type === "column_ref" && wordOf(node.column) === "unknown" ? "unknown" : refuse("what IS asks");
}

function inOf(node: PackageNode, negated: boolean, carrier: Carrier): Expression {
	const operand = expressionOf(node.left, carrier);
	const candidates = listOf(nodeOf(node.right, "a list").value);
	const only = candidates.length === 1 ? candidates[0] : undefined;
	if (isNode(only) && isNode(only.ast)) {
		return { kind: "in", operand, candidates: carrier.query(only.ast), negated };
	}
	return { kind: "in", operand, candidates: candidates.map((each) => expressionOf(each, carrier)), negated };
}

/** The package reads `a = any (select ...)` as a call of a function any. */
function comparisonOf(node: PackageNode, sign: string, carrier: Carrier): Expression {
	const operator = binaryOperators[sign];
	if (operator === undefined) {
		return refuse(`the operator ${sign}`);
	}
	const left = expressionOf(node.left, carrier);
	const { right } = node;
	if (isNode(right) && right.type === "function") {
		const [word] = listOf(nodeOf(right.name, "a function").name);
		const quantifier = wordOf(word);
		const [argument] = listOf(isNode(right.args) ? right.args.value : undefined);
		if (
			(quantifier === "any" || quantifier === "some" || quantifier === "all") &&
			isNode(argument) &&
			isNode(argument.ast)
		) {
			const comparison = operator as "=" | "<>" | "<" | "<=" | ">" | ">=";
			return {
				kind: "quantified",
				operator: comparison,
				quantifier: quantifier === "all" ? "all" : "any",
				operand: left,
				query: carrier.query(argument.ast),
			};
		}
	}
	return { kind: "binary", operator, left, right: expressionOf(right, carrier) };
}

function rowOf(node: PackageNode, carrier: Carrier): Expression {
	const items = listOf(node.value);
	const [first] = items;
	return items.length === 1
		? expressionOf(first, carrier)
		: { kind: "row", items: items.map((item) => expressionOf(item, carrier)) };
}

function caseOf(node: PackageNode, carrier: Carrier): Expression {
	const operand = isNode(node.expr) ? expressionOf(node.expr, carrier) : undefined;
	const parts = listOf(node.args).map((part) => nodeOf(part, "a branch"));
	const branches = parts
		.filter((part) => part.type === "when")
		.map((part) => ({ when: expressionOf(part.cond, carrier), then: expressionOf(part.result, carrier) }));
	const last = parts.find((part) => part.type === "else");
	return {
		kind: "case",
		...(operand === undefined ? {} : { operand }),
		branches,
		...(last === undefined ? {} : { otherwise: expressionOf(last.result, carrier) }),
	};
}

function castOf(node: PackageNode, carrier: Carrier): Expression {
	const [target, ...more] = listOf(node.target);
	if (more.length > 0 || wordOf(node.keyword) !== "cast") {
		refuse(`the cast ${wordOf(node.keyword)}`);
	}
	const operand = expressionOf(node.expr, carrier);
	return { kind: "cast", operand, type: typeOf(nodeOf(target, "a type"), true) };
}
