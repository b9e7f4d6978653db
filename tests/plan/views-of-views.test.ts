/**
 * Views of views of views: listed with each planned once, and not once for every column of every one above.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const depth = 12;
const columns = Array.from({ length: depth }, (_, at) => `c${at}`);

for (const algorithm of ["merge", "temptable"]) {
	test(`columns of ${depth} views, ALGORITHM = ${algorithm}, each of ${depth} columns of the one before`, async (t) => {
		const kernel = await openMemoryKernel({ release: "2.1.7" });
		const session = await connectRoot(kernel);
		await answerOf(session, "use test");
		await answerOf(
			session,
			`create table v0 (${columns.map((name) => `${name} varchar(20) charset latin1`).join(", ")})`,
		);
		for (let at = 1; at <= depth; at++) {
			const made = `create algorithm = ${algorithm} view v${at} as select * from v${at - 1}`;
			t.is(await answerOf(session, made), "ok");
		}
		const described = await answerOf(session, `describe v${depth}`);
		t.is(described.split("\n").filter((line) => /^c\d+\tvarchar\(20\)\tYES/.test(line)).length, depth);
		t.is(
			await answerOf(
				session,
				`select count(*), min(character_set_name), max(character_set_name) from information_schema.columns
				where table_schema = 'test'`,
			),
			`count(*)\tmin(character_set_name)\tmax(character_set_name)\n${depth * (depth + 1)}\tlatin1\tlatin1`,
		);
		t.is(
			await answerOf(session, "select distinct is_updatable from information_schema.views where table_schema = 'test'"),
			`is_updatable\n${algorithm === "merge" ? "YES" : "NO"}`,
		);
		await kernel.close();
	});
}
