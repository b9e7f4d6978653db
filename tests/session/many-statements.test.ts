/**
 * A text of very many statements: others are served between them, and all of them run.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("50,000 statements in one text run one by one, with other sessions in between", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	session.multiStatements = true;
	await answerOf(session, "create table t (n int); insert into t values (0)");
	let isDone = false;
	const text = `${"set @n = 1;".repeat(50_000)}update t set n = 1`;
	const all = answerOf(session, text).then((answer) => {
		isDone = true;
		return answer;
	});
	const other = await connectRoot(kernel);
	await new Promise((resolve) => setImmediate(resolve));
	t.is(await answerOf(other, "select n from t"), "n\n0");
	t.false(isDone);
	t.notRegex(await all, /ERROR/);
	t.is(await answerOf(other, "select n from t"), "n\n1");
	await kernel.close();
});

test("KILL ends a text between two of its statements", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	session.multiStatements = true;
	await answerOf(session, "create table t (n int)");
	const all = answerOf(session, `${"set @n = 1;".repeat(50_000)}insert into t values (1)`);
	const other = await connectRoot(kernel);
	await answerOf(other, `kill query ${session.id}`);
	t.regex(await all, /1317/);
	t.is(await answerOf(other, "select count(*) from t"), "count(*)\n0");
	await kernel.close();
});
