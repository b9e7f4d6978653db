/**
 * Prints operators and constructs, with parentheses only where precedence requires them.
 */
import type { ByteString } from "../../types/value/value.ts";
import { binaryPrecedences, Precedence } from "../precedence.ts";
import type { Binary, Case, Expression, InTest, MatchAgainst, Unary } from "../tree/expression.ts";
import { printCastType } from "./data-type.ts";
import { printAggregate, printCall } from "./function-call.ts";
import { printLiteral } from "./literal.ts";
import { printCharset, printColumnName, printUserVariable, printVariableName } from "./name.ts";
import { list, parenthesised, type Printer, words } from "./printer.ts";

export function printNode(printer: Printer, node: Expression, level: number): ByteString {
	const text = bare(printer, node);
	return levelOf(node) < level ? `(${text})` : text;
}

/** Precedence of a node without parentheses. */
function levelOf(node: Expression): number {
	switch (node.kind) {
		case "assign-variable":
			return Precedence.assign;
		case "unary":
			return node.operator === "not" ? Precedence.not : Precedence.unary;
		case "binary":
			return node.left.kind === "interval" ? Precedence.not : binaryPrecedences[node.operator];
		case "is":
			return node.test === "null" ? Precedence.comparison : Precedence.is;
		case "quantified":
			return Precedence.comparison;
		case "in":
		case "between":
		case "like":
		case "regexp":
			return Precedence.predicate;
		case "collate":
			return Precedence.collate;
		default:
			return Precedence.primary;
	}
}

function bare(printer: Printer, node: Expression): ByteString {
	switch (node.kind) {
		case "literal":
			return printLiteral(node);
		case "column":
			return printColumnName(node);
		case "parameter":
			return "?";
		case "user-variable":
			return printUserVariable(node.name);
		case "system-variable":
			return `@@${node.scope === "any" ? "" : `${node.scope}.`}${printVariableName(node.name)}`;
		case "assign-variable":
			return `${printUserVariable(node.name)} := ${printer.expression(node.value)}`;
		case "unary":
			return unary(printer, node);
		case "binary":
			return binary(printer, node);
		case "call":
			return printCall(printer, node);
		case "aggregate":
			return printAggregate(printer, node);
		case "subquery":
			return `(${printer.query(node.query)})`;
		case "exists":
			return `EXISTS (${printer.query(node.query)})`;
		case "row":
			return parenthesised(node.items, (item) => printer.expression(item));
		case "interval":
			return interval(printer.expression(node.amount), node.unit);
		case "collate":
			return `${printer.expression(node.operand, Precedence.collate)} COLLATE ${printCharset(node.collation)}`;
		default:
			return construct(printer, node);
	}
}

/** An amount in parentheses would read as a call of INTERVAL(), so it gets a second pair. */
function interval(amount: ByteString, unit: string): ByteString {
	return `INTERVAL ${amount.startsWith("(") ? `(${amount})` : amount} ${unit}`;
}

type Construct = Extract<
	Expression,
	{
		kind:
			| "is"
			| "in"
			| "between"
			| "like"
			| "regexp"
			| "quantified"
			| "cast"
			| "convert-using"
			| "case"
			| "values-of"
			| "default-of"
			| "match";
	}
>;

function construct(printer: Printer, node: Construct): ByteString {
	switch (node.kind) {
		case "is":
			return words(
				printer.expression(node.operand, Precedence.comparison),
				"IS",
				node.negated && "NOT",
				node.test.toUpperCase(),
			);
		case "quantified":
			return (
				`${printer.expression(node.operand, Precedence.comparison)} ${node.operator} ` +
				`${node.quantifier.toUpperCase()} (${printer.query(node.query)})`
			);
		case "in":
			return words(predicated(printer, node, "IN"), candidates(printer, node));
		case "between":
			return words(
				predicated(printer, node, "BETWEEN"),
				printer.expression(node.low, Precedence.bitOr),
				"AND",
				printer.expression(node.high, Precedence.predicate),
			);
		case "like":
			return words(
				predicated(printer, node, "LIKE"),
				printer.expression(node.pattern, Precedence.concat),
				node.escape && `ESCAPE ${printer.expression(node.escape, Precedence.concat)}`,
			);
		case "regexp":
			return words(predicated(printer, node, "REGEXP"), printer.expression(node.pattern, Precedence.bitOr));
		case "cast":
			return `CAST(${printer.expression(node.operand)} AS ${printCastType(node.type)})`;
		case "convert-using":
			return `CONVERT(${printer.expression(node.operand)} USING ${printCharset(node.charset)})`;
		case "case":
			return caseOf(printer, node);
		case "values-of":
			return `VALUES(${printColumnName(node.column)})`;
		case "default-of":
			return node.column === undefined ? "DEFAULT" : `DEFAULT(${printColumnName(node.column)})`;
		case "match":
			return match(printer, node);
	}
}

function predicated(
	printer: Printer,
	node: { readonly operand: Expression; readonly negated: boolean },
	word: string,
): ByteString {
	return words(printer.expression(node.operand, Precedence.bitOr), node.negated && "NOT", word);
}

function candidates(printer: Printer, node: InTest): ByteString {
	return "kind" in node.candidates
		? `(${printer.query(node.candidates)})`
		: parenthesised(node.candidates, (item) => printer.expression(item));
}

function unary(printer: Printer, node: Unary): ByteString {
	if (node.operator === "not") {
		return `NOT ${printer.expression(node.operand, Precedence.not)}`;
	}
	const operand = printer.expression(node.operand, Precedence.unary);
	if (node.operator === "binary") {
		return `BINARY ${operand}`;
	}
	return operand.startsWith("-") || operand.startsWith("+") ? `${node.operator} ${operand}` : node.operator + operand;
}

function binary(printer: Printer, node: Binary): ByteString {
	if (node.left.kind === "interval") {
		return `${printer.expression(node.left)} + ${printer.expression(node.right, Precedence.not)}`;
	}
	const level = binaryPrecedences[node.operator];
	if (level === Precedence.primary) {
		return printer.expression(node.left) + node.operator + printer.expression(node.right);
	}
	if (level === Precedence.predicate) {
		return (
			`${printer.expression(node.left, Precedence.bitOr)} ${node.operator.toUpperCase()} ` +
			printer.expression(node.right, Precedence.bitOr)
		);
	}
	return chain(printer, node, level);
}

/** `a or b or c ...`: iterative, since long chains would overflow the stack. */
function chain(printer: Printer, last: Binary, level: number): ByteString {
	const tails: ByteString[] = [];
	let node: Expression = last;
	while (node.kind === "binary" && node.left.kind !== "interval" && binaryPrecedences[node.operator] === level) {
		tails.push(` ${node.operator.toUpperCase()} ${printer.expression(node.right, level + 1)}`);
		node = node.left;
	}
	return printer.expression(node, level) + tails.reverse().join("");
}

function caseOf(printer: Printer, node: Case): ByteString {
	return words(
		"CASE",
		node.operand && printer.expression(node.operand),
		...node.branches.map((branch) => `WHEN ${printer.expression(branch.when)} THEN ${printer.expression(branch.then)}`),
		node.otherwise && `ELSE ${printer.expression(node.otherwise)}`,
		"END",
	);
}

function match(printer: Printer, node: MatchAgainst): ByteString {
	const against = words(printer.expression(node.against, Precedence.bitOr), node.modifier.toUpperCase());
	return `MATCH (${list(node.columns, printColumnName)}) AGAINST (${against})`;
}
