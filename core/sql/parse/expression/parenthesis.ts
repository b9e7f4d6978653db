/**
 * Parses parentheses and braces: expressions, rows, subqueries, ODBC escapes. Parentheses leave no node in the tree.
 */
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression, Literal, Query } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { nestedQuery } from "./inner-query.ts";

/** `(a)`, `(a, b)`, `(select ...)`, `((select ...) union ...)` */
export function parenthesis(cursor: Cursor): Expression {
	cursor.expect("(");
	if (cursor.is("select")) {
		return subquery(cursor, nestedQuery(cursor));
	}
	const first = cursor.expression();
	if (first.kind === "subquery" && !cursor.is(",") && !cursor.is(")")) {
		return subquery(cursor, cursor.queryBehind(first.query));
	}
	return closed(cursor, first);
}

/** `row(a, b)`, after its keyword. */
export function row(cursor: Cursor): Expression {
	cursor.expect("(");
	const first = cursor.expression();
	return cursor.is(",") ? closed(cursor, first) : cursor.fail();
}

function closed(cursor: Cursor, first: Expression): Expression {
	if (cursor.accept(")")) {
		return first;
	}
	cursor.expect(",");
	const items = [first, ...cursor.list((inner) => inner.expression())];
	cursor.expect(")");
	return { kind: "row", items };
}

function subquery(cursor: Cursor, query: Query): Expression {
	cursor.expect(")");
	return { kind: "subquery", query };
}

const odbcTypes: Readonly<Record<string, "date" | "time" | "timestamp">> = { d: "date", t: "time", ts: "timestamp" };

/** `{d '2019-01-31'}`, `{fn now()}`: the word matters for dates and times only. */
export function braced(cursor: Cursor): Expression {
	cursor.expect("{");
	const word = cursor.name().toLowerCase();
	const type = odbcTypes[word];
	let node: Expression;
	if (type !== undefined && cursor.kind === TokenKind.string) {
		node = { kind: "literal", type, text: cursor.stringBytes(), escaped: true } satisfies Literal;
	} else {
		node = cursor.expression();
	}
	cursor.expect("}");
	return node;
}
