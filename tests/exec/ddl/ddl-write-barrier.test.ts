/**
 * ALTER TABLE beside concurrent writers: every row has its index entries, and every writer continues.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../../memory-kernel.ts";

const alterations = [
	"alter table t add index made (a)",
	"alter table t modify b char(30)",
	"alter table t drop index made, add unique key made (a, id)",
];

test("rows written during an index build are in the index", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (id int auto_increment primary key, a int, b varchar(10))");
	let isDone = false;
	const failures: string[] = [];
	const write = async (): Promise<void> => {
		const own = await connectRoot(kernel);
		while (!isDone) {
			const answer = await answerOf(own, "insert into t (a, b) values (1, 'x')");
			if (answer !== "ok") {
				failures.push(answer);
			}
			await new Promise((resolve) => setImmediate(resolve));
		}
	};
	const writers = [write(), write(), write()];
	for (const alteration of alterations) {
		await new Promise((resolve) => setTimeout(resolve, 20));
		t.is(await answerOf(session, alteration), "ok");
	}
	isDone = true;
	await Promise.all(writers);
	t.deepEqual(failures, []);
	const rows = await answerOf(session, "select count(*) from t ignore index (made)");
	t.is(await answerOf(session, "select count(*) from t force index (made) where a = 1"), rows);
	await kernel.close();
});

test("a failed ALTER removes its write barrier", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (a int)");
	await answerOf(session, "insert into t values (1), (1)");
	t.regex(await answerOf(session, "alter table t add unique key (a)"), /1062/);
	t.is(await answerOf(session, "insert into t values (2)"), "ok");
	await kernel.close();
});
