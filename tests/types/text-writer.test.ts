/**
 * Text of numbers and dates as bytes: `textWriter` writes what `printText` prints, within `longestText`.
 */
import test from "ava";
import fc from "fast-check";
import { longestText, printText, textWriter } from "../../core/types/print/print.ts";
import { packDate } from "../../core/types/temporal/date.ts";
import { joinDatetime, packSeconds } from "../../core/types/temporal/datetime.ts";
import { type SqlType, sqlType } from "../../core/types/value/type.ts";
import { canonical, type Integer } from "../../core/types/value/value.ts";

function written(type: SqlType, value: Integer): string {
	const target = Buffer.alloc(longestText + 2, "#");
	const end = textWriter(type)?.(target, 1, value) ?? 0;
	return target.toString("latin1", 1, end);
}

const date = fc.tuple(fc.nat(9999), fc.nat(12), fc.nat(31)).map(([year, month, day]) => packDate(year, month, day));

test("integers, decimals, dates and datetimes are written as they are printed", (t) => {
	const integers = fc
		.oneof(fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n), fc.bigInt(-(2n ** 32n), 2n ** 32n), fc.bigInt(-1000n, 1000n))
		.map(canonical);
	const decimals = fc
		.oneof(fc.bigInt(-(10n ** 65n) + 1n, 10n ** 65n - 1n), fc.bigInt(-(2n ** 32n), 2n ** 32n), fc.bigInt(-99n, 99n))
		.map(canonical);
	const cases = fc.oneof(
		integers.map((value) => ({ type: sqlType("bigint"), value })),
		fc
			.tuple(decimals, fc.nat(30))
			.map(([value, scale]) => ({ type: sqlType("decimal", { length: 65, scale }), value })),
		date.map((value) => ({ type: sqlType("date"), value })),
		fc
			.tuple(date, fc.nat(23), fc.nat(59), fc.nat(59), fc.nat(999_999), fc.nat(6))
			.map(([day, hour, minute, second, microsecond, scale]) => ({
				type: sqlType("datetime", { scale }),
				value: joinDatetime(packSeconds(day, hour, minute, second), microsecond % 10 ** scale, scale),
			})),
	);
	fc.assert(
		fc.property(cases, ({ type, value }) => {
			t.is(written(type, value), printText(value, type) ?? "NULL");
		}),
		{ numRuns: 2000 },
	);
});

test("the longest text has the room that is reserved", (t) => {
	const type = sqlType("decimal", { length: 65, scale: 30 });
	t.true(written(type, -(10n ** 65n) + 1n).length <= longestText);
	t.is(textWriter(sqlType("int", { zerofill: true })), undefined);
	t.is(textWriter(sqlType("varchar")), undefined);
});
