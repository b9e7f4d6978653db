/**
 * Collation coercibility: the collation that operands agree on, and combinations that conflict.
 */
import test from "ava";
import { chooseCollation, chooseComparison } from "../../core/functions/operand/collation-choice.ts";
import type { Coercibility, Operand } from "../../core/functions/definition/function.ts";
import { sqlType } from "../../core/types/value/type.ts";
import { context } from "./evaluator.ts";

function text(collation: string, coercibility: Coercibility, constant?: string): Operand {
	const charset = collation.split("_")[0]!;
	const type = sqlType(charset === "binary" ? "varbinary" : "varchar", { length: 10, charset, collation });
	return { type, nullable: false, coercibility, ...(constant === undefined ? {} : { constant }) };
}

const number: Operand = { type: sqlType("int"), nullable: false, coercibility: 5 };
const column = (collation: string) => text(collation, 2);
const literal = (collation: string, value = "x") => text(collation, 4, value);

function chosen(...operands: Operand[]): string {
	return chooseComparison(operands, context, "=").collation;
}

test("the operand with the lower coercibility wins", (t) => {
	t.is(chosen(column("utf8_general_ci"), literal("utf8_bin")), "utf8_general_ci");
	t.is(chosen(text("utf8_bin", 0), column("utf8_general_ci")), "utf8_bin");
	t.is(chosen(number, number), "utf8mb4_bin");
	t.is(chosen(number, column("latin1_swedish_ci")), "latin1_swedish_ci");
});

test("the two UTF-8 charsets never conflict", (t) => {
	t.is(chosen(column("utf8_general_ci"), literal("utf8mb4_bin", "\xf0\x9f\x8c\x80")), "utf8_general_ci");
	t.is(chosen(column("utf8_general_ci"), column("utf8mb4_bin")), "utf8mb4_bin");
	t.is(chosen(column("utf8mb4_general_ci"), column("utf8_bin")), "utf8mb4_general_ci");
});

test("Unicode is a superset of other charsets, binary of all text", (t) => {
	t.is(chosen(column("latin1_bin"), literal("utf8mb4_bin")), "latin1_bin");
	t.is(chosen(column("latin1_bin"), literal("utf8mb4_bin", "\xc3\xa4")), "latin1_bin");
	t.throws(() => chosen(column("latin1_bin"), literal("utf8mb4_bin", "\xe6\x97\xa5")), {
		message: /\(latin1_bin,IMPLICIT\) and \(utf8mb4_bin,COERCIBLE\)/,
	});
	t.is(chosen(column("ascii_bin"), column("gbk_chinese_ci")), "gbk_chinese_ci");
	t.is(chosen(column("latin1_bin"), column("utf8_general_ci")), "utf8_general_ci");
	t.is(chosen(column("utf8_general_ci"), column("binary")), "binary");
	t.is(chosen(column("utf8_general_ci"), literal("binary")), "utf8_general_ci");
});

test("equal coercibility: the _bin collation of the charset, or an error", (t) => {
	t.is(chosen(column("utf8_general_ci"), column("utf8_bin")), "utf8_bin");
	t.is(
		chooseCollation([column("utf8_general_ci"), column("utf8_unicode_ci")], context, "concat").collation,
		"utf8_bin",
	);
	t.throws(() => chosen(column("utf8_general_ci"), column("utf8_unicode_ci")), {
		message: "Illegal mix of collations (utf8_general_ci,IMPLICIT) and (utf8_unicode_ci,IMPLICIT) for operation '='",
	});
	t.throws(() => chosen(text("utf8_bin", 0), text("utf8_general_ci", 0)), {
		message: /\(utf8_bin,EXPLICIT\) and \(utf8_general_ci,EXPLICIT\)/,
	});
	t.throws(() => chosen(column("latin1_bin"), column("greek_general_ci")), { message: /Illegal mix/ });
	t.throws(() => chosen(column("latin1_bin"), column("greek_general_ci"), column("latin1_bin")), {
		message:
			/^Illegal mix of collations \(latin1_bin,IMPLICIT\), \(greek_general_ci,IMPLICIT\), \(latin1_bin,IMPLICIT\) for operation/,
	});
});
