/**
 * Operator precedence: each expression parses as its fully parenthesized form, under several sql_modes.
 */
import test from "ava";
import { printExpression } from "../../core/sql/print/index.ts";
import type { ParserMode } from "../../core/sql/parser.ts";
import { bareTree, parseItem } from "./tree.ts";

type Pair = readonly [bare: string, parenthesised: string];

const pairs: readonly Pair[] = [
	["a or b and c", "a or (b and c)"],
	["a xor b and c", "a xor (b and c)"],
	["a or b xor c", "a or (b xor c)"],
	["not a and b", "(not a) and b"],
	["not a = b", "not (a = b)"],
	["not a is true", "not (a is true)"],
	["a = b is null", "(a = b) is null"],
	["a = b = c", "(a = b) = c"],
	["a = b in (c)", "a = (b in (c))"],
	["a like b = c", "(a like b) = c"],
	["a between b and c and d", "(a between b and c) and d"],
	["a between b and c like d", "a between b and (c like d)"],
	["a in (b) or c", "(a in (b)) or c"],
	["a | b & c", "a | (b & c)"],
	["a & b << c", "a & (b << c)"],
	["a << b + c", "a << (b + c)"],
	["a + b * c", "a + (b * c)"],
	["a * b ^ c", "a * (b ^ c)"],
	["a - b - c", "(a - b) - c"],
	["a / b * c", "(a / b) * c"],
	["a div b mod c", "(a div b) % c"],
	["-a ^ b", "(-a) ^ b"],
	["!a = b", "(!a) = b"],
	["! a + b", "(! a) + b"],
	["~a & b", "(~a) & b"],
	["binary a = b", "(binary a) = b"],
	["-a collate c", "-(a collate c)"],
	["a + b collate c", "a + (b collate c)"],
	["a like b collate c", "a like (b collate c)"],
	["a regexp b + c", "a regexp (b + c)"],
	["a + interval b + c day", "a + interval (b + c) day"],
	["a + interval 1 day * b", "(a + interval 1 day) * b"],
	["a * b - interval 1 day", "(a * b) - interval 1 day"],
	["interval 1 day + a + b", "interval 1 day + (a + b)"],
	["interval 1 day + a = b and c", "(interval 1 day + (a = b)) and c"],
	["@a := b or c", "@a := (b or c)"],
	["a + @b := c", "a + (@b := c)"],
	["a && b || c", "(a and b) or c"],
	["a <> all (select 1) = b", "(a <> all (select 1)) = b"],
	["a->'$.b' + c", "(a->'$.b') + c"],
];

function equals(
	t: { deepEqual(left: unknown, right: unknown, message?: string): void },
	[bare, parenthesised]: Pair,
	mode: Partial<ParserMode> = {},
): void {
	t.deepEqual(bareTree(parseItem(bare, mode)), bareTree(parseItem(parenthesised, mode)), bare);
}

test("operator precedence is MySQL's", (t) => {
	for (const pair of pairs) {
		equals(t, pair);
	}
});

test("printing omits redundant parentheses", (t) => {
	const texts = [
		"a OR b AND NOT c = d",
		"(a OR b) AND c",
		"a - (b - c)",
		"-(a + b)",
		"NOT (a AND b)",
		"(NOT a) + b",
		"a = (b = c)",
		"(a LIKE b) LIKE c",
		"(a IS TRUE) IS TRUE",
		"(-a) COLLATE c",
		"a BETWEEN b AND c",
		"(INTERVAL 1 day + a) * b",
		"- -a",
	];
	for (const text of texts) {
		t.is(printExpression(parseItem(text)), text);
	}
});

test("|| joins strings under PIPES_AS_CONCAT, more tightly than arithmetic", (t) => {
	const mode = { pipesAsConcat: true };
	equals(t, ["a || b", "concat(a, b)"], mode);
	equals(t, ["a || b || c", "concat(concat(a, b), c)"], mode);
	equals(t, ["a ^ b || c", "a ^ concat(b, c)"], mode);
	equals(t, ["-a || b", "concat(-a, b)"], mode);
	equals(t, ["a || b collate c", "concat(a, b collate c)"], mode);
	equals(t, ["a like b || c", "a like concat(b, c)"], mode);
	equals(t, ["a || b or c", "concat(a, b) or c"], mode);
});

test("NOT binds like ! under HIGH_NOT_PRECEDENCE", (t) => {
	const mode = { highNotPrecedence: true };
	equals(t, ["not a = b", "(not a) = b"], mode);
	equals(t, ["not a between b and c", "(not a) between b and c"], mode);
	equals(t, ["a not between b and c", "a not between b and c"], mode);
	equals(t, ["1 = not a", "1 = (not a)"], mode);
});

test("other SQL modes change the lexer", (t) => {
	equals(t, ['"a"', "`a`"], { ansiQuotes: true });
	t.deepEqual(bareTree(parseItem("'a\\'", { noBackslashEscapes: true })), {
		kind: "literal",
		type: "string",
		bytes: "a\\",
	});
	equals(t, ["count (*)", "count(*)"], { ignoreSpace: true });
	equals(t, ["now ()", "now()"], { ignoreSpace: true });
});
