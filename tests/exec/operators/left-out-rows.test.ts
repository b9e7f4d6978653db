/**
 * Rows that LIMIT and OFFSET leave out: their select list is not computed, so it does not fail, warn or set variables.
 */
import test from "ava";
import { playOnMemory } from "../../memory-kernel.ts";

/** The difference fails for the first row (1690), and the quotient warns for it (1365). */
const made = [
	"create table t (id int primary key, k int, a bigint unsigned, key (k))",
	"insert into t values (1, 1, 0), (2, 2, 5), (3, 3, 9)",
];

const questions: readonly (readonly [sql: string, answer: string])[] = [
	["select a - id d from t limit 1, 5", "d\n3\n6"],
	["select a - id d from t order by id limit 1, 5", "d\n3\n6"],
	["select a - id d from t order by id desc limit 2", "d\n6\n3"],
	["select a - id d from t order by k limit 1 offset 2", "d\n6"],
	["select a - id d from t order by k + 0 desc limit 2", "d\n6\n3"],
	["select sql_calc_found_rows a - id d from t order by id limit 1, 1", "d\n3"],
	["select found_rows()", "found_rows()\n3"],
	["select d from (select a - id d from t order by id limit 1, 5) x", "d\n3\n6"],
	["select (select a - t.id from t b where b.id = t.id) d from t order by id limit 1, 1", "d\n3"],
	["(select a - id d from t order by id limit 1, 1) union all (select 7)", "d\n3\n7"],
	["select 1 / a from t order by id limit 1, 1", "1 / a\n0.2000"],
	["show warnings", "ok"],
	["set @a := 0", "ok"],
	["select @a := @a + id s from t order by id limit 1, 1", "s\n2"],
	["select @a", "@a\n2"],
	["select a - id d from t limit 0", "ok"],
	["select a - id d from t limit 1", "ERROR 1690"],
	["select distinct a - id d from t limit 1, 1", "ERROR 1690"],
];

test("the select list is computed for the rows within LIMIT only", async (t) => {
	const answers = await playOnMemory({ release: "2.1.7" }, [...made, ...questions.map(([sql]) => sql)]);
	for (const [at, [sql, wanted]] of questions.entries()) {
		const answer = answers[made.length + at]?.[1] ?? "";
		t.is(wanted.startsWith("ERROR") ? answer.slice(0, wanted.length) : answer, wanted, sql);
	}
});
