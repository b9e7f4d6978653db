/**
 * Joins of as many tables as MySQL takes, 61, written in an order that joins none with the one before.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const most = 61;
const numbers = Array.from({ length: most }, (_, at) => at);
/** A step that shares no factor with the count: neighbours of the chain are far apart. */
const scattered = numbers.map((at) => (at * 23) % most);
const chain = numbers.slice(1).map((at) => `t${at - 1}.b = t${at}.a`);

test("61 tables are joined in a chain, whichever way they are written", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	const rows = numbers.slice(0, 10).map((row) => `(${row}, ${(row * 7 + 3) % 10})`);
	for (const at of numbers) {
		await answerOf(session, `create table t${at} (a int primary key, b int)`);
		await answerOf(session, `insert into t${at} values ${rows.join(", ")}`);
	}
	const last = numbers.slice(0, -1).reduce((row) => (row * 7 + 3) % 10, 4);
	for (const [tables, words] of [
		[scattered, "select"],
		[numbers.toReversed(), "select"],
		[numbers, "select straight_join"],
	] as const) {
		const names = tables.map((at) => `t${at}`).join(", ");
		const sql = `${words} t60.a from ${names} where ${chain.join(" and ")} and t0.a = 4`;
		t.is(await answerOf(session, sql), `a\n${last}`, words);
	}
	t.regex(
		await answerOf(session, `select 1 from ${[...numbers, 0].map((at) => `t${at} x${at}`).join(", ")}, t1`),
		/1116/,
	);
	await kernel.close();
});
