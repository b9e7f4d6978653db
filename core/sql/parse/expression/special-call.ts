/**
 * Parses functions with keywords among their arguments, or without parentheses, into plain calls.
 *
 *     substring(a from 2 for 3)      substring(a, 2, 3)
 *     trim(leading 'x' from a)       trim(a, 'x', word leading)
 *     extract(day from a)            extract(word day, a)
 *     position(a in b)               locate(a, b)
 *     current_timestamp              now()
 */
import { Precedence } from "../../precedence.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { Expression, FunctionCall, Word } from "../../tree/expression.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { interval, isInterval, simpleUnit, unit } from "./interval.ts";
import { literal } from "./literal.ts";
import { charsetName } from "../cursor/name.ts";
import { row } from "./parenthesis.ts";

type SpecialCall = (cursor: Cursor, word: string) => Expression;

const call = (name: string, ...items: FunctionCall["arguments"]): FunctionCall => ({
	kind: "call",
	name,
	arguments: items,
});
const word = (text: string): Word => ({ kind: "word", word: text });

/** Parentheses with optional fractional digits: `now(6)`. */
const clock =
	(name: string, parentheses: "needed" | "optional"): SpecialCall =>
	(cursor) => {
		if (parentheses === "optional" && !cursor.is("(")) {
			return call(name);
		}
		cursor.expect("(");
		const digits = cursor.kind === TokenKind.integer ? literal(cursor) : undefined;
		cursor.expect(")");
		return digits === undefined ? call(name) : call(name, digits);
	};

const empty =
	(name: string, parentheses: "needed" | "optional"): SpecialCall =>
	(cursor) => {
		if (parentheses === "needed" || cursor.is("(")) {
			cursor.expectPhrase("(", ")");
		}
		return call(name);
	};

export const specialCalls: ReadonlyMap<string, SpecialCall> = new Map<string, SpecialCall>([
	["adddate", addition],
	["char", characters],
	["curdate", empty("curdate", "needed")],
	["current_date", empty("curdate", "optional")],
	["current_time", clock("curtime", "optional")],
	["current_timestamp", clock("now", "optional")],
	["current_user", empty("current_user", "optional")],
	["curtime", clock("curtime", "needed")],
	["date_add", addition],
	["date_sub", addition],
	["extract", extract],
	["get_format", getFormat],
	["localtime", clock("now", "optional")],
	["localtimestamp", clock("now", "optional")],
	["mid", substring],
	["mod", remainder],
	["now", clock("now", "needed")],
	["position", position],
	["row", row],
	["session_user", empty("user", "needed")],
	["subdate", addition],
	["substr", substring],
	["substring", substring],
	["sysdate", clock("sysdate", "needed")],
	["system_user", empty("user", "needed")],
	["timestampadd", timestampArithmetic],
	["timestampdiff", timestampArithmetic],
	["trim", trim],
	["user", empty("user", "needed")],
	["utc_date", empty("utc_date", "optional")],
	["utc_time", clock("utc_time", "optional")],
	["utc_timestamp", clock("utc_timestamp", "optional")],
	["weight_string", weightString],
]);

/** ADDDATE and SUBDATE take days or an interval; with an interval they are DATE_ADD and DATE_SUB. */
function addition(cursor: Cursor, name: string): Expression {
	cursor.expect("(");
	const date = cursor.expression();
	cursor.expect(",");
	const takesDays = name === "adddate" || name === "subdate";
	let node: Expression;
	if (isInterval(cursor) || !takesDays) {
		const isAdded = name === "adddate" || name === "date_add";
		node = call(isAdded ? "date_add" : "date_sub", date, interval(cursor));
	} else {
		node = call(name, date, cursor.expression());
	}
	cursor.expect(")");
	return node;
}

function characters(cursor: Cursor): Expression {
	cursor.expect("(");
	const codes: (Expression | Word)[] = cursor.list((inner) => inner.expression());
	if (cursor.accept("using")) {
		codes.push(word(charsetName(cursor).toLowerCase()));
	}
	cursor.expect(")");
	return call("char", ...codes);
}

function extract(cursor: Cursor): Expression {
	cursor.expect("(");
	const field = word(unit(cursor));
	cursor.expect("from");
	const date = cursor.expression();
	cursor.expect(")");
	return call("extract", field, date);
}

function getFormat(cursor: Cursor): Expression {
	cursor.expect("(");
	const kind = cursor.expectOneOf("date", "time", "datetime", "timestamp");
	cursor.expect(",");
	const style = cursor.expression();
	cursor.expect(")");
	return call("get_format", word(kind === "timestamp" ? "datetime" : kind), style);
}

/** MOD(a, b) is the operator. */
function remainder(cursor: Cursor): Expression {
	cursor.expect("(");
	const left = cursor.expression();
	cursor.expect(",");
	const right = cursor.expression();
	cursor.expect(")");
	return { kind: "binary", operator: "%", left, right };
}

function position(cursor: Cursor): Expression {
	cursor.expect("(");
	const part = cursor.expression(Precedence.bitOr);
	cursor.expect("in");
	const whole = cursor.expression();
	cursor.expect(")");
	return call("locate", part, whole);
}

function substring(cursor: Cursor): Expression {
	cursor.expect("(");
	const items = [cursor.expression()];
	const separators = cursor.is("from") ? ["from", "for"] : [",", ","];
	cursor.expect(separators[0]!);
	items.push(cursor.expression());
	if (cursor.accept(separators[1]!)) {
		items.push(cursor.expression());
	}
	cursor.expect(")");
	return call("substring", ...items);
}

function timestampArithmetic(cursor: Cursor, name: string): Expression {
	cursor.expect("(");
	const field = word(simpleUnit(cursor));
	cursor.expect(",");
	const first = cursor.expression();
	cursor.expect(",");
	const second = cursor.expression();
	cursor.expect(")");
	return call(name, field, first, second);
}

const barePadding: Readonly<Record<string, string>> = { leading: "ltrim", trailing: "rtrim", both: "trim" };

function trim(cursor: Cursor): Expression {
	cursor.expect("(");
	const side = cursor.acceptOneOf("leading", "trailing", "both");
	let node: FunctionCall;
	if (side !== undefined && cursor.accept("from")) {
		node = call(barePadding[side]!, cursor.expression());
	} else {
		const first = cursor.expression();
		if (side !== undefined) {
			cursor.expect("from");
			node = call("trim", cursor.expression(), first, word(side));
		} else if (cursor.accept("from")) {
			node = call("trim", cursor.expression(), first, word("both"));
		} else {
			node = call("trim", first);
		}
	}
	cursor.expect(")");
	return node;
}

/** `weight_string(a as char(3) level 1)`: keywords after the text, with the length between them. */
function weightString(cursor: Cursor): Expression {
	cursor.expect("(");
	const items: (Expression | Word)[] = [cursor.expression()];
	if (cursor.accept("as")) {
		items.push(word(cursor.expectOneOf("char", "binary")));
		cursor.expect("(");
		items.push((cursor.kind === TokenKind.integer ? literal(cursor) : undefined) ?? cursor.fail());
		cursor.expect(")");
	}
	const first = cursor.at;
	if (cursor.accept("level")) {
		cursor.list((inner) => {
			inner.integer();
			inner.accept("-") ? inner.integer() : inner.acceptOneOf("asc", "desc");
			inner.accept("reverse");
		});
		items.push(word(cursor.textSince(first).toLowerCase()));
	}
	cursor.expect(")");
	return call("weight_string", ...items);
}
