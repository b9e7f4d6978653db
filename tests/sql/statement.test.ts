/**
 * Statement boundaries, and tree members that printing cannot show.
 */
import test from "ava";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { bareTree, parseItem, parseOne } from "./tree.ts";

const parser = createParser();

test("statements are parsed one at a time", (t) => {
	const text = " select 1 ; /* c */ select ';' , `;` ; -- end ;\n; # x";
	const { first, rest } = parser.parseFirst(text, plainMode);
	t.is(first?.text, "select 1");
	const second = parser.parseFirst(text.slice(rest), plainMode);
	t.is(second.first?.text, "/* c */ select ';' , `;`");
	t.is(second.rest, text.slice(rest).length);
	t.deepEqual(
		parser.parse(text, plainMode).map((one) => one.statement.kind),
		["select", "select"],
	);
	t.deepEqual(parser.parseFirst(" ; /* nothing */ ;", plainMode), { first: undefined, rest: 18 });
	t.deepEqual(parser.parse("", plainMode), []);
});

test("an error in a later statement does not hide the first", (t) => {
	t.is(parser.parseFirst("select 1; selec 2", plainMode).rest, 10);
});

test("parameters are numbered in the order of the text", (t) => {
	const [parsed] = parser.parse("select ?, trim(? from ?) from t where a in (?) limit ?, ?", plainMode);
	t.is(parsed?.parameterCount, 6);
	const statement = parsed?.statement;
	t.deepEqual(bareTree(statement?.kind === "select" && statement.limit), {
		count: { kind: "parameter", index: 5 },
		offset: { kind: "parameter", index: 4 },
	});
});

test("a select item keeps the text that names its column", (t) => {
	const statement = parseOne("select  1+ /* c */ 1 , count( * ), 'é' x, a.b  from t");
	const items = statement.kind === "select" ? statement.items : [];
	t.deepEqual(
		items.map((item) => item.kind === "item" && item.text),
		["1+ /* c */ 1", "count( * )", "'é'", "a.b"],
	);
});

test("literals have their values", (t) => {
	t.like(parseItem("9223372036854775807"), { type: "integer", value: 9223372036854775807n });
	t.like(parseItem("18446744073709551616"), { type: "decimal", text: "18446744073709551616" });
	t.like(parseItem("0xf"), { type: "hex", bytes: "\x0f" });
	t.like(parseItem("b'100000001'"), { type: "bit", bytes: "\x01\x01" });
	t.like(parseItem("'a' \"b\" 'c'"), { type: "string", bytes: "abc" });
	t.like(parseItem("'é\\n\\%'"), { type: "string", bytes: `${encodeText("é")}\n\\%` });
	t.like(parseItem("_UTF8MB4 x'41'"), { type: "hex", bytes: "A", charset: "utf8mb4" });
});

test("functions with a syntax of their own are plain calls", (t) => {
	t.deepEqual(bareTree(parseItem("substr(a from 2 for 3)")), bareTree(parseItem("substring(a, 2, 3)")));
	t.deepEqual(bareTree(parseItem("position(a in b)")), bareTree(parseItem("locate(a, b)")));
	t.deepEqual(bareTree(parseItem("current_timestamp")), { kind: "call", name: "now", arguments: [] });
	t.deepEqual(bareTree(parseItem("mod(a, b)")), bareTree(parseItem("a % b")));
	t.deepEqual(bareTree(parseItem("trim(leading 'x' from a)")), {
		kind: "call",
		name: "trim",
		arguments: [
			{ kind: "column", name: "a" },
			{ kind: "literal", type: "string", bytes: "x" },
			{ kind: "word", word: "leading" },
		],
	});
	t.like(parseItem("adddate(a, interval 1 day)"), { name: "date_add" });
	t.like(parseItem("stddev_pop(a)"), { kind: "aggregate", name: "std" });
});

test("type names are parsed with their meaning", (t) => {
	const statement = parseOne(
		"create table t (a bool, b numeric(3), c float(30), d serial, e long varchar, f nvarchar(3), g real)",
		{ realAsFloat: true },
	);
	const elements = statement.kind === "create-table" ? statement.elements : [];
	const columns = elements.flatMap((element) => (element.kind === "column-definition" ? [element] : []));
	t.deepEqual(
		columns.map(({ type }) => type.name),
		["tinyint", "decimal", "double", "bigint", "mediumtext", "varchar", "float"],
	);
	t.like(columns[3], { nullable: false, autoIncrement: true, key: "unique" });
});

test("GLOBAL applies to the following variables", (t) => {
	const statement = parseOne("set a = 1, global b = 2, c = utf8, @d = 4, @@e = on, f = 5");
	const assignments = statement.kind === "set" ? statement.assignments : [];
	t.deepEqual(
		assignments.map((one) => one.target === "system" && one.scope),
		["session", "global", "global", false, "session", "global"],
	);
	t.like(assignments[2], { value: { kind: "literal", type: "string", bytes: "utf8" } });
	t.like(assignments[4], { value: { kind: "literal", type: "string", bytes: "ON" } });
});
