/**
 * Conversion in expressions and into columns: values, warnings, strict errors.
 */
import test from "ava";
import { SqlError } from "../../core/errors/catalogue.ts";
import { converter, identity, storeConverter } from "../../core/types/assign/conversion.ts";
import { printText } from "../../core/types/print/print.ts";
import { sqlType, type SqlType } from "../../core/types/value/type.ts";
import { encodeText, type Value } from "../../core/types/value/value.ts";
import { evaluationFor } from "./evaluation.ts";

const utf8mb4 = { charset: "utf8mb4", collation: "utf8mb4_bin" };
const text = sqlType("varchar", { ...utf8mb4, length: 100 });
const int = sqlType("int");
const bigint = sqlType("bigint");
const unsigned = sqlType("bigint", { unsigned: true });
const double = sqlType("double");
const decimal = (length: number, scale: number) => sqlType("decimal", { length, scale });

/** Returns the printed value, and the warnings. */
function cast(value: Value, from: SqlType, to: SqlType, mode?: string): string[] {
	const evaluation = evaluationFor({ ...(mode === undefined ? {} : { mode }) });
	return [String(printText(converter(from, to)(value, evaluation), to)), ...evaluation.warnings];
}

function lax(value: Value, from: SqlType, to: SqlType, mode = ""): string[] {
	const evaluation = evaluationFor({ mode });
	return [String(printText(storeConverter(from, to, "a")(value, evaluation), to)), ...evaluation.warnings];
}

/** Returns the printed value in strict mode, or the error. */
function strict(value: Value, from: SqlType, to: SqlType, mode = "STRICT_TRANS_TABLES"): string {
	const evaluation = evaluationFor({ strict: true, mode });
	try {
		return [String(printText(storeConverter(from, to, "a")(value, evaluation), to)), ...evaluation.warnings].join(
			" | ",
		);
	} catch (error) {
		return error instanceof SqlError ? `${error.code} ${error.message}` : String(error);
	}
}

test("a conversion that changes nothing is the shared identity function", (t) => {
	t.is(converter(int, bigint), identity);
	t.is(converter(int, decimal(20, 0)), identity);
	t.is(converter(text, sqlType("varchar", { charset: "utf8", collation: "utf8_bin", length: 200 })), identity);
	t.is(converter(sqlType("datetime"), sqlType("timestamp")), identity);
	t.is(storeConverter(int, bigint, "a"), identity);
	t.is(storeConverter(sqlType("tinyint", { unsigned: true }), int, "a"), identity);
});

test("casts to numbers", (t) => {
	t.deepEqual(cast("12.7abc", text, bigint), ["12", "Warning 1292 Truncated incorrect INTEGER value: '12.7abc'"]);
	t.deepEqual(cast("-1", text, unsigned), ["18446744073709551615"]);
	t.deepEqual(cast(-1, bigint, unsigned), ["18446744073709551615"]);
	t.deepEqual(cast(18446744073709551615n, unsigned, bigint), ["-1"]);
	t.deepEqual(cast(25, decimal(2, 1), bigint), ["3"]);
	t.deepEqual(cast(2.5, double, bigint), ["2"]);
	t.deepEqual(cast("abc", text, double), ["0", "Warning 1292 Truncated incorrect DOUBLE value: 'abc'"]);
	t.deepEqual(cast("", text, double), ["0"]);
	t.deepEqual(cast(" 1.5 ", text, double), ["1.5"]);
	t.deepEqual(cast("1.005", text, decimal(5, 2)), ["1.01"]);
	t.deepEqual(cast(123456, bigint, decimal(3, 1)), ["99.9", "Warning 1264 Out of range value for column '' at row 1"]);
	t.deepEqual(cast(1.5, double, decimal(10, 2)), ["1.50"]);
	t.deepEqual(cast("abc", text, decimal(5, 1)), ["0.0", "Warning 1292 Truncated incorrect DECIMAL value: 'abc'"]);
});

test("casts to text and bytes", (t) => {
	t.deepEqual(cast("hello", text, sqlType("char", { ...utf8mb4, length: 3 })), [
		"hel",
		"Warning 1292 Truncated incorrect CHAR(3) value: 'hello'",
	]);
	t.deepEqual(cast("a", text, sqlType("binary", { length: 3 })), ["a\0\0"]);
	t.deepEqual(cast(-150, decimal(4, 2), text), ["-1.50"]);
	t.deepEqual(cast(5, sqlType("int", { zerofill: true, unsigned: true, length: 4 }), text), ["0005"]);
	t.deepEqual(
		cast(encodeText("é"), text, sqlType("varchar", { charset: "latin1", collation: "latin1_bin", length: 100 })),
		["\xe9"],
	);
	t.deepEqual(cast(7, int, sqlType("varchar", { charset: "ucs2", collation: "ucs2_bin", length: 20 })), ["\x007"]);
});

