/**
 * Lists of any length: IN, IN of rows, CASE and COALESCE; an index of rows answers as comparisons do.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

function listOf(length: number, item: (at: number) => string): string {
	return Array.from({ length }, (_, at) => item(at)).join();
}

/** More rows than are compared one by one. */
const rows = 5000;

test("lists have any length", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	const valueOf = async (sql: string) => (await answerOf(session, `select ${sql} as x`)).split("\n")[1];
	t.is(await valueOf(`70000 in (${listOf(70_001, String)})`), "1");
	t.is(
		await valueOf(`case 34000 ${listOf(34_001, (at) => `when ${at} then ${at}`).replaceAll(",", " ")} end`),
		"34000",
	);
	t.is(await valueOf(`coalesce(${listOf(70_000, () => "null")},7)`), "7");
});

test("a long list of rows answers as one of few rows does", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const session = await connectRoot(kernel);
	await answerOf(session, "create table p (a int, b varchar(9), c int, key (a, b))");
	await answerOf(session, "insert into p values (1,'x',1),(1,'X ',2),(2,'y',3),(null,'x',4),(1,null,5),(7,'z',6)");
	for (const named of [
		"(1,'x')",
		"(1,null)",
		"(null,'x')",
		"(null,null)",
		"('1','x')",
		"(1.0,'x')",
		"(2,'Y'),(7,null)",
	]) {
		for (const row of ["(a,b)", "(a+0,b)", "(1,'x')", "(1,null)"]) {
			// No filler equals a row of the table, nor differs from one by NULL alone.
			const filler = listOf(rows, (at) => `(${at + 100},'q')`);
			const few = await answerOf(session, `select c, ${row} in (${named},(100,'q')) as x from p order by c`);
			const many = await answerOf(session, `select c, ${row} in (${named},${filler}) as x from p order by c`);
			t.is(many, few, `${row} in (${named})`);
			const kept = await answerOf(session, `select c from p where ${row} in (${named},(100,'q')) order by c`);
			t.is(await answerOf(session, `select c from p where ${row} in (${named},${filler}) order by c`), kept);
		}
	}
	t.regex(await answerOf(session, `select (1,2) in (${listOf(rows, () => "(1,2)")},(1,2,3))`), /ERROR 1241/);
});
