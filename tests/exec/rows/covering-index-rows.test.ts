/**
 * Compiled loops over covering indexes (`exec/rows/covering-index-rows.ts`) answer as loops over rows do.
 *
 * Random values of many types, own writes among them.
 */
import test from "ava";
import fc from "fast-check";
import { fusion } from "../../../core/exec/codegen/fusion.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { coveredRow, coveredTable, type CoveredUse, coveredUse, insertCovered } from "./covered-table.ts";

/** One query for each kind of loop: groups, sums, distinct values, sorted rows, an index join. */
function queriesOf({ index, columns, condition }: CoveredUse): ((word: string) => string)[] {
	const [first] = columns as [string];
	const from = (word: string): string => `from covered ${word} index (${index}) where ${condition}`;
	const all = columns.map((_, at) => at + 1).join(", ");
	return [
		(word) => `select ${columns.join(", ")} ${from(word)} order by ${all}`,
		(word) =>
			`select ${first}, count(*), ${columns.map((column) => `min(${column}), max(${column})`).join(", ")} ` +
			`${from(word)} group by ${first} order by ${first}`,
		(word) => `select count(*), ${columns.map((column) => `count(distinct ${column})`).join(", ")} ${from(word)}`,
		(word) => `select distinct ${columns.join(", ")} ${from(word)} order by ${all}`,
		(word) =>
			`select count(*), sum(other.s) from covered other join (select ${columns.join(", ")} ${from(word)}) ` +
			`one on other.k = one.${first}`,
	];
}

test.serial("covering index entries equal rows", async (t) => {
	fusion.least = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(coveredRow, { minLength: 1, maxLength: 60 }),
			fc.array(coveredRow, { maxLength: 10 }),
			fc.array(coveredUse, { minLength: 5, maxLength: 15 }),
			async (rows, own, uses) => {
				const kernel = await openMemoryKernel({ release: "2.1.7" });
				const session = await connectRoot(kernel);
				for (const sql of [
					"set sql_mode = '', time_zone = '+05:30'",
					coveredTable,
					insertCovered(rows),
					"begin",
					"delete from covered where s = 3",
					"update covered set k = k - 1, d = d + 1 where s = 2",
				]) {
					t.notRegex(await answerOf(session, sql), /^ERROR/, sql);
				}
				if (own.length > 0) {
					await answerOf(session, insertCovered(own));
				}
				for (const use of uses) {
					for (const query of queriesOf(use)) {
						t.is(await answerOf(session, query("force")), await answerOf(session, query("ignore")), query("force"));
					}
				}
				await kernel.close();
			},
		),
		{ numRuns: 60 },
	);
});