test("casts to dates and times", (t) => {
	const date = sqlType("date");
	t.deepEqual(cast("2010-12-31 10:11:12", text, date), ["2010-12-31"]);
	t.deepEqual(cast("abc", text, date), ["null", "Warning 1292 Incorrect datetime value: 'abc'"]);
	t.deepEqual(cast("2010-12-31x", text, date), [
		"2010-12-31",
		"Warning 1292 Truncated incorrect date value: '2010-12-31x'",
	]);
	t.deepEqual(cast(20101231, bigint, date), ["2010-12-31"]);
	t.deepEqual(cast(201012311011125, decimal(15, 1), sqlType("datetime", { scale: 1 })), ["2010-12-31 10:11:12.5"]);
	t.deepEqual(cast("10:11:12.55", text, sqlType("time", { scale: 1 })), ["10:11:12.6"]);
	t.deepEqual(cast("900:00:00", text, sqlType("time")), [
		"838:59:59",
		"Warning 1292 Truncated incorrect time value: '900:00:00'",
	]);
	t.deepEqual(cast("0000-00-00", text, date), ["0000-00-00"]);
	t.deepEqual(cast("0000-00-00", text, date, "NO_ZERO_DATE"), [
		"null",
		"Warning 1292 Incorrect datetime value: '0000-00-00'",
	]);
	t.deepEqual(cast(36672, sqlType("time"), sqlType("datetime")), ["2019-01-01 10:11:12"]);
	t.deepEqual(cast(-1, sqlType("time"), sqlType("datetime")), ["2018-12-31 23:59:59"]);
});

test("JSON", (t) => {
	const json = sqlType("json");
	t.deepEqual(cast('{"bb":1, "a":[1.0,true,null,"\\u00e9"]}', text, json), [
		`{"a": [1, true, null, "${encodeText("é")}"], "bb": 1}`,
	]);
	t.throws(() => cast("{a}", text, json), {
		message:
			'Invalid JSON text in argument 1 to function cast_as_json: "Missing a name for object member." at position 1.',
	});
	t.is(strict("[1,", text, json), "3140 Invalid JSON text: \"Invalid value.\" at position 3 in value for column 'a'.");
	t.is(strict(15, decimal(2, 1), json), "1.5");
	t.deepEqual(cast('"12"', json, bigint), ["12"]);
	t.deepEqual(cast("1.5", json, double), ["1.5"]);
});

test("numbers into columns", (t) => {
	t.is(strict("12.5", text, int), "13");
	t.is(strict("abc", text, int), "1366 Incorrect integer value: 'abc' for column 'a' at row 1");
	t.is(strict("12abc", text, int), "1265 Data truncated for column 'a' at row 1");
	t.is(strict(300, bigint, sqlType("tinyint")), "1264 Out of range value for column 'a' at row 1");
	t.deepEqual(lax(300, bigint, sqlType("tinyint")), ["127", "Warning 1264 Out of range value for column 'a' at row 1"]);
	t.deepEqual(lax(-1, bigint, sqlType("int", { unsigned: true })), [
		"0",
		"Warning 1264 Out of range value for column 'a' at row 1",
	]);
	t.is(strict(12345, decimal(5, 3), decimal(4, 2)), "12.35 | Note 1265 Data truncated for column 'a' at row 1");
	t.is(strict("abc", text, decimal(4, 2)), "1366 Incorrect decimal value: 'abc' for column 'a' at row 1");
	t.is(strict("abc", text, double), "1265 Data truncated for column 'a' at row 1");
	t.is(strict(1e300, double, sqlType("float")), "1264 Out of range value for column 'a' at row 1");
	t.is(
		strict(99.999, double, sqlType("double", { length: 4, scale: 2 })),
		"1264 Out of range value for column 'a' at row 1",
	);
	t.deepEqual(lax(16, bigint, sqlType("bit", { length: 4 })), [
		"\x0f",
		"Warning 1264 Out of range value for column 'a' at row 1",
	]);
	t.is(strict("5", text, sqlType("bit", { length: 8 })), "5");
	const year = sqlType("year", { unsigned: true, zerofill: true });
	t.deepEqual(
		[
			strict(69, bigint, year),
			strict(70, bigint, year),
			strict(0, bigint, year),
			strict("0", text, year),
			strict(2155, bigint, year),
		],
		["2069", "1970", "0000", "2000", "2155"],
	);
	t.is(strict(1800, bigint, year), "1264 Out of range value for column 'a' at row 1");
});

