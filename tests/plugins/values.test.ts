/**
 * Values as the insert-check hook receives them, by type; text is asked of as before.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { temporaryFolder } from "../cli/program.ts";
import { playOnMemory } from "../memory-kernel.ts";

const telling = `export default ({ InsertCheck, page, changed, warn }) => {
	const told = (value) => typeof value + " " + String(value);
	return page("telling", [changed(InsertCheck, (Base) => class Tell extends Base {
		scope() { return "all"; }
		text(value, column) { return warn(1, "text " + column.name + " " + value); }
		value(value, column) { return warn(2, "value " + column.name + " " + told(value)); }
		rowScope(table) { return table.name === "t" ? "all" : "none"; }
		row(row) { return warn(3, Object.keys(row).map((name) => name + " " + told(row[name])).join(", ")); }
	}, "Tells.")]); };`;

test("each type of value is told as a number, as NULL, or as it is printed", async (t) => {
	const file = join(temporaryFolder(t), "telling.mjs");
	writeFileSync(file, telling);
	const played = await playOnMemory({ release: "2.1.7", plugins: [file] }, [
		"create table t (i int, b bigint unsigned, f double, d decimal(5, 2), s varchar(9), e enum('x', 'y'), " +
			"at datetime(3), tm time, y year, j json, bits bit(4), bin varbinary(4), g int as (i + 1))",
		"insert into t values (7, 18446744073709551615, 1.5, 2.5, 'text', 'y', '2024-01-31 10:00:00.5', '-01:00:00', " +
			"2024, '{\"a\":1}', b'101', x'ff00', default)",
		"show warnings",
		"insert into t (i, s) values (null, null)",
		"show warnings",
		"create table u (i int)",
		"insert into u values (1)",
		"update t set d = 3 where i = 7",
		"show warnings",
	]);
	const warnings = (at: number): readonly string[] => (played[at]?.[1] ?? "").split("\n").slice(1);
	t.deepEqual(warnings(2).slice(0, 10), [
		"Warning\t2\tvalue i number 7",
		"Warning\t2\tvalue b bigint 18446744073709551615",
		"Warning\t2\tvalue f number 1.5",
		"Warning\t2\tvalue d string 2.50",
		"Warning\t1\ttext s text",
		"Warning\t1\ttext e y",
		"Warning\t2\tvalue at string 2024-01-31 10:00:00.500",
		"Warning\t2\tvalue tm string -01:00:00",
		"Warning\t2\tvalue y number 2024",
		'Warning\t2\tvalue j string {"a": 1}',
	]);
	t.regex(
		warnings(2).at(-1) ?? "",
		/^Warning\t3\ti number 7, b bigint 18446744073709551615, f number 1.5, d string 2.50/,
	);
	t.regex(warnings(2).at(-1) ?? "", /bits number 5, bin string .*, g number 8$/);
	t.deepEqual(warnings(4).slice(0, 2), ["Warning\t2\tvalue i object null", "Warning\t2\tvalue s object null"]);
	t.is(warnings(8).length, 3);
	t.deepEqual(warnings(8).slice(0, 2), ["Warning\t2\tvalue d string 3.00", "Warning\t2\tvalue g number 8"]);
});
