/**
 * Conditions and calls of thousands of parts: another session is served while they are evaluated.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const terms = (count: number, term: (at: number) => string): string[] =>
	Array.from({ length: count }, (_, at) => term(at));

const statements: readonly (readonly [string, string])[] = [
	[`select count(*) from m where ${terms(2000, (at) => `b > -${at}`).join(" and ")}`, "1000"],
	[`select sum(case ${terms(2000, (at) => `when b = -1 - ${at} then 1`).join(" ")} else 2 end) from m`, "2000"],
	[`select count(coalesce(${terms(2000, () => "nullif(b, b)").join()}, 1)) from m`, "1000"],
];

for (const [statement, answer] of statements) {
	test(`others are served during ${statement.slice(0, 60)}`, async (t) => {
		const kernel = await openMemoryKernel({ release: "2.1.7" });
		const [first, second] = [await connectRoot(kernel), await connectRoot(kernel)];
		await answerOf(first, "create table n (a int)");
		await answerOf(first, "insert into n values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
		await answerOf(first, "create table m (a int primary key, b int)");
		await answerOf(first, "insert into m select x.a + 10 * y.a + 100 * z.a, 1 from n x, n y, n z");
		let isDone = false;
		const running = answerOf(first, statement).finally(() => {
			isDone = true;
		});
		let served = 0;
		while (!isDone && served < 100_000) {
			await answerOf(second, "select 1");
			await new Promise((resolve) => setImmediate(resolve));
			served++;
		}
		t.is((await running).split("\n")[1], answer);
		t.true(served > 20, `${served}`);
		await kernel.close();
	});
}
