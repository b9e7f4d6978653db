/**
 * Aggregates of one SELECT: each has its own value, however many there are.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("an aggregate among many has the value that it has alone", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (a int, b varchar(9))");
	await answerOf(session, "insert into t values (1, 'x'), (2, 'y')");
	const others = Array.from({ length: 40 }, (_, at) => `sum(a + ${at})`).join();
	for (const [aggregate, value] of [
		["count(distinct a, b)", 2],
		["group_concat(b order by a desc, b separator '')", "yx"],
		["sum(a + 39)", 81],
		["sum(a + 39.0)", "81.0"],
		["sum(distinct a + 39)", 81],
		["avg(a + 39)", "40.5000"],
	] as const) {
		const answer = await answerOf(session, `select ${aggregate} as v, ${others}, ${aggregate} as w from t`);
		const values = answer.split("\n").at(-1)!.split("\t");
		t.deepEqual([values[0], values.at(-1)], [String(value), String(value)], aggregate);
	}
	await kernel.close();
});
