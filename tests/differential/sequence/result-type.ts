/**
 * Type, length and scale of expressions, seen in the columns of CREATE TABLE ... SELECT.
 */
import type { Choice } from "../choice.ts";
import { expression } from "../expression.ts";
import { fixed, joined, type Piece, piece, type Sort } from "../piece.ts";
import type { Column } from "../schema.ts";

const columns: readonly Column[] = [
	["i", "integer", "int"],
	["t", "integer", "tinyint"],
	["u", "integer", "bigint unsigned"],
	["s", "integer", "smallint unsigned"],
	["d", "decimal", "decimal(10,2)"],
	["e", "decimal", "decimal(20,6)"],
	["f", "double", "double"],
	["v", "text", "varchar(20)"],
	["c", "text", "char(5)"],
	["x", "text", "text"],
	["da", "date", "date"],
	["dt", "datetime", "datetime(3)"],
	["ti", "time", "time(1)"],
].map(([name, sort, type]) => ({ name: name!, sort: sort as Sort, type: type! }));
const sorts = ["integer", "integer", "decimal", "decimal", "text", "date", "datetime", "time", "double"] as const;
const decimals = [
	"12345678901234567890123456789012345.6789",
	"99999999999999999999.999999",
	"0.000000000000000000000000000001",
	"-1.5",
	"1e0",
	"3",
	"d",
	"e",
	"i",
	"u",
	"9223372036854775807",
	"0.1",
	"10.00",
];

export function resultType(choice: Choice): readonly Piece[] {
	const exact = (depth: number): string =>
		depth === 0 || choice.oneIn(4)
			? choice.pick(decimals)
			: `${choice.pick(["(", "(", "-(", "abs("])}${exact(depth - 1)} ` +
				`${choice.pick(["+", "-", "*", "/", "*", "%"])} ${exact(depth - 1)})`;
	const statements: Piece[] = [
		fixed(`create table p (id int primary key, ${columns.map(({ name, type }) => `${name} ${type}`).join(", ")})`),
		fixed(
			"insert into p values (1, 5, -3, 18446744073709551615, 65535, 12345.67, -99.999999, 1.25, 'abc', " +
				"'é', 'long', '2020-02-29', '2020-02-29 10:11:12.5', '-01:02:03.5'), (2, null, null, null, null, " +
				"null, null, null, null, null, null, null, null, null)",
		),
	];
	for (let at = 0; at < choice.between(2, 5); at++) {
		const isGrouped = choice.oneIn(5);
		const items = Array.from({ length: choice.between(1, 3) }, (_, item) => {
			const made = choice.oneIn(3) ? fixed(exact(2)) : expression(choice, choice.pick(sorts), { columns }, 2);
			const whole = isGrouped
				? piece("fixed")`${choice.pick(["sum", "avg", "max", "min", "count"])}(${made})`
				: choice.oneIn(9)
					? piece("fixed")`(select ${made})`
					: made;
			return piece("fixed")`${whole} as r${item}`;
		});
		const asked = piece("fixed")`select ${joined(items, ", ")} from p${isGrouped ? "" : " order by id"}`;
		statements.push(
			asked,
			piece("fixed")`create table q ignore ${asked}`,
			fixed(
				"select column_name, column_type from information_schema.columns where table_schema = 'seq' and " +
					"table_name = 'q' order by ordinal_position",
			),
			fixed("drop table if exists q"),
		);
	}
	return statements;
}
