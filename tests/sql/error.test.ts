/**
 * Parser errors: 1064 with near-text and line, and others, as in MySQL (`corpus/errors.txt`).
 */
import test from "ava";
import { SqlError } from "../../core/errors/catalogue.ts";
import { createParser, plainMode, refuseParameters } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { linesOf } from "./tree.ts";

const parser = createParser();

function errorOf(text: string): string {
	try {
		parser.parse(encodeText(text), plainMode);
		return "no error";
	} catch (error) {
		return error instanceof SqlError ? `${error.code} ${error.message}` : String(error);
	}
}

test("a syntax error says near what, and at which line", (t) => {
	for (const line of linesOf("errors.txt")) {
		const [statement = "", expected = ""] = line.replaceAll("\\n", "\n").split(" => ");
		const near = expected.slice(0, expected.lastIndexOf(" "));
		const number = expected.slice(expected.lastIndexOf(" ") + 1);
		t.is(
			errorOf(statement),
			"1064 You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version " +
				`for the right syntax to use near ${near} at line ${number}`,
			line,
		);
	}
});

test("names have at most 64 characters, aliases of columns 256", (t) => {
	const name = "é".repeat(64);
	t.is(errorOf(`create table ${name} (a int)`), "no error");
	t.is(errorOf(`create table ${name}x (a int)`), `1059 Identifier name '${name}x' is too long`);
	t.is(errorOf(`select 1 as ${"a".repeat(256)}`), "no error");
	t.true(errorOf(`select 1 as ${"a".repeat(257)}`).startsWith("1059 "));
});

test("unsupported statements are named", (t) => {
	const statements: readonly (readonly [string, string])[] = [
		["create function f returns integer soname 'f.so'", "CREATE FUNCTION"],
		["drop server if exists s", "DROP SERVER"],
		["load xml infile 'x' into table t", "LOAD XML"],
	];
	for (const [statement, name] of statements) {
		t.is(errorOf(statement), `1235 This version of verso doesn't yet support '${name}'`);
	}
});

test("a number beyond the range of DOUBLE is refused", (t) => {
	t.is(errorOf("select 1e400"), "1367 Illegal double '1e400' value found during parsing");
});

test("nesting is limited, without a stack overflow", (t) => {
	for (const [open, close] of [
		["(", ")"],
		["f(", ")"],
		["- ", ""],
		["not ", ""],
	] as const) {
		t.true(errorOf(`select ${open.repeat(20000)}1${close.repeat(20000)}`).startsWith("1064 "), open);
	}
	t.true(errorOf(`select * from ${"(".repeat(20000)}a${")".repeat(20000)}`).startsWith("1064 "));
	t.is(errorOf(`select ${"(".repeat(100)}1${")".repeat(100)}`), "no error");
	t.is(errorOf(`select 1${" or 1".repeat(5000)}`), "no error");
});

test("a parameter outside of a prepared statement is a syntax error at its position", (t) => {
	const parsed = parser.parse("select 1,\n ? + 2", plainMode)[0]!;
	t.is(parsed.parameterCount, 1);
	t.throws(() => refuseParameters(parsed, plainMode), { message: /near '\? \+ 2' at line 2$/ });
});
