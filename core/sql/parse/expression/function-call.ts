/**
 * Parses calls of scalar functions: a name and arguments in parentheses.
 *
 * Some calls are operators (`mod(a, b)`); functions with keywords among their arguments are in `special-call.ts`. For
 * functions named by the grammar a wrong number of arguments is a syntax error.
 */
import { sqlError } from "../../../errors/catalogue.ts";
import { encodeText } from "../../../types/value/value.ts";
import { argumentCounts } from "../../argument-count.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { specialCalls } from "./special-call.ts";

/** Keywords that are function names only in the grammar. */
const synonyms: ReadonlyMap<string, string> = new Map([["schema", "database"]]);

export function functionCall(cursor: Cursor): Expression {
	const word = cursor.word;
	const special = specialCalls.get(word);
	if (special !== undefined) {
		cursor.at++;
		return special(cursor, word);
	}
	const name = synonyms.get(word) ?? word;
	const counts = argumentCounts.get(name);
	if (counts !== undefined && cursor.wordAhead(1) === "(") {
		cursor.at++;
		return { kind: "call", name, arguments: countedArguments(cursor, ...counts) };
	}
	if (cursor.kind === TokenKind.reserved) {
		cursor.fail();
	}
	const called = cursor.name();
	return { kind: "call", name: called.toLowerCase(), arguments: callArguments(cursor, called) };
}

/** `database.function(...)`, from the function's name. */
export function namedCall(cursor: Cursor, database: string): Expression {
	return { kind: "call", database, name: cursor.name().toLowerCase(), arguments: callArguments(cursor) };
}

/** Throws 1583 for named arguments, which only loadable functions may have. */
export function callArguments(cursor: Cursor, called?: string): Expression[] {
	cursor.expect("(");
	if (cursor.accept(")")) {
		return [];
	}
	const items = cursor.list((inner) => inner.expression());
	if (called !== undefined && (cursor.is("as") || cursor.isName)) {
		throw sqlError("wrongParametersToFunction", encodeText(called));
	}
	cursor.expect(")");
	return items;
}

/** Arguments of a function whose number of arguments is part of the grammar. */
function countedArguments(cursor: Cursor, least: number, most: number): Expression[] {
	cursor.expect("(");
	const items: Expression[] = [];
	while (items.length < most) {
		if (items.length >= least && cursor.is(")")) {
			break;
		}
		if (items.length > 0) {
			cursor.expect(",");
		}
		items.push(cursor.expression());
	}
	cursor.expect(")");
	return items;
}
