/**
 * Views of views: more tables than one query may have are not merged into it.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

test("views whose tables are more than 61 together are read as tables of their own", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "use test");
	await answerOf(session, "create table n (a int primary key, b int)");
	await answerOf(session, "insert into n values (1, 10), (2, 20), (3, 30)");
	await answerOf(session, "create view w0 as select a, b from n where b > 10");
	for (let at = 0; at < 7; at++) {
		const made = await answerOf(
			session,
			`create view w${at + 1} as select x.a, y.b from w${at} x join w${at} y on x.a = y.a`,
		);
		t.is(made, "ok");
		t.is(
			await answerOf(session, `select a, b from w${at + 1} order by a`),
			"a\tb\n2\t20\n3\t30",
			`${2 ** (at + 1)} tables`,
		);
	}
	t.is(await answerOf(session, "select w6.b from w6 where a = 3"), "b\n30");
	t.is(await answerOf(session, "update n, w6 set n.b = w6.b + 1 where n.a = w6.a"), "ok");
	t.is(await answerOf(session, "select b from n order by a"), "b\n10\n21\n31");
	await kernel.close();
});
