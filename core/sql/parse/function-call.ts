/**
 * Calls of scalar functions: a name and arguments between parentheses.
 *
 * In: the cursor at the name. Out: a `FunctionCall`, or the operator that a call stands for (`mod(a, b)`).
 * Functions whose arguments are not just a list are in `special-call.ts`. It refuses to know which functions
 * exist, except for those that the grammar names: a wrong number of arguments is a syntax error for them.
 */
import { TokenKind } from "../tokens.ts";
import type { Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { specialCalls } from "./special-call.ts";

/** How many arguments the grammar's own functions take: least and most. */
const argumentCounts: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
	["ascii", [1, 1]],
	["charset", [1, 1]],
	["coalesce", [1, Infinity]],
	["collation", [1, 1]],
	["database", [0, 0]],
	["date", [1, 1]],
	["day", [1, 1]],
	["format", [2, 3]],
	["hour", [1, 1]],
	["if", [3, 3]],
	["insert", [4, 4]],
	["interval", [2, Infinity]],
	["left", [2, 2]],
	["microsecond", [1, 1]],
	["minute", [1, 1]],
	["month", [1, 1]],
	["password", [1, 1]],
	["quarter", [1, 1]],
	["repeat", [2, 2]],
	["replace", [3, 3]],
	["reverse", [1, 1]],
	["right", [2, 2]],
	["row_count", [0, 0]],
	["second", [1, 1]],
	["time", [1, 1]],
	["timestamp", [1, 2]],
	["truncate", [2, 2]],
	["week", [1, 2]],
	["year", [1, 1]],
]);

/** Words that are a function's name only because the grammar says so. */
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
	return { kind: "call", name: cursor.name().toLowerCase(), arguments: callArguments(cursor) };
}

/** `database.function(...)`, from the function's name on. */
export function namedCall(cursor: Cursor, database: string): Expression {
	return { kind: "call", database, name: cursor.name().toLowerCase(), arguments: callArguments(cursor) };
}

function callArguments(cursor: Cursor): Expression[] {
	cursor.expect("(");
	if (cursor.accept(")")) {
		return [];
	}
	const items = cursor.list((inner) => inner.expression());
	cursor.expect(")");
	return items;
}

/** Arguments of a function whose number of them is part of the grammar. */
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
