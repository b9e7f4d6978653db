/**
 * Aggregate functions: result types as clients see them, and values of groups.
 */
import test from "ava";
import fc from "fast-check";
import type { Operand } from "../../core/functions/definition/function.ts";
import { aggregateNamed } from "../../core/functions/registry.ts";
import { converter } from "../../core/types/assign/conversion.ts";
import { printText } from "../../core/types/print/print.ts";
import { sqlType, type SqlType } from "../../core/types/value/type.ts";
import type { Value } from "../../core/types/value/value.ts";
import { context, testEvaluation, typeText } from "./evaluator.ts";

const int = sqlType("int");
const price = sqlType("decimal", { length: 10, scale: 2 });
const text = sqlType("varchar", { length: 10, charset: "utf8mb4", collation: "utf8mb4_general_ci" });
const binText = sqlType("varchar", { length: 10, charset: "utf8mb4", collation: "utf8mb4_bin" });

function operand(type: SqlType): Operand {
	return { type, nullable: true, coercibility: type.charset === "binary" ? 5 : 2 };
}

function resolve(name: string, types: readonly SqlType[], separator?: string) {
	return aggregateNamed(name)!.resolve(types.map(operand), context, separator);
}

function run(
	name: string,
	types: readonly SqlType[],
	rows: readonly (readonly Value[])[],
	separator?: string,
): string | null {
	const { type, operands, create } = resolve(name, types, separator);
	const evaluation = testEvaluation();
	const accumulator = create();
	for (const row of rows) {
		accumulator.add(
			evaluation,
			row.map((value, at) => {
				const target = operands?.[at];
				return target === undefined || value === null ? value : converter(types[at]!, target)(value, evaluation);
			}),
		);
	}
	return printText(accumulator.result(evaluation), type);
}

const numbers = [[1], [null], [2], [2]];

test("result types equal MySQL's", (t) => {
	const typeOf = (name: string, ...types: SqlType[]) => typeText(resolve(name, types).type);
	t.is(typeOf("count", int), "bigint(21)");
	t.false(resolve("count", []).nullable);
	t.is(typeOf("sum", int), "decimal(32,0)");
	t.is(typeOf("sum", sqlType("bigint")), "decimal(41,0)");
	t.is(typeOf("sum", price), "decimal(32,2)");
	t.is(typeOf("sum", sqlType("double")), "double");
	t.is(typeOf("sum", text), "double");
	t.is(typeOf("avg", int), "decimal(14,4)");
	t.is(typeOf("avg", price), "decimal(14,6)");
	t.is(typeOf("max", text), "varchar(10)");
	t.is(typeOf("bit_and", int), "bigint(21) unsigned");
	t.is(typeOf("group_concat", int), "text(1024)");
	t.is(typeOf("std", int), "double");
});

test("counts and sums leave NULL out", (t) => {
	t.is(run("count", [], [[], [], []]), "3");
	t.is(run("count", [int], numbers), "3");
	t.is(
		run(
			"count",
			[int, int],
			[
				[1, 1],
				[1, null],
			],
		),
		"1",
	);
	t.is(run("sum", [int], numbers), "5");
	t.is(run("sum", [int], []), null);
	t.is(run("avg", [int], numbers), "1.6667");
	t.is(run("avg", [price], [[150], [-50]]), "0.500000");
	t.is(run("sum", [sqlType("double")], [[0.5], [0.25]]), "0.75");
	t.is(run("sum", [sqlType("date")], [[(2019 * 13 + 3) * 32 + 28]]), "20190328");
	t.is(run("sum", [text], [["1.5"], ["2x"]]), "3.5");
});

test("sums are exact beyond what a double holds", (t) => {
	fc.assert(
		fc.property(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), (values) => {
			const rows = values.map((value) => [Number.isSafeInteger(Number(value)) ? Number(value) : value]);
			t.is(
				run("sum", [sqlType("bigint")], rows),
				values.length === 0 ? null : String(values.reduce((a, b) => a + b, 0n)),
			);
		}),
		{ numRuns: 50 },
	);
});

test("MIN and MAX follow the collation", (t) => {
	t.is(run("min", [text], [["b"], ["A"], [null]]), "A");
	t.is(run("min", [binText], [["b"], ["a"], ["B"]]), "B");
	t.is(run("max", [int], numbers), "2");
	t.is(
		run("max", [sqlType("enum", { charset: "utf8mb4", collation: "utf8mb4_bin", elements: ["b", "a"] })], [[1], [2]]),
		"b",
	);
	t.is(run("max", [int], [[null]]), null);
});

test("bit aggregates, variance and standard deviation", (t) => {
	t.is(run("bit_and", [int], []), "18446744073709551615");
	t.is(run("bit_and", [int], [[6], [3], [null]]), "2");
	t.is(run("bit_or", [int], [[1], [4]]), "5");
	t.is(run("bit_xor", [int], [[-1], [1]]), "18446744073709551614");
	t.is(run("variance", [int], [[2], [4], [4], [4], [5], [5], [7], [9]]), "4");
	t.is(run("std", [int], [[2], [4], [4], [4], [5], [5], [7], [9]]), "2");
	t.is(run("var_samp", [int], [[1]]), null);
	t.is(run("stddev_samp", [int], [[1], [3]]), "1.4142135623730951");
});

test("GROUP_CONCAT joins text, and truncates at whole characters", (t) => {
	t.is(run("group_concat", [text], [["a"], [null], ["b"]]), "a,b");
	t.is(
		run(
			"group_concat",
			[text, int],
			[
				["a", 1],
				["b", 2],
			],
			" - ",
		),
		"a1 - b2",
	);
	t.is(run("group_concat", [text], []), null);
	const { create } = aggregateNamed("group_concat")!.resolve(
		[operand(text)],
		{ ...context, groupConcatMaximumLength: 4 },
		undefined,
	);
	const evaluation = testEvaluation();
	const accumulator = create();
	accumulator.add(evaluation, ["\xc3\xa4"]);
	accumulator.add(evaluation, ["\xc3\xa4"]);
	t.is(accumulator.result(evaluation), "\xc3\xa4,");
	t.deepEqual(evaluation.warnings, ["Warning 1260 Row 2 was cut by GROUP_CONCAT()"]);
});

test("JSON aggregates collect documents", (t) => {
	t.is(run("json_arrayagg", [text], [["a"], [null]]), '["a", null]');
	t.is(
		run(
			"json_objectagg",
			[text, int],
			[
				["b", 1],
				["a", 2],
				["b", 3],
			],
		),
		'{"a": 2, "b": 3}',
	);
	t.is(run("json_arrayagg", [int], []), null);
	t.throws(() => run("json_objectagg", [text, int], [[null, 1]]), { message: /NULL member names/ });
});
