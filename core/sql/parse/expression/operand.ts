/**
 * Parses operands: literals, names, variables, calls, parentheses, subqueries, unary operators, CASE, COLLATE.
 */
import { Precedence } from "../../precedence.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression, Unary } from "../../tree/expression.ts";
import { isAggregate, aggregateCall } from "./aggregate.ts";
import { cast, caseOf, convert, defaultOf, match, valuesOf } from "./construct.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { nestedQuery } from "./inner-query.ts";
import { functionCall, namedCall } from "./function-call.ts";
import { interval, isInterval } from "./interval.ts";
import { literal } from "./literal.ts";
import { collationName, dottedColumn } from "../cursor/name.ts";
import { braced, parenthesis } from "./parenthesis.ts";
import { systemVariable, userVariable } from "./variable.ts";

export function operand(cursor: Cursor): Expression {
	let node = bareOperand(cursor);
	while (cursor.accept("collate")) {
		node = { kind: "collate", operand: node, collation: collationName(cursor) };
	}
	return node;
}

function bareOperand(cursor: Cursor): Expression {
	const simple = literal(cursor);
	if (simple !== undefined) {
		return simple;
	}
	switch (cursor.kind) {
		case TokenKind.name:
		case TokenKind.quoted:
		case TokenKind.introducer:
			return named(cursor);
		case TokenKind.parameter:
			if (cursor.program !== undefined) {
				cursor.fail();
			}
			cursor.at++;
			return { kind: "parameter", index: cursor.parameterCount++ };
		case TokenKind.userVariable:
			return userVariable(cursor);
		case TokenKind.operator:
			return marked(cursor);
		case TokenKind.reserved:
			return worded(cursor);
		default:
			return cursor.fail();
	}
}

/** Starts with a name: a column or a call. */
function named(cursor: Cursor): Expression {
	if (cursor.wordAhead(1) === "(") {
		return isAggregate(cursor) ? aggregateCall(cursor) : functionCall(cursor);
	}
	const first = cursor.name();
	if (!cursor.accept(".")) {
		const slot = cursor.program?.find(first);
		return path(cursor, slot === undefined ? { kind: "column", name: first } : cursor.localParameter(slot));
	}
	if (cursor.wordAhead(1) === "(") {
		return namedCall(cursor, first);
	}
	const second = cursor.name();
	const slot = cursor.is(".") ? undefined : cursor.program?.ofRow(first, second);
	if (slot !== undefined) {
		return path(cursor, cursor.localParameter(slot));
	}
	return path(
		cursor,
		cursor.accept(".")
			? { kind: "column", database: first, table: second, name: cursor.name() }
			: { kind: "column", table: first, name: second },
	);
}

/** `column -> '$.path'` */
function path(cursor: Cursor, column: Expression): Expression {
	const operator = cursor.acceptOneOf("->", "->>");
	if (operator === undefined) {
		return column;
	}
	const right: Expression = { kind: "literal", type: "string", bytes: cursor.stringBytes() };
	return { kind: "binary", operator, left: column, right };
}

function marked(cursor: Cursor): Expression {
	const word = cursor.word;
	switch (word) {
		case "(":
			return parenthesis(cursor);
		case "-":
		case "+":
		case "~":
		case "!":
			return unary(cursor, word);
		case "@@":
			return systemVariable(cursor);
		case ".":
			return path(cursor, dottedColumn(cursor));
		case "{":
			return braced(cursor);
		default:
			return cursor.fail();
	}
}

function unary(cursor: Cursor, operator: Unary["operator"]): Expression {
	cursor.at++;
	const operand = cursor.expression(Precedence.unary);
	// Unary plus changes nothing, not even the type of a hex or bit literal.
	const isBytes = operator === "+" && operand.kind === "literal" && (operand.type === "hex" || operand.type === "bit");
	return isBytes ? operand : { kind: "unary", operator, operand };
}

function worded(cursor: Cursor): Expression {
	switch (cursor.word) {
		case "not":
			return cursor.mode.highNotPrecedence ? unary(cursor, "not") : cursor.fail();
		case "binary":
			return unary(cursor, "binary");
		case "case":
			return caseOf(cursor);
		case "cast":
			return cast(cursor);
		case "convert":
			return convert(cursor);
		case "exists":
			return exists(cursor);
		case "interval":
			return isInterval(cursor) ? addedInterval(cursor) : functionCall(cursor);
		case "match":
			return match(cursor);
		case "default":
			return defaultOf(cursor);
		case "values":
			return valuesOf(cursor);
		default:
			return isAggregate(cursor) ? aggregateCall(cursor) : functionCall(cursor);
	}
}

function exists(cursor: Cursor): Expression {
	cursor.at++;
	cursor.expect("(");
	const query = nestedQuery(cursor);
	cursor.expect(")");
	return { kind: "exists", query };
}

/** `interval 1 day + a`: the only place where an interval comes first; its operand extends to operators above AND. */
function addedInterval(cursor: Cursor): Expression {
	const left = interval(cursor);
	cursor.expect("+");
	return { kind: "binary", operator: "+", left, right: cursor.expression(Precedence.not) };
}
