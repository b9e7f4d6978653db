/**
 * Properties (fast-check): literals keep their bytes, names survive quoting, trees survive printing.
 */
import test from "ava";
import fc from "fast-check";
import { createParser, plainMode } from "../../core/sql/parse/index.ts";
import { printExpression } from "../../core/sql/print/index.ts";
import type { BinaryOperator, Expression } from "../../core/sql/tree/expression.ts";
import { bareTree } from "./tree.ts";

const parser = createParser();

/** Parses SQL bytes, which need not be UTF-8. */
function parseBytes(text: string): Expression {
	const statement = parser.parse(`select ${text}`, plainMode)[0]!.statement;
	const item = statement.kind === "select" ? statement.items[0]! : undefined;
	if (item?.kind !== "item") {
		throw new Error(`No expression: ${text}`);
	}
	return item.expression;
}

function survives(t: { deepEqual(left: unknown, right: unknown, message?: string): void }, node: Expression): void {
	const text = printExpression(node);
	t.deepEqual(bareTree(parseBytes(text)), bareTree(node), text);
}

const bytes = fc
	.array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 })
	.map((codes) => String.fromCharCode(...codes));
const name = fc.oneof(
	fc.string({ minLength: 1, maxLength: 10, unit: "grapheme" }).filter((text) => Buffer.from(text).toString() === text),
	fc.constantFrom("select", "count", "a", "day", "a`b", "1a", "x", "_utf8", "日本", "interval", "end", "now", "if"),
);

const leaf: fc.Arbitrary<Expression> = fc.oneof(
	bytes.map((value): Expression => ({ kind: "literal", type: "string", bytes: value })),
	bytes.map((value): Expression => ({ kind: "literal", type: "string", bytes: value, charset: "latin1" })),
	fc.nat().map((value): Expression => ({ kind: "literal", type: "integer", value, text: String(value) })),
	fc.constantFrom<Expression>(
		{ kind: "literal", type: "null" },
		{ kind: "literal", type: "decimal", text: "1.50" },
		{ kind: "literal", type: "hex", bytes: "A", text: "x'41'" },
		{ kind: "literal", type: "date", text: "2019-01-31" },
	),
	name.map((text): Expression => ({ kind: "column", name: text })),
	name.map((text): Expression => ({ kind: "user-variable", name: text })),
);

/** The parser drops a plus before a hex or bit literal, so no text parses to such a tree. */
function isPlusOfBytes(operator: string, operand: Expression): boolean {
	return operator === "+" && operand.kind === "literal" && (operand.type === "hex" || operand.type === "bit");
}

const operators: readonly BinaryOperator[] = [
	"+",
	"-",
	"*",
	"/",
	"div",
	"%",
	"=",
	"<=>",
	"<>",
	"<",
	"<=",
	">",
	">=",
	"and",
	"or",
	"xor",
	"&",
	"|",
	"^",
	"<<",
	">>",
	"sounds like",
];

const { tree } = fc.letrec<{ tree: Expression }>((tie) => {
	const inner = tie("tree");
	return {
		tree: fc.oneof(
			{ maxDepth: 4, withCrossShrink: true },
			leaf,
			fc.record({
				kind: fc.constant("binary" as const),
				operator: fc.constantFrom(...operators),
				left: inner,
				right: inner,
			}),
			fc
				.record({
					kind: fc.constant("unary" as const),
					operator: fc.constantFrom(
						"-" as const,
						"+" as const,
						"~" as const,
						"!" as const,
						"not" as const,
						"binary" as const,
					),
					operand: inner,
				})
				.filter(({ operator, operand }) => !isPlusOfBytes(operator, operand)),
			fc.record({
				kind: fc.constant("is" as const),
				operand: inner,
				test: fc.constantFrom("null" as const, "true" as const, "unknown" as const),
				negated: fc.boolean(),
			}),
			fc.record({
				kind: fc.constant("between" as const),
				operand: inner,
				low: inner,
				high: inner,
				negated: fc.boolean(),
			}),
			fc.record({
				kind: fc.constant("like" as const),
				operand: inner,
				pattern: inner,
				escape: inner,
				negated: fc.boolean(),
			}),
			fc.record({ kind: fc.constant("regexp" as const), operand: inner, pattern: inner, negated: fc.boolean() }),
			fc.record({
				kind: fc.constant("in" as const),
				operand: inner,
				candidates: fc.array(inner, { minLength: 1, maxLength: 3 }),
				negated: fc.boolean(),
			}),
			fc.record({ kind: fc.constant("collate" as const), operand: inner, collation: fc.constant("utf8_bin") }),
			fc.record({ kind: fc.constant("assign-variable" as const), name, value: inner }),
			fc.record({ kind: fc.constant("row" as const), items: fc.array(inner, { minLength: 2, maxLength: 3 }) }),
			fc
				.record({
					kind: fc.constant("call" as const),
					name: name.map((text) => text.toLowerCase()),
					arguments: fc.array(inner, { maxLength: 3 }),
				})
				.filter((node) => node.name !== "mod" && node.name !== "row"),
			fc.record({ left: inner, amount: inner }).map(
				({ left, amount }): Expression => ({
					kind: "binary",
					operator: "+",
					left,
					right: { kind: "interval", amount, unit: "day" },
				}),
			),
			fc.record({ right: inner, amount: inner }).map(
				({ right, amount }): Expression => ({
					kind: "binary",
					operator: "+",
					left: { kind: "interval", amount, unit: "day" },
					right,
				}),
			),
		),
	};
});

test("a string literal keeps its bytes, valid text or not", (t) => {
	fc.assert(fc.property(bytes, (value) => survives(t, { kind: "literal", type: "string", bytes: value })));
});

test("an identifier survives quoting", (t) => {
	fc.assert(fc.property(name, name, (table, column) => survives(t, { kind: "column", table, name: column })));
});

test("any expression survives printing and parsing", (t) => {
	fc.assert(
		fc.property(tree, (node) => survives(t, node)),
		{ numRuns: 500 },
	);
});

test("any text is parsed or refused with an error of the catalogue", (t) => {
	const words = fc.constantFrom(
		...(
			"select from where a 1 'b' ( ) , . * = @ @@ ` /* */ /*! -- # ; ? insert into values set create table " +
			"int union not in is null x' \\ case when end interval day"
		).split(" "),
	);
	fc.assert(
		fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
			try {
				parser.parse(parts.join(" "), plainMode);
			} catch (error) {
				t.is((error as Error).name, "SqlError", parts.join(" "));
			}
		}),
		{ numRuns: 500 },
	);
	t.pass();
});
