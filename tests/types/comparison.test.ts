/**
 * Comparison of values, types of unions, literals, constants, SQL modes.
 */
import test from "ava";
import { SqlError } from "../../core/errors/catalogue.ts";
import {
	comparator,
	comparisonConverter,
	comparisonType,
	groupKey,
	sortKey,
} from "../../core/types/compare/comparison.ts";
import { exactConstant } from "../../core/types/convert/exact-constant.ts";
import { decimalLiteral, integerLiteral, temporalLiteral, textLiteral } from "../../core/types/convert/literal.ts";
import { parseSqlMode } from "../../core/types/evaluation/sql-mode.ts";
import { printText } from "../../core/types/print/print.ts";
import { familyOf, sqlType, type SqlType } from "../../core/types/value/type.ts";
import { unionType } from "../../core/types/compare/union.ts";
import type { Value } from "../../core/types/value/value.ts";
import { evaluationFor } from "./evaluation.ts";

const text = sqlType("varchar", { charset: "utf8mb4", collation: "utf8mb4_general_ci", length: 20 });
const int = sqlType("int");
const unsigned = sqlType("bigint", { unsigned: true });
const double = sqlType("double");
const money = sqlType("decimal", { length: 10, scale: 2 });
const date = sqlType("date");

function compare(a: Value, aType: SqlType, b: Value, bType: SqlType): number {
	const type = comparisonType(aType, bType);
	const evaluation = evaluationFor();
	return Math.sign(
		comparator(type)(comparisonConverter(aType, type)(a, evaluation), comparisonConverter(bType, type)(b, evaluation)),
	);
}

test("operands are compared as MySQL's type", (t) => {
	t.is(compare(18446744073709551615n, unsigned, -1, int), 1);
	t.is(compare(150, money, 2, int), -1);
	t.is(compare("1.50", text, 150, money), 0);
	t.is(compare("ABC ", text, "abc", text), 0);
	t.is(compare("abc", text, 0, int), 0);
	t.is(compare((2010 * 13 + 12) * 32 + 31, date, "2010-12-31 00:00:01", text), -1);
	t.is(compare((2010 * 13 + 12) * 32 + 31, date, 20101231, int), 0);
	t.is(compare('"a"', sqlType("json"), "a", text), 0);
	t.is(compare("1", sqlType("json"), 1.0, double), 0);
	t.is(
		compare(2, sqlType("enum", { charset: "utf8mb4", collation: "utf8mb4_bin", elements: ["a", "b"] }), "b", text),
		0,
	);
	t.is(compare("a", sqlType("varbinary", { length: 1 }), "A", text), 1);
});

test("keys of equal values are equal", (t) => {
	t.is(groupKey(text)("Abc "), groupKey(text)("aBC"));
	t.is(sortKey(int)(5), 5);
	t.is(groupKey(sqlType("json"))('{"a": 1.0}'), groupKey(sqlType("json"))('{"a": 1}'));
	t.is(groupKey(text)(null), null);
});

function union(...types: SqlType[]): string {
	const { name, unsigned: u, length, scale, charset } = unionType(types);
	return `${name}(${length},${scale})${u ? " unsigned" : ""} ${charset}`;
}

test("unions", (t) => {
	t.is(union(sqlType("null"), int), "int(11,0) binary");
	t.is(union(sqlType("tinyint"), int), "int(11,0) binary");
	t.is(union(sqlType("bigint"), unsigned), "decimal(20,0) binary");
	t.is(union(int, money), "decimal(12,2) binary");
	t.is(union(int, double), "double(-1,-1) binary");
	t.is(union(date, sqlType("datetime", { scale: 3 })), "datetime(23,3) binary");
	t.is(union(date, int), "varchar(11,0) utf8mb4");
	t.is(union(int, text), "varchar(20,0) utf8mb4");
	t.is(
		union(text, sqlType("varchar", { charset: "latin1", collation: "latin1_bin", length: 30 })),
		"varchar(30,0) utf8mb4",
	);
	t.is(union(text, sqlType("blob")), "blob(65535,0) binary");
	t.is(union(sqlType("null")), "null(0,0) binary");
});

test("literals", (t) => {
	t.deepEqual(integerLiteral("18446744073709551615").type.unsigned, true);
	t.is(familyOf(integerLiteral("18446744073709551616").type), "decimal");
	const { type, value } = decimalLiteral("001.50");
	t.deepEqual([type.length, type.scale, value], [3, 2, 150]);
	t.deepEqual([decimalLiteral(".05").type.length, decimalLiteral(".05").type.scale], [2, 2]);
	t.is(textLiteral("\xc3\xa9", "utf8mb4", "utf8mb4_bin").type.length, 1);
	const moment = temporalLiteral("timestamp", "2010-12-31 10:11:12.50", evaluationFor());
	t.is(printText(moment.value, moment.type), "2010-12-31 10:11:12.50");
	t.throws(() => temporalLiteral("date", "2010-02-30", evaluationFor()), {
		instanceOf: SqlError,
		message: "Incorrect DATE value: '2010-02-30'",
	});
});

test("constants in a column's own type", (t) => {
	const evaluation = evaluationFor();
	const exact = (value: Value, from: SqlType, to: SqlType) => exactConstant(value, from, to, evaluation);
	t.is(exact("5", text, int), 5);
	t.is(exact("5.5", text, int), undefined);
	t.is(exact(550, money, int), undefined);
	t.is(exact(500, money, int), 5);
	t.is(exact("2010-12-31", text, date), (2010 * 13 + 12) * 32 + 31);
	t.is(exact("2010-12-31 10:00:00", text, date), undefined);
	t.is(exact("2010-12-31 10:00:00.5", text, sqlType("datetime")), undefined);
	t.is(exact(5, int, text), undefined);
	t.is(exact("\xc3\xa9", text, sqlType("varchar", { charset: "latin1", collation: "latin1_bin", length: 5 })), "\xe9");
	t.deepEqual(evaluation.warnings, []);
});

test("sql_mode", (t) => {
	t.is(parseSqlMode("ansi").text, "REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI");
	t.is(
		parseSqlMode("TRADITIONAL").text,
		"STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO," +
			"TRADITIONAL,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION",
	);
	t.is(parseSqlMode("2097152").text, "STRICT_TRANS_TABLES");
	t.is(parseSqlMode("").text, "");
	t.throws(() => parseSqlMode("nosuch"), { message: "Variable 'sql_mode' can't be set to the value of 'nosuch'" });
});
