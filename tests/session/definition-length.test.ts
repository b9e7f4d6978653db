/**
 * Expressions of a table's definition: so long together as in MySQL 5.7, since they are bound wherever it is used.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const parts = (count: number): string => Array.from({ length: count }, () => "a > 1").join(" and ");

test("expressions of a definition have 65,535 characters together", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "use test");
	t.regex(await answerOf(session, `create table c (a int, check (${parts(9000)}))`), /^ERROR 1117/);
	t.regex(await answerOf(session, `create table g (a int, b int as (${parts(9000)}))`), /^ERROR 1117/);
	t.is(await answerOf(session, `create table d (a int, b int as (${parts(2000)}), check (${parts(2000)}))`), "ok");
	t.regex(await answerOf(session, `alter table d add check (${parts(3000)})`), /^ERROR 1117/);
	t.is(await answerOf(session, "insert into d (a) values (2)"), "ok");
	t.is(await answerOf(session, "select a, b from d"), "a\tb\n2\t1");
	await kernel.close();
});
