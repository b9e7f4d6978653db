/**
 * Generator of literals of each type, boundary values included.
 */
import type { Choice } from "./choice.ts";
import type { Piece, Sort } from "./piece.ts";

const integers = [
	"0",
	"1",
	"2",
	"3",
	"-1",
	"5",
	"7",
	"10",
	"42",
	"100",
	"127",
	"255",
	"-128",
	"1000",
	"65535",
	"2147483647",
	"-2147483648",
	"4294967295",
	"9223372036854775807",
	"18446744073709551615",
];
const decimals = [
	"0.0",
	"1.5",
	"-1.5",
	"0.005",
	"2.50",
	"99.99",
	"-0.1",
	"123456.789",
	"0.000001",
	"12345678901234.567",
	"3.14159",
];
const doubles = ["0e0", "1.5e0", "-2.5e0", "1e10", "1e-3", "3.25e2", "-7e0", "1.25e1"];
const texts = [
	"''",
	"'a'",
	"'A'",
	"'abc'",
	"'Hello World'",
	"'1'",
	"'12abc'",
	"'-3.5'",
	"'é'",
	"'🌀x'",
	"' pad '",
	"'x,y,z'",
	"'%'",
	"'a_b'",
	"'foo bar baz'",
	"'ZZ top'",
	"'2020-02-29'",
];
const dates = [
	"date'2020-01-31'",
	"date'2020-02-29'",
	"date'1999-12-31'",
	"date'2019-03-08'",
	"date'2000-01-01'",
	"date'1970-01-01'",
];
const datetimes = [
	"timestamp'2020-02-29 23:59:59'",
	"timestamp'2019-03-28 12:00:00.5'",
	"timestamp'1999-12-31 00:00:00'",
	"timestamp'2021-06-15 08:30:00.123456'",
	"timestamp'2000-01-01 01:01:01'",
];
const times = ["time'00:00:00'", "time'12:34:56'", "time'-01:30:00'", "time'23:59:59.5'", "time'100:00:01'"];
const booleans = ["true", "false", "null"];

export function literal(choice: Choice, sort: Sort): Piece {
	const text = (items: readonly string[]): Piece => ({ sort, optional: false, parts: [choice.pick(items)] });
	switch (sort) {
		case "integer":
			return choice.oneIn(2) ? { sort, optional: false, parts: [String(choice.between(-20, 120))] } : text(integers);
		case "decimal":
			return text(decimals);
		case "double":
			return text(doubles);
		case "text":
			return text(texts);
		case "date":
			return text(dates);
		case "datetime":
			return text(datetimes);
		case "time":
			return text(times);
		default:
			return text(booleans);
	}
}
