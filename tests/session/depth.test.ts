/**
 * Deep and long statements: chains of thousands of conditions are answered, deep nesting is refused.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("long chains are answered, deep ones refused", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (a int primary key)");
	await answerOf(session, "insert into t values (1), (3)");
	const many = (part: (at: number) => string, between: string) =>
		Array.from({ length: 5_000 }, (_, at) => part(at)).join(between);
	t.is(await answerOf(session, `select a from t where ${many((at) => `a = ${at}`, " or ")}`), "a\n1\n3");
	t.is(await answerOf(session, `select a from t where ${many((at) => `a <> ${at + 2}`, " and ")}`), "a\n1");
	t.is(await answerOf(session, `select count(*) from t where a in (${many(String, ", ")})`), "count(*)\n2");
	t.is(
		(
			await answerOf(
				session,
				many(() => "select 1", " union all "),
			)
		).split("\n").length,
		5_001,
	);
	t.regex(await answerOf(session, `select ${"1+".repeat(100_000)}1`), /^ERROR 1436 \(HY000\)/);
	t.regex(await answerOf(session, `select ${"(".repeat(5_000)}1${")".repeat(5_000)}`), /^ERROR 1064/);
	t.is(await answerOf(session, "select 1"), "1\n1");
	await kernel.close();
});
