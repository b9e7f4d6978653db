/**
 * Parses operands with a grammar of their own: CASE, CAST, CONVERT, DEFAULT(), VALUES(), MATCH ... AGAINST.
 */
import { Precedence } from "../../precedence.ts";
import type { Case, ColumnName, Expression } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { castType } from "./data-type.ts";
import { charsetName, columnName } from "../cursor/name.ts";

export function caseOf(cursor: Cursor): Expression {
	cursor.expect("case");
	const operand = cursor.is("when") ? undefined : cursor.expression();
	cursor.expect("when");
	const branches = cursor.items(branch, (inner) => inner.accept("when"));
	const otherwise = cursor.accept("else") ? cursor.expression() : undefined;
	cursor.expect("end");
	return { kind: "case", operand, branches, otherwise };
}

function branch(cursor: Cursor): Case["branches"][number] {
	const when = cursor.expression();
	cursor.expect("then");
	return { when, then: cursor.expression() };
}

export function cast(cursor: Cursor): Expression {
	cursor.expectPhrase("cast", "(");
	const operand = cursor.expression();
	cursor.expect("as");
	const type = castType(cursor);
	cursor.expect(")");
	return { kind: "cast", operand, type };
}

export function convert(cursor: Cursor): Expression {
	cursor.expectPhrase("convert", "(");
	const operand = cursor.expression();
	let node: Expression;
	if (cursor.accept("using")) {
		node = { kind: "convert-using", operand, charset: charsetName(cursor) };
	} else {
		cursor.expect(",");
		node = { kind: "cast", operand, type: castType(cursor) };
	}
	cursor.expect(")");
	return node;
}

function columnInParentheses(cursor: Cursor): ColumnName {
	cursor.expect("(");
	const column = columnName(cursor);
	cursor.expect(")");
	return column;
}

export function defaultOf(cursor: Cursor): Expression {
	cursor.expect("default");
	return { kind: "default-of", column: columnInParentheses(cursor) };
}

export function valuesOf(cursor: Cursor): Expression {
	cursor.expect("values");
	return { kind: "values-of", column: columnInParentheses(cursor) };
}

export function match(cursor: Cursor): Expression {
	cursor.expect("match");
	const columns = cursor.is("(") ? cursor.parenthesised(columnName) : cursor.list(columnName);
	cursor.expectPhrase("against", "(");
	const against = cursor.expression(Precedence.bitOr);
	const first = cursor.at;
	if (!cursor.acceptPhrase("in", "boolean", "mode")) {
		cursor.acceptPhrase("in", "natural", "language", "mode");
		cursor.acceptPhrase("with", "query", "expansion");
	}
	const modifier = wordsSince(cursor, first);
	cursor.expect(")");
	return { kind: "match", columns, against, modifier };
}

function wordsSince(cursor: Cursor, first: number): string {
	const words: string[] = [];
	for (let ahead = first - cursor.at; ahead < 0; ahead++) {
		words.push(cursor.wordAhead(ahead));
	}
	return words.join(" ");
}