test("text into columns", (t) => {
	const varchar = sqlType("varchar", { ...utf8mb4, length: 3 });
	const char = sqlType("char", { ...utf8mb4, length: 3 });
	t.is(strict("abcd", text, varchar), "1406 Data too long for column 'a' at row 1");
	t.deepEqual(lax("abcd", text, varchar), ["abc", "Warning 1265 Data truncated for column 'a' at row 1"]);
	t.is(strict("abc  ", text, varchar), "abc | Note 1265 Data truncated for column 'a' at row 1");
	t.is(strict("ab    ", text, char), "ab");
	t.is(strict(encodeText("é日🌀"), text, varchar), encodeText("é日🌀"));
	t.is(strict("a", text, sqlType("binary", { length: 2 })), "a\0");
	t.is(strict("abc", text, sqlType("varbinary", { length: 2 })), "1406 Data too long for column 'a' at row 1");
	t.is(strict("\xff", sqlType("varbinary", { length: 1 }), varchar), "\xff");
	t.is(strict(12345, bigint, varchar), "1406 Data too long for column 'a' at row 1");
});

test("enums and sets", (t) => {
	const general = { charset: "utf8mb4", collation: "utf8mb4_general_ci" };
	const letters = sqlType("enum", { ...general, elements: ["a", "b", "7"] });
	const set = sqlType("set", { ...general, elements: ["x", "y", "z"] });
	t.is(strict("B ", text, letters), "b");
	t.is(strict("c", text, letters), "1265 Data truncated for column 'a' at row 1");
	t.deepEqual(lax("c", text, letters), ["", "Warning 1265 Data truncated for column 'a' at row 1"]);
	t.is(strict("2", text, letters), "b");
	t.is(strict("7", text, letters), "7");
	t.is(strict(0, bigint, letters), "1265 Data truncated for column 'a' at row 1");
	t.is(strict("z,X", text, set), "x,z");
	t.is(strict("", text, set), "");
	t.is(strict("x,q", text, set), "1265 Data truncated for column 'a' at row 1");
	t.deepEqual(lax(9, bigint, set), ["x", "Warning 1265 Data truncated for column 'a' at row 1"]);
	t.is(strict(2, letters, sqlType("enum", { ...general, elements: ["b", "a"] })), "b");
});

test("dates into columns", (t) => {
	const date = sqlType("date");
	t.is(strict("abc", text, date), "1292 Incorrect date value: 'abc' for column 'a' at row 1");
	t.deepEqual(lax("abc", text, date), ["0000-00-00", "Warning 1265 Data truncated for column 'a' at row 1"]);
	t.deepEqual(lax("2010-02-30", text, date), ["0000-00-00", "Warning 1264 Out of range value for column 'a' at row 1"]);
	t.is(strict("2010-12-31 10:00:00", text, date), "2010-12-31 | Note 1265 Data truncated for column 'a' at row 1");
	t.is(strict("0000-00-00", text, date), "0000-00-00");
	t.is(
		strict("0000-00-00", text, date, "TRADITIONAL"),
		"1292 Incorrect date value: '0000-00-00' for column 'a' at row 1",
	);
	t.is(strict(0, date, date, "TRADITIONAL"), "1292 Incorrect date value: '0000-00-00' for column 'a' at row 1");
	t.is(strict("900:00:00", text, sqlType("time")), "1292 Incorrect time value: '900:00:00' for column 'a' at row 1");
	t.is(strict("2010-12-31 23:59:59.9", text, sqlType("datetime")), "2011-01-01 00:00:00");
	t.is(
		strict("2038-01-19 03:14:08", text, sqlType("timestamp")),
		"1292 Incorrect datetime value: '2038-01-19 03:14:08' for column 'a' at row 1",
	);
	t.is(strict("2038-01-19 03:14:07", text, sqlType("timestamp")), "2038-01-19 03:14:07");
	t.is(
		strict("1970-01-01 00:00:00", text, sqlType("timestamp")),
		"1292 Incorrect datetime value: '1970-01-01 00:00:00' for column 'a' at row 1",
	);
});
