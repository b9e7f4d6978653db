/**
 * Chains of OR of any length: key ranges up to a bound, a scan beyond it, the same rows.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("a chain of OR gives the rows of IN, with key ranges and without", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (a int primary key, b int, key (b))");
	await answerOf(session, "insert into t values (1, 10), (2, 20), (3, 30), (70001, 40)");
	for (const length of [2, 65, 1000, 66_000]) {
		const terms = (term: (number: number) => string) => Array.from({ length }, (_, at) => term(at + 2)).join(" or ");
		const expected = await answerOf(session, `select * from t where a between 2 and ${length + 1}`);
		t.is(await answerOf(session, `select * from t where ${terms((number) => `a = ${number}`)}`), expected);
		t.is(await answerOf(session, `select * from t where ${terms((n) => `(a = ${n} and b > 0)`)}`), expected);
	}
	await kernel.close();
});

test("each item of a long select list sees the aliases before it, and none behind", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const ones = "1,".repeat(500);
	t.regex(await answerOf(session, `select ${ones} 2 as x, ${ones} (select x)`), /\t2$/);
	t.regex(await answerOf(session, `select ${ones} (select x), ${ones} 2 as x`), /forward reference/);
	await kernel.close();
});
